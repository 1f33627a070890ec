import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { isOutcomeUnknown } from '#client/errors.ts';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { curlOf } from '#web/api/call.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { lastList } from '#web/features/bot-users/data/last-opened.ts';
import { BotUserForm, FormProblems } from '#web/features/bot-users/editor/bot-user-form.tsx';
import type { CreatedState } from '#web/features/bot-users/table/use-row-focus.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import {
  UnknownOutcome,
  type Unanswered,
} from '#web/features/bot-users/editor/unknown-outcome.tsx';
import {
  EMPTY,
  useBotUserForm,
  type BotUserValues,
} from '#web/features/bot-users/editor/use-bot-user-form.ts';
import { paths } from '#web/paths.ts';
import { Breadcrumb } from '#web/ui/layout/breadcrumb.tsx';
import { CopyIconButton, CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { shorten } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import { nameOf } from '#web/ui/table/labels.ts';
import { Page } from '#web/ui/layout/page.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';

export function NewBotUserPage() {
  const navigate = useNavigate();
  const receipt = useReceipt();
  const [search] = useSearchParams();
  const create = useMutation(useBotUsersContext().mutations.create());
  const [unanswered, setUnanswered] = useState<Unanswered>();
  const again = useRef(false);
  const [values, setValues] = useState<BotUserValues>({ ...EMPTY, name: search.get('name') ?? '' });

  function tell(bot: BotUser) {
    receipt({
      text: (
        <>
          <strong>
            <UntrustedText text={shorten(nameOf(bot))} />
          </strong>{' '}
          created.
        </>
      ),
      action: <CopyIconButton label="Copy id" text={bot.id} />,
    });
  }

  async function submit(given: BotUserValues, another: boolean): Promise<boolean> {
    const since = Date.now();
    // Somebody who may have made it already looks first: a second press makes a second one.
    if (unanswered && !again.current && given.name === unanswered.values.name) {
      setUnanswered({ ...unanswered, asked: unanswered.asked + 1 });
      return false;
    }
    again.current = false;
    setUnanswered(undefined);
    try {
      const bot = await create.mutateAsync(given);
      tell(bot);
      if (another) setValues(EMPTY);
      else {
        const state: CreatedState = { created: bot.id, settled: true };
        await navigate(paths.botUsers, { state });
      }
      return true;
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      setUnanswered({ values: given, since, reason: reasonOf(error, 'unsure'), asked: 0 });
      return false;
    }
  }

  const form = useBotUserForm({ values, onSubmit: submit });
  const { typed, problems } = form;

  return (
    <Page
      title={problems.length > 0 || unanswered ? 'Error: New bot user' : 'New bot user'}
      heading="New bot user"
      breadcrumb={
        <Breadcrumb crumbs={[{ text: 'Bot users', ...lastList.link() }, { text: 'New' }]} />
      }
      alert={
        <>
          <FormProblems form={form} />
          {unanswered && (
            <UnknownOutcome
              key={unanswered.since}
              unanswered={unanswered}
              onCreateAgain={() => {
                again.current = true;
                void form.submit();
              }}
            />
          )}
        </>
      }
      actions={
        <CopyTextButton
          curl
          label="Copy as curl"
          text={curlOf(botUserEndpoints.create, { body: { ...typed, name: typed.name.trim() } })}
        />
      }
    >
      <div className={layout.two}>
        <BotUserForm
          form={form}
          label="New bot user"
          submitLabel="Create bot user"
          addAnotherLabel="Create and add another"
          activeHint="Off creates the bot user as inactive. Takes effect when you create it."
        />
      </div>
    </Page>
  );
}
