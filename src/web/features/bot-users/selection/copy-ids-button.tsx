import { Button } from '@mantine/core';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useState } from 'react';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { useCopy } from '#web/ui/form/copy-button.tsx';
import { icon } from '#web/ui/theme/icon.ts';

/** One id a line. The text is made when it is asked for: of 100,000 ids it has megabytes. */
export function CopyIdsButton() {
  const [text, setText] = useState<string>();
  const [presses, setPresses] = useState(0);
  return (
    <>
      {text !== undefined && <Copied key={presses} text={text} />}
      <Button
        size="xs"
        variant="subtle"
        leftSection={<Copy {...icon} />}
        onClick={() => {
          setText([...selection.ids()].join('\n'));
          setPresses(presses + 1);
        }}
      >
        Copy ids
      </Button>
    </>
  );
}

/** Copies as it comes: React draws it while the press still counts as the person's own. */
function Copied({ text }: { text: string }) {
  const { copy, said, fallback } = useCopy(text);
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(() => copy(), []);
  return (
    <>
      {said}
      {fallback}
    </>
  );
}
