import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { WriteProblem } from '#web/features/routes/use-restriction-write.ts';
import { focusFirst } from '#web/ui/focus.ts';
import { Notice } from '#web/ui/notice.tsx';

type WriteNoticeProps = { problem: WriteProblem | undefined; isBusy: boolean; onCheck: () => void };

/** Why a change was not made, in the dialog that has sent it. Where nobody knows, only a read leads on. */
export function WriteNotice({ problem, isBusy, onCheck }: WriteNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pressed button may have gone with what was said before.
    if (problem && document.activeElement === document.body) focusFirst([notice.current]);
  }, [problem]);
  if (!problem) return null;
  return (
    <Notice
      ref={notice}
      tone={problem.unsure ? 'warn' : 'danger'}
      role="alert"
      title={problem.title}
      details={problem.details}
      actions={
        problem.unsure && (
          <Button variant="default" aria-disabled={isBusy} onClick={() => !isBusy && onCheck()}>
            Check now
          </Button>
        )
      }
    >
      {problem.text}
    </Notice>
  );
}
