import { Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import Copy from 'lucide-react/icons/copy';
import Terminal from 'lucide-react/icons/terminal';
import { useEffect } from 'react';
import { icon } from '#web/ui/theme/icon.ts';
import { useAnnounce } from '#web/ui/feedback/announcer.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Button, IconButton } from '#web/ui/parts/button.tsx';
import { Textarea } from '#web/ui/parts/text-input.tsx';
import styles from './copy-button.module.css';

type CopyProps = { text: string; label: string };

/** Copies and confirms; where the clipboard is refused, `fallback` shows the text selected. */
export function useCopy(text: string) {
  const clipboard = useClipboard({ timeout: 2000 });
  const announce = useAnnounce();
  const { copied } = clipboard;
  useEffect(() => {
    if (copied) announce('Copied to the clipboard');
    // oxlint-disable-next-line react/exhaustive-deps -- the announcer never changes
  }, [copied]);

  return {
    copy: () => clipboard.copy(text),
    said: copied && <span className={styles.copied}>Copied</span>,
    fallback: clipboard.error && <CopyByHand text={text} onClose={clipboard.reset} />,
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

/** The menu stays open to show the confirmation. */
export function CopyMenuItem({ text, label }: CopyProps) {
  const { copy, said, fallback } = useCopy(text);
  return (
    <>
      <Menu.Item aria-label={label} closeMenuOnClick={false} onClick={copy} rightSection={said}>
        {label}
      </Menu.Item>
      {fallback}
    </>
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
