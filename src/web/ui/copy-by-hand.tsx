import { Textarea } from '@mantine/core';
import { Dialog } from '#web/ui/dialog.tsx';

/** Where the browser refuses the clipboard: the text, selected. */
export function CopyByHand({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog title="Copy this text" onClose={onClose}>
      <p>The browser did not allow copying. The text is selected: copy it with your keyboard.</p>
      <Textarea
        data-autofocus
        readOnly
        rows={Math.min(12, text.split('\n').length + 1)}
        aria-label="Text to copy"
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  );
}
