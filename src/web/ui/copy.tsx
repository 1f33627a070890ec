import { ActionIcon, Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { announce } from '#web/ui/announcer.tsx';
import { icon } from '#web/ui/icon.ts';
import { OnDemand, onDemand } from '#web/ui/on-demand.tsx';

const CopyByHand = onDemand(async () => (await import('#web/ui/copy-by-hand.tsx')).CopyByHand);

export type CopyProps = { text: string; label: string };

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
    byHand: isRefused && (
      <OnDemand>
        <CopyByHand text={text} onClose={() => setRefused(false)} />
      </OnDemand>
    ),
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
