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
function useCopy(text: string) {
  const { copy, copied } = useClipboard({ timeout: 2000 });
  const [isRefused, setRefused] = useState(false);
  return {
    copied,
    async copy() {
      try {
        // Asked first: the hook does not tell what the browser has refused.
        await navigator.clipboard.writeText(text);
        copy(text);
        announce('Copied to the clipboard');
      } catch {
        setRefused(true);
      }
    },
    byHand: isRefused && <CopyByHand text={text} onClose={() => setRefused(false)} />,
  };
}

export function CopyIcon({ text, label }: CopyProps) {
  const { copied, copy, byHand } = useCopy(text);
  const Icon = copied ? Check : Copy;
  return (
    <>
      <ActionIcon aria-label={label} onClick={() => void copy()}>
        <Icon {...icon} />
      </ActionIcon>
      {byHand}
    </>
  );
}

export function CopyButton({ text, label }: CopyProps) {
  const { copied, copy, byHand } = useCopy(text);
  return (
    <>
      <Button
        variant="default"
        aria-label={label}
        leftSection={copied ? <Check {...icon} /> : <Copy {...icon} />}
        onClick={() => void copy()}
      >
        {copied ? 'Copied' : label}
      </Button>
      {byHand}
    </>
  );
}

/** The menu stays open to show the confirmation. */
export function CopyMenuItem({ text, label }: CopyProps) {
  const { copied, copy, byHand } = useCopy(text);
  return (
    <>
      <Menu.Item
        aria-label={label}
        closeMenuOnClick={false}
        rightSection={copied && 'Copied'}
        onClick={() => void copy()}
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
