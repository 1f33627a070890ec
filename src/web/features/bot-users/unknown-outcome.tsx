import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { findCreated } from '#web/features/bot-users/find-created.ts';
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
  onCreateAgain: () => void;
  ref: RefObject<HTMLDivElement | null>;
};

/** The creation may have happened, so the form does not send it again: the person checks first. */
export function UnknownOutcome({ error, onCreateAgain, ref }: UnknownOutcomeProps) {
  const { attempt } = error;
  const name = attempt?.name ?? '';
  useEffect(() => ref.current?.focus(), [ref]);

  const check = useMutation({
    mutationFn: async () => (attempt ? findCreated(attempt) : []),
  });
  const { data: found } = check;
  const [only] = found?.length === 1 ? found : [];
  const path = only && permissionsOf(only).path;
  const isAmbiguous = found !== undefined && found.length > 1;

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
        only ? (
          path && <LinkAway to={path}>Open it</LinkAway>
        ) : (
          <>
            <SubmitButton
              type="button"
              size="xs"
              variant="default"
              busy={check.isPending}
              onClick={() => check.mutate()}
            >
              Check
            </SubmitButton>
            {isAmbiguous && (
              <LinkAway to={`${paths.botUsers}?${new URLSearchParams({ q: name })}`}>
                Show them
              </LinkAway>
            )}
            {found && (
              <Button size="xs" variant="default" onClick={onCreateAgain}>
                Create again
              </Button>
            )}
          </>
        )
      }
    >
      {check.isIdle &&
        `${reasonOf(error, 'unsure')} What you typed is kept. Check before you create it again.`}
      {check.isPending && 'Looking among the newest bot users…'}
      {check.error && `Could not look: ${reasonOf(check.error)}`}
      {found?.length === 0 && 'It was not found.'}
      {only && 'It was created.'}
      {isAmbiguous && `There are ${found.length} new ones of this name. It may be one of them.`}
    </Notice>
  );
}

const LinkAway = ({ to, children }: { to: string; children: string }) => {
  const state: LeavingState = { settled: true };
  return (
    <Button component={Link} size="xs" variant="default" to={to} state={state}>
      {children}
    </Button>
  );
};
