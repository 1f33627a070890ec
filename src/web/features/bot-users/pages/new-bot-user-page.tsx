import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { isOutcomeUnknown } from '#client/errors.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { useWriteRefusal } from '#web/api/access.ts';
import { curlOf } from '#web/api/call.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { BotUserFormPage } from '#web/features/bot-users/editor/bot-user-form-page.tsx';
import type { CreatedState } from '#web/features/bot-users/table/use-row-focus.ts';
import { changeOf } from '#web/features/bot-users/data/change-of.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import {
  UnknownOutcome,
  type LostCreation,
} from '#web/features/bot-users/editor/unknown-outcome.tsx';
import {
  EMPTY,
  useBotUserForm,
  type BotUserValues,
} from '#web/features/bot-users/editor/use-bot-user-form.ts';
import { requestUndo } from '#web/jobs/job-parts.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { CopyIconButton } from '#web/ui/form/copy-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { shorten } from '#web/lib/format.ts';
import { nameOf } from '#web/ui/safe-line.ts';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';

export function NewBotUserPage() {
  const search = String(useSearchParams()[0]);
  const [shown, setShown] = useState(search);
  const [isTouched, setTouched] = useState(false);
  // Another address, which may come while this page is open, is another form; what was typed is kept.
  if (shown !== search && !isTouched) setShown(search);
  return (
    <NewBotUserForm
      key={shown}
      start={startOf(new URLSearchParams(shown))}
      onTouched={setTouched}
    />
  );
}

/** What the address fills in. */
function startOf(search: URLSearchParams): BotUserValues {
  const name = (search.get('name') ?? '').trim();
  return { name: session.containsKey(name) ? '' : name, active: search.get('active') !== 'off' };
}

type NewBotUserFormProps = {
  start: BotUserValues;
  /** There is something to lose, or no longer. */
  onTouched: (isTouched: boolean) => void;
};

function NewBotUserForm({ start, onTouched }: NewBotUserFormProps) {
  const navigate = useNavigate();
  const receipt = useReceipt();
  const create = useMutation(useBotUsersContext().mutations.create());
  const [lost, setLost] = useState<LostCreation>();
  const refusal = useWriteRefusal(botUserEndpoints.create);
  const again = useRef(false);
  const [values, setValues] = useState(start);

  async function submit(given: BotUserValues, another: boolean): Promise<boolean> {
    const since = Date.now();
    // It may exist already: the notice leads to a check.
    if (lost && !again.current && given.name === lost.name) {
      setLost({ ...lost });
      return false;
    }
    again.current = false;
    setLost(undefined);
    try {
      const bot = await create.mutateAsync(given);
      const state: CreatedState = { created: bot.id, settled: true };
      // The receipt belongs to the page that follows.
      if (another) setValues(EMPTY);
      else await navigate(paths.botUsers, { state });
      receipt({
        text: (
          <>
            <strong>
              <UntrustedText text={shorten(nameOf(bot))} />
            </strong>{' '}
            created. This bot user has no credentials yet.
          </>
        ),
        undo: () => requestUndo('bot-user', changeOf(null, bot)),
        action: <CopyIconButton label="Copy id" text={bot.id} />,
      });
      return true;
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      setLost({
        name: given.name,
        since,
        reason: reasonOf(error, 'unsure'),
        details: detailsOf(error),
      });
      return false;
    }
  }

  const form = useBotUserForm({ values, onSubmit: submit });
  const { typed, problems } = form;
  const isTouched = form.changed > 0 || lost !== undefined;
  useEffect(() => onTouched(isTouched), [onTouched, isTouched]);

  return (
    <BotUserFormPage
      form={form}
      title={lost && problems.length === 0 ? 'Error: New bot user' : 'New bot user'}
      heading="New bot user"
      crumb="New"
      label="New bot user"
      submitLabel="Create bot user"
      refusal={refusal}
      addAnotherLabel="Create and add another"
      activeHint="Off creates the bot user as inactive. Takes effect when you create it."
      curl={curlOf(botUserEndpoints.create, { body: { ...typed, name: typed.name.trim() } })}
      alert={
        lost && (
          <UnknownOutcome
            key={lost.since}
            lost={lost}
            onCreateAgain={() => {
              again.current = true;
              void form.submit();
            }}
          />
        )
      }
    />
  );
}
