import Copy from 'lucide-react/icons/copy';
import Terminal from 'lucide-react/icons/terminal';
import { useEffect, useState } from 'react';
import { icon } from '#web/ui/icon.ts';
import { announce } from '#web/ui/announcer.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Button, IconButton } from '#web/ui/parts/button.tsx';
import { Textarea } from '#web/ui/parts/text-input.tsx';
import styles from './copy-button.module.css';

type CopyProps = { text: string; label: string };

/** Copies and confirms; where the clipboard is refused, `fallback` shows the text selected. */
export function useCopy(text: string) {
  const [state, setState] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (state !== 'copied') return undefined;
    const timer = setTimeout(() => setState(undefined), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
      announce('Copied to the clipboard');
    } catch {
      setState('refused');
    }
  }

  return {
    copy: () => void copy(),
    said: state === 'copied' && <span className={styles.copied}>Copied</span>,
    fallback: state === 'refused' && <CopyByHand text={text} onClose={() => setState(undefined)} />,
  };
}

export function CopyIconButton({ text, label }: CopyProps) {
  const { copy, said, fallback } = useCopy(text);
  return (
    <>
      <IconButton aria-label={label} onClick={copy}>
        <Copy {...icon} />
      </IconButton>
      {said}
      {fallback}
    </>
  );
}

export function CopyTextButton({
  text,
  label,
  curl,
  quiet,
}: CopyProps & { curl?: boolean; quiet?: boolean }) {
  const { copy, said, fallback } = useCopy(text);
  const Icon = curl ? Terminal : Copy;
  return (
    <>
      {said}
      <Button
        size={quiet ? 'xs' : undefined}
        variant={quiet ? 'subtle' : 'default'}
        leftSection={<Icon {...icon} />}
        onClick={copy}
      >
        {label}
      </Button>
      {fallback}
    </>
  );
}

/** In the footer of a dialog: the request that its button sends. */
export function DialogCurl({ text }: { text: string }) {
  return (
    <span className={styles.inDialog}>
      <CopyTextButton curl label="Copy as curl" text={text} />
    </span>
  );
}

function CopyByHand({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog
      title="Copy this text"
      onClose={onClose}
      footer={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
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
