import { Button } from '@mantine/core';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { stateOf, type BotUserState } from '#bulk/bot-user-state.ts';
import { findCreated } from '#bulk/find-created.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { call } from '#web/api/call.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { BotUserForm } from '#web/features/bot-users/bot-user-form.tsx';
import { lastOpened, SETTLED_BACK } from '#web/features/bot-users/last-opened.ts';
import { createBotUser, UnsureError } from '#web/features/bot-users/mutations.ts';
import { permissionsOf } from '#web/features/bot-users/permissions.ts';
import { publish } from '#web/features/bot-users/queries.ts';
import type { SaveRequest } from '#web/features/bot-users/use-bot-user-form.ts';
import { requestUndo } from '#web/jobs/changes-on-demand.ts';
import { paths } from '#web/paths.ts';
import { takeDraft, useKeptDraft } from '#web/session/drafts.ts';
import { session, SessionEnded } from '#web/session/session.ts';
import { Card } from '#web/ui/card.tsx';
import { CopyIcon } from '#web/ui/copy.tsx';
import { useIsHere } from '#web/ui/leaving.ts';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { nameOf } from '#web/ui/safe-line.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { named } from '#web/ui/untrusted-text.tsx';

/** Address of the draft that keeps it. */
const UNSURE = `${paths.botUserNew}#unsure`;

const EMPTY: BotUserState = { name: '', active: true };

/** The address of the page may fill in a name, but never the key. */
function startValuesOf(search: URLSearchParams): BotUserState {
  const name = (search.get('name') ?? '').trim();
  return session.containsKey(name) ? EMPTY : { ...EMPTY, name };
}

export function Component() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isAnother, setAnother] = useState(false);
  const create = useMutation(createBotUser);
  /** A creation that may have happened: nothing more is created before a check. */
  const [unsure, setUnsure] = useState(
    () => takeDraft(UNSURE) as UnsureError | undefined, // Kept by this page.
  );
  const check = useMutation({
    mutationFn: async () => (unsure?.attempt ? findCreated(unsure.attempt, { call, publish }) : []),
  });
  const created = check.data?.[0];
  const isOpen = unsure !== undefined && !create.isPending;
  const outcome = useRef<HTMLDivElement>(null);
  const isHere = useIsHere();

  useKeptDraft(UNSURE, unsure);

  function settle(next?: UnsureError) {
    check.reset();
    setUnsure(next);
  }

  async function save({ wanted, another, hasMore }: SaveRequest) {
    const { name } = wanted;
    if (unsure && (!check.data || created?.name === name)) {
      outcome.current?.focus();
      return undefined;
    }
    // The session may meet a limit before the response.
    setUnsure(new UnsureError({ kind: 'network' }, { name, since: Date.now() }));
    try {
      const { bot, change } = await create.mutateAsync(wanted);
      settle();
      if (another) setAnother(true);
      else if (isHere.current && !hasMore()) {
        lastOpened.set(bot.id);
        await navigate(paths.botUsers, { state: SETTLED_BACK });
      }
      notify({
        text: (
          <>
            {named('# created. It has no credentials yet. ', nameOf(bot))}
            <CopyIcon label="Copy id" text={bot.id} />
          </>
        ),
        undo: change && (() => requestUndo('bot-user', change)),
      });
      return another ? EMPTY : wanted;
    } catch (error) {
      if (error instanceof UnsureError) {
        settle(error);
        return undefined;
      }
      if (!(error instanceof SessionEnded)) settle();
      throw error;
    }
  }

  const initial = isAnother ? EMPTY : startValuesOf(search);
  return (
    <BotUserForm
      // Nothing of what a check has found is unsaved.
      values={created ? stateOf(created) : initial}
      onSave={save}
      isUnsure={isOpen && !created}
      outcome={isOpen && <UnknownOutcome ref={outcome} error={unsure} check={check} />}
    >
      <Card title="About bot users">
        <p>
          A bot user is an identity for a program, not a person. Give each job its own, so that you
          can switch one off without stopping the others.
        </p>
        <p>
          Many at once, from a spreadsheet: <Link to={paths.botUserImport}>import bot users</Link>.
        </p>
        <p className="dim">Credentials are not part of this API: they are made elsewhere.</p>
      </Card>
    </BotUserForm>
  );
}

type UnknownOutcomeProps = {
  error: UnsureError;
  check: UseMutationResult<BotUser[], Error, void>;
  ref: RefObject<HTMLDivElement | null>;
};

/** The creation may have happened, so the form does not send it again: the person checks first. */
function UnknownOutcome({ error, check, ref }: UnknownOutcomeProps) {
  const name = error.attempt?.name ?? '';
  useEffect(() => ref.current?.focus(), [ref]);

  const found = check.data?.[0];
  const path = found && permissionsOf(found).path;
  const button = { variant: 'default' } as const;

  return (
    <Notice
      ref={ref}
      tone="warn"
      role="alert"
      title={named(found ? '#' : 'We cannot tell whether # was created.', name)}
      details={detailsOf(check.error ?? error)}
      actions={
        <>
          {!found && (
            <SubmitButton {...button} busy={check.isPending} onClick={() => check.mutate()}>
              Check
            </SubmitButton>
          )}
          {path && (
            <Button {...button} component={Link} to={path}>
              Open it
            </Button>
          )}
          {check.isSuccess && !found && <SubmitButton {...button}>Create again</SubmitButton>}
        </>
      }
    >
      {check.isIdle &&
        `${reasonOf(error, 'unsure')} What you typed is kept. Check before you create it again.`}
      {check.isPending && 'Looking among the newest bot users…'}
      {check.error && `Could not look: ${reasonOf(check.error)}`}
      {check.isSuccess && (found ? 'It was created.' : 'It was not found.')}
    </Notice>
  );
}
