import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { findCreated } from '#bulk/find-created.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { call } from '#web/api/call.ts';
import { publish } from '#web/features/bot-users/queries.ts';
import type { UnsureError } from '#web/features/bot-users/mutations.ts';
import { permissionsOf } from '#web/features/bot-users/permissions.ts';
import { shorten } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/notice.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import type { LeavingState } from '#web/ui/unsaved-guard.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

type UnknownOutcomeProps = {
  error: UnsureError;
  /** A check has found it, and no other of its name. */
  onFound: (bot: BotUser) => void;
  /** Before the form is sent once more. */
  onCreateAgain: () => void;
  ref: RefObject<HTMLDivElement | null>;
};

/** The creation may have happened, so the form does not send it again: the person checks first. */
export function UnknownOutcome({ error, onFound, onCreateAgain, ref }: UnknownOutcomeProps) {
  const { attempt } = error;
  const name = attempt?.name ?? '';
  useEffect(() => ref.current?.focus(), [ref]);

  const check = useMutation({
    mutationFn: async () => (attempt ? findCreated(attempt, { call, publish }) : []),
    onSuccess: ([bot, ...others]) => bot && others.length === 0 && onFound(bot),
  });
  const { data: found = [] } = check;
  const only = found.length === 1 ? found[0] : undefined;
  const list = `${paths.botUsers}?${new URLSearchParams({ q: name })}`;
  const path = only ? permissionsOf(only).path : found.length > 1 ? list : undefined;
  const button = { size: 'xs', variant: 'default' } as const;

  return (
    <Notice
      ref={ref}
      tone="warn"
      role="alert"
      title={
        <>
          We cannot tell whether <UntrustedText text={shorten(name)} /> was created.
        </>
      }
      details={detailsOf(check.error ?? error)}
      actions={
        <>
          {!only && (
            <SubmitButton
              {...button}
              type="button"
              busy={check.isPending}
              onClick={() => check.mutate()}
            >
              Check
            </SubmitButton>
          )}
          {path && (
            <Button
              {...button}
              component={Link}
              to={path}
              state={{ settled: true } satisfies LeavingState}
            >
              {only ? 'Open it' : 'Show them'}
            </Button>
          )}
          {check.isSuccess && !only && (
            <SubmitButton {...button} onClick={onCreateAgain}>
              Create again
            </SubmitButton>
          )}
        </>
      }
    >
      {check.isIdle &&
        `${reasonOf(error, 'unsure')} What you typed is kept. Check before you create it again.`}
      {check.isPending && 'Looking among the newest bot users…'}
      {check.error && `Could not look: ${reasonOf(check.error)}`}
      {check.isSuccess && found.length === 0 && 'It was not found.'}
      {only && 'It was created.'}
      {found.length > 1 &&
        `There are ${found.length} new ones of this name. It may be one of them.`}
    </Notice>
  );
}
