import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { stateOf, type BotUserState } from '#bulk/bot-user-state.ts';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { BotUserForm } from '#web/features/bot-users/bot-user-form.tsx';
import type { CreatedState } from '#web/features/bot-users/last-opened.ts';
import { createBotUser, UnsureError } from '#web/features/bot-users/mutations.ts';
import { EMPTY, startValuesOf } from '#web/features/bot-users/start-values.ts';
import { UnknownOutcome } from '#web/features/bot-users/unknown-outcome.tsx';
import type { SaveRequest } from '#web/features/bot-users/use-bot-user-form.ts';
import { requestUndo } from '#web/jobs/current-job.ts';
import { paths } from '#web/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { CopyIcon } from '#web/ui/copy.tsx';
import { notify } from '#web/ui/notify.ts';
import { nameOf } from '#web/ui/safe-line.ts';
import { UntrustedName } from '#web/ui/untrusted-text.tsx';
import { useIsHere } from '#web/ui/use-is-here.ts';

export function Component() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isAnother, setAnother] = useState(false);
  const create = useMutation(createBotUser);
  const unsure = create.error instanceof UnsureError ? create.error : undefined;
  /** What a check has found of that: nothing of it is unsaved. */
  const [found, setFound] = useState<BotUserState>();
  /** "Create again" was pressed: whoever pressed it has checked. */
  const isChecked = useRef(false);
  const outcome = useRef<HTMLDivElement>(null);
  const isHere = useIsHere();

  async function save({ wanted, another }: SaveRequest) {
    // The bot user may exist already: the box above the buttons leads to a check.
    if (unsure?.attempt?.name === wanted.name && !isChecked.current) {
      outcome.current?.focus();
      return undefined;
    }
    isChecked.current = false;
    try {
      const { bot, change } = await create.mutateAsync(wanted);
      setFound(undefined);
      if (another) setAnother(true);
      else if (isHere.current) {
        const state: CreatedState = { created: bot.id, settled: true };
        await navigate(paths.botUsers, { state });
      }
      notify({
        text: (
          <>
            <UntrustedName text={nameOf(bot)} /> created. It has no credentials yet.{' '}
            <CopyIcon label="Copy id" text={bot.id} />
          </>
        ),
        undo: change && (() => requestUndo('bot-user', change)),
      });
      return another ? EMPTY : wanted;
    } catch (error) {
      if (error instanceof UnsureError) return undefined;
      throw error;
    }
  }

  return (
    <BotUserForm
      values={found ?? (isAnother ? EMPTY : startValuesOf(search))}
      onSave={save}
      isUnsure={unsure !== undefined && found?.name !== unsure.attempt?.name}
      outcome={
        unsure && (
          <UnknownOutcome
            key={unsure.at.getTime()}
            ref={outcome}
            error={unsure}
            onFound={(bot) => setFound(stateOf(bot))}
            onCreateAgain={() => {
              isChecked.current = true;
            }}
          />
        )
      }
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
