import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { call } from '#web/api/call.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { findCreated } from '#web/features/bot-users/data/find-created.ts';
import { paths, pathTo } from '#web/paths.ts';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { shorten } from '#web/lib/format.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { LeavingState } from '#web/ui/dialog/unsaved-guard.tsx';
import { Button, LinkButton } from '#web/ui/parts/button.tsx';

/** A creation whose response was lost. */
export type LostCreation = {
  name: string;
  /** Milliseconds: when it was sent. */
  since: number;
  /** Why nobody knows. */
  reason: string;
  details?: string | undefined;
};

type UnknownOutcomeProps = { lost: LostCreation; onCreateAgain: () => void };

/** It may have happened, so the form does not send it again: the person checks first. */
export function UnknownOutcome({ lost, onCreateAgain }: UnknownOutcomeProps) {
  const name = lost.name.trim();
  const { mutations, publish } = useBotUsersContext();
  const notice = useRef<HTMLDivElement>(null);
  // Each further press of the form's button gives another object.
  // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies
  useEffect(() => notice.current?.focus(), [lost]);

  const check = useMutation({
    mutationFn: () =>
      findCreated({ call, publish }, { name, since: lost.since, isKnown: mutations.isKnown }),
  });
  const { data: found } = check;
  const [only] = found?.length === 1 ? found : [];
  const path = only && pathTo(paths.botUser, { botUserId: only.id });
  const isAmbiguous = found !== undefined && found.length > 1;

  return (
    <Notice
      ref={notice}
      tone="warn"
      role="alert"
      title={
        <>
          We cannot tell whether <UntrustedText text={shorten(name)} /> was created.
        </>
      }
      details={check.error ? detailsOf(check.error) : lost.details}
      actions={
        only ? (
          path && <LinkAway to={path}>Open it</LinkAway>
        ) : (
          <>
            <BusyButton
              size="xs"
              variant="default"
              busy={check.isPending}
              onClick={() => check.mutate()}
            >
              Check
            </BusyButton>
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
      {check.status === 'idle' &&
        `${lost.reason} What you typed is kept. Check before you create it again.`}
      {check.isPending && 'Looking among the newest bot users…'}
      {check.error && `Could not look: ${reasonOf(check.error)}`}
      {found?.length === 0 && 'It was not found.'}
      {only && 'It was created.'}
      {isAmbiguous && `There are ${found.length} new ones of this name. It may be one of them.`}
    </Notice>
  );
}

const LinkAway = ({ to, children }: { to: string; children: string }) => (
  <LinkButton size="xs" variant="default" to={to} state={{ settled: true } satisfies LeavingState}>
    {children}
  </LinkButton>
);
