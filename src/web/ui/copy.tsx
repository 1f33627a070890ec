import { ActionIcon, Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { announce } from '#web/ui/announcer.tsx';
import { icon } from '#web/ui/icon.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const CopyByHand = onDemand(() => import('#web/ui/copy-by-hand.tsx'), 'CopyByHand');

export type CopyProps = { text: string; label: string };

/** Copies and confirms; where the clipboard is refused, `byHand` shows the text selected. */
export function useCopy() {
  const { copied, copy, error, reset } = useClipboard();
  const [text, setText] = useState('');
  useEffect(() => {
    if (copied && text !== '') announce('Copied to the clipboard');
  }, [copied, text]);
  return {
    /** What was copied, for two seconds. */
    copied: copied ? text : undefined,
    copy(wanted: string) {
      setText(wanted);
      copy(wanted);
    },
    byHand: error && <CopyByHand text={text} onClose={reset} />,
  };
}

export function CopyIcon({ text, label }: CopyProps) {
  const { copied, copy, byHand } = useCopy();
  const Icon = copied === undefined ? Copy : Check;
  return (
    <>
      <ActionIcon aria-label={label} onClick={() => copy(text)}>
        <Icon {...icon} />
      </ActionIcon>
      {byHand}
    </>
  );
}

export function CopyButton({ text, label }: CopyProps) {
  const { copied, copy, byHand } = useCopy();
  const Icon = copied === undefined ? Copy : Check;
  return (
    <>
      <Button aria-label={label} leftSection={<Icon {...icon} />} onClick={() => copy(text)}>
        {copied === undefined ? label : 'Copied'}
      </Button>
      {byHand}
    </>
  );
}
