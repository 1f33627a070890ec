import { ActionIcon, Button, Menu, Textarea } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { announce } from '#web/ui/announcer.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { icon } from '#web/ui/icon.ts';

type CopyProps = { text: string; label: string };

/** Copies and confirms; where the clipboard is refused, `byHand` shows the text selected. */
export function useCopy() {
  const clipboard = useClipboard({ timeout: 2000 });
  const [text, setText] = useState('');
  const [isRefused, setRefused] = useState(false);
  return {
    /** What was copied, for two seconds. */
    copied: clipboard.copied ? text : undefined,
    async copy(wanted: string) {
      setText(wanted);
      try {
        // Asked first: the hook does not tell what the browser has refused.
        await navigator.clipboard.writeText(wanted);
        clipboard.copy(wanted);
        announce('Copied to the clipboard');
      } catch {
        setRefused(true);
      }
    },
    byHand: isRefused && <CopyByHand text={text} onClose={() => setRefused(false)} />,
  };
}

export function CopyIcon({ text, label }: CopyProps) {
  const { copied, copy, byHand } = useCopy();
  const Icon = copied !== undefined ? Check : Copy;
  return (
    <>
      <ActionIcon aria-label={label} onClick={() => void copy(text)}>
        <Icon {...icon} />
      </ActionIcon>
      {byHand}
    </>
  );
}

export function CopyButton({ text, label }: CopyProps) {
  const { copied, copy, byHand } = useCopy();
  return (
    <>
      <Button
        variant="default"
        aria-label={label}
        leftSection={copied !== undefined ? <Check {...icon} /> : <Copy {...icon} />}
        onClick={() => void copy(text)}
      >
        {copied !== undefined ? 'Copied' : label}
      </Button>
      {byHand}
    </>
  );
}

/** The menu stays open to show the confirmation. */
export function CopyMenuItem({ text, label }: CopyProps) {
  const { copied, copy, byHand } = useCopy();
  return (
    <>
      <Menu.Item
        aria-label={label}
        closeMenuOnClick={false}
        rightSection={copied !== undefined && 'Copied'}
        onClick={() => void copy(text)}
      >
        {label}
      </Menu.Item>
      {byHand}
    </>
  );
}

function CopyByHand({ text, onClose }: { text: string; onClose: () => void }) {
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
