import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { useWriteRefusal } from '#web/api/access.ts';
import { curlOf } from '#web/api/call.ts';
import { BotUserForm } from '#web/features/bot-users/bot-user-form.tsx';
import { lastList, type CreatedState } from '#web/features/bot-users/last-opened.ts';
import { createBotUser, UnsureError } from '#web/features/bot-users/mutations.ts';
import { MoreMenu } from '#web/features/bot-users/more-menu.tsx';
import { EMPTY, startValuesOf } from '#web/features/bot-users/start-values.ts';
import { UnknownOutcome } from '#web/features/bot-users/unknown-outcome.tsx';
import { useBotUserForm, type SaveRequest } from '#web/features/bot-users/use-bot-user-form.ts';
import { requestUndo } from '#web/jobs/current-job.ts';
import { shorten } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { notify } from '#web/ui/notify.ts';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { Page } from '#web/ui/page.tsx';
import { nameOf } from '#web/ui/safe-line.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './bot-user-form.module.css';

export function Component() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const create = useMutation(createBotUser);
  const refusal = useWriteRefusal(botUserEndpoints.create);
  const [isAnother, setAnother] = useState(false);
  const [unsure, setUnsure] = useState<UnsureError>();
  /** "Create again" was pressed: whoever pressed it has checked. */
  const isChecked = useRef(false);
  const outcome = useRef<HTMLDivElement>(null);

  async function save({ wanted, another }: SaveRequest) {
    // The bot user may exist already: the box above the buttons leads to a check.
    if (unsure?.attempt?.name === wanted.name && !isChecked.current) {
      outcome.current?.focus();
      return undefined;
    }
    isChecked.current = false;
    setUnsure(undefined);
    try {
      const { bot, change } = await create.mutateAsync(wanted);
      if (another) setAnother(true);
      else {
        const state: CreatedState = { created: bot.id, settled: true };
        await navigate(paths.botUsers, { state });
      }
      notify({
        text: (
          <>
            <strong>
              <UntrustedText text={shorten(nameOf(bot))} />
            </strong>{' '}
            created. It has no credentials yet.
          </>
        ),
        undo: change && (() => requestUndo('bot-user', change)),
      });
      return another ? EMPTY : wanted;
    } catch (error) {
      if (!(error instanceof UnsureError && error.attempt)) throw error;
      setUnsure(error);
      return undefined;
    }
  }

  const form = useBotUserForm({ values: isAnother ? EMPTY : startValuesOf(search), onSave: save });
  const body = { ...form.typed, name: form.typed.name.trim() };

  return (
    <Page
      title={form.hasErrors || unsure ? 'Error: New bot user' : 'New bot user'}
      heading="New bot user"
      breadcrumb={
        <Breadcrumb crumbs={[{ text: 'Bot users', ...lastList.link() }, { text: 'New' }]} />
      }
      actions={<MoreMenu curl={curlOf(botUserEndpoints.create, { body })} />}
    >
      <div className={styles.two}>
        <BotUserForm
          form={form}
          label="New bot user"
          submitLabel="Create bot user"
          activeHint="Off creates the bot user as inactive. Takes effect when you create it."
          refusal={refusal}
        >
          {unsure && (
            <UnknownOutcome
              key={unsure.at.getTime()}
              ref={outcome}
              error={unsure}
              onCreateAgain={() => {
                isChecked.current = true;
                void form.submit();
              }}
            />
          )}
        </BotUserForm>
        <section className={`card ${styles.section}`} aria-labelledby="about">
          <h2 id="about">About bot users</h2>
          <p>
            A bot user is an identity for a program, not a person. Give each job its own, so that
            you can switch one off without stopping the others.
          </p>
          <p className="dim">Credentials are not part of this API: they are made elsewhere.</p>
        </section>
      </div>
    </Page>
  );
}
