import { Button } from '@mantine/core';
import type { WriteProblem } from '#web/features/routes/use-restriction-write.ts';
import { Notice } from '#web/ui/notice.tsx';

type WriteNoticeProps = { problem: WriteProblem | undefined; isBusy: boolean; onCheck: () => void };

/** Why a change was not made, in the dialog that has sent it. Where nobody knows, only a read leads on. */
export const WriteNotice = ({ problem, isBusy, onCheck }: WriteNoticeProps) =>
  problem && (
    <Notice
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
