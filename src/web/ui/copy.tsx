import { ActionIcon, Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { lazy, useState } from 'react';
import { announce } from '#web/ui/announcer.tsx';
import { icon } from '#web/ui/icon.ts';
import { OnDemand } from '#web/ui/on-demand.tsx';

const CopyByHand = lazy(() => import('#web/ui/copy-by-hand.tsx'));

export type CopyProps = { text: string; label: string };

/** Copies and confirms; where the clipboard is refused, `byHand` shows the text selected. */
export function useCopy(text: string) {
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
    byHand: isRefused && (
      <OnDemand>
        <CopyByHand text={text} onClose={() => setRefused(false)} />
      </OnDemand>
    ),
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
