import { Button } from '@mantine/core';
import type { BotUserForm } from '#web/features/bot-users/editor/use-bot-user-form.ts';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';

/** Why the form was refused, and where the same again may do, the way to it. */
export function FormProblems({ form }: { form: BotUserForm }) {
  const { problems, attempt, canRetry, submit } = form;
  if (problems.length === 0) return null;
  return (
    <ErrorSummary
      problems={problems}
      attempt={attempt}
      actions={
        canRetry && (
          <Button size="xs" variant="default" onClick={() => void submit()}>
            Try again
          </Button>
        )
      }
    />
  );
}
