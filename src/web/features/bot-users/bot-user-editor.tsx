import { Badge, Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasStatus } from '#client/api-error.ts';
import { botUserEndpoints, type BotUser, type BotUserUpdate } from '#contract/bot-user.ts';
import { curlOf } from '#web/api/call.ts';
import { BotUserForm } from '#web/features/bot-users/bot-user-form.tsx';
import { DeleteBotUserDialog } from '#web/features/bot-users/delete-bot-user-dialog.tsx';
import { botUserMutations, botUserQueries } from '#web/features/bot-users/queries.ts';
import { movedFields, type Field } from '#web/features/bot-users/moved-fields.ts';
import { useBotUserForm, type BotUserValues } from '#web/features/bot-users/use-bot-user-form.ts';
import { run } from '#web/api/run-mutation.ts';
import { paths } from '#web/paths.ts';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { ConflictDialog } from '#web/ui/conflict-dialog.tsx';
import { CopyIconButton, CopyTextButton } from '#web/ui/copy-button.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { idTail, shorten } from '#web/ui/format.ts';
import layout from '#web/ui/layout.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { useReceipt } from '#web/ui/receipt.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import styles from './bot-user-editor.module.css';

/** Milliseconds after which what was loaded is read again before it is overwritten. */
const OLD_MS = 60_000;

type Choice = 'keep-editing' | 'use-current' | 'apply-mine';
type Conflict = {
  loaded: BotUser;
  now: BotUser;
  yours: BotUserValues;
  choose: (choice: Choice) => void;
};

type BotUserEditorProps = {
  bot: BotUser;
  /** What was typed is given up for what the service has now. */
  onStartOver: () => void;
};

export function BotUserEditor({ bot, onStartOver }: BotUserEditorProps) {
  const { id } = bot;
  const client = useQueryClient();
  const navigate = useNavigate();
  const receipt = useReceipt();
  const [deleting, setDeleting] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const [note, setNote] = useState<string>();
  const detail = botUserQueries.detail(id);
  const name = bot.name || `(no name) ${idTail(id)}`;

  async function save(given: BotUserValues): Promise<boolean> {
    setNote(undefined);
    const changed: BotUserUpdate = {
      ...(given.name !== bot.name && { name: given.name }),
      ...(given.active !== bot.active && { active: given.active }),
    };
    if (Object.keys(changed).length === 0) {
      receipt({ text: 'Nothing to save.' });
      return true;
    }
    const readAt = client.getQueryState(detail.queryKey)?.dataUpdatedAt ?? 0;
    if (Date.now() - readAt > OLD_MS) {
      const now = await client.query({ ...detail, staleTime: 0 });
      const moved = movedFields(bot, now).filter((field) => field in changed);
      if (moved.length > 0) {
        const choice = await new Promise<Choice>((choose) => {
          setConflict({ loaded: bot, now, yours: given, choose });
        });
        setConflict(undefined);
        if (choice === 'use-current') onStartOver();
        if (choice !== 'apply-mine') return false;
      }
    }
    const saved = await run(client, botUserMutations.update(id), changed);
    const others = movedFields(bot, saved).filter((field) => !(field in changed));
    setNote(others.map((field) => elsewhere(field, saved)).join(' ') || undefined);
    receipt({ text: 'Saved.' });
    return true;
  }

  async function submit(given: BotUserValues): Promise<boolean> {
    try {
      return await save(given);
    } catch (error) {
      if (!hasStatus(error, 404)) throw error;
      // The page for a bot user that is gone takes over, with the name it had.
      await client.refetchQueries({ queryKey: detail.queryKey });
      throw error;
    }
  }

  const form = useBotUserForm({
    values: { name: bot.name, active: bot.active },
    onSubmit: submit,
  });
  const { typed, problems, attempt } = form;

  return (
    <Page
      title={`${problems.length > 0 ? 'Error: ' : ''}Edit ${shorten(name)}`}
      heading={shorten(name, 300)}
      breadcrumb={
        <Breadcrumb crumbs={[{ text: 'Bot users', to: paths.botUsers }, { text: shorten(name) }]} />
      }
      alert={
        <>
          {problems.length > 0 && <ErrorSummary problems={problems} attempt={attempt} />}
          {note && (
            <Notice tone="neutral" role="status" className={styles.note}>
              {note}
            </Notice>
          )}
        </>
      }
      lead={
        <p className={layout.row}>
          <Badge
            color={bot.active ? 'live' : 'neutral'}
            leftSection={<i className={bot.active ? styles.on : styles.off} aria-hidden />}
          >
            {bot.active ? 'Active' : 'Inactive'}
          </Badge>
          <span className={layout.muted}>
            Created <RelativeTime both text={bot.created_at} />
          </span>
        </p>
      }
      actions={
        <CopyTextButton
          curl
          label="Copy as curl"
          text={curlOf(botUserEndpoints.update, {
            params: { id },
            body: { ...typed, name: typed.name.trim() },
          })}
        />
      }
    >
      <div className={layout.two}>
        <BotUserForm
          form={form}
          label="Edit bot user"
          submitLabel="Save changes"
          activeHint="Off keeps the bot user and marks it inactive. Takes effect when you save."
        />
        <div className={`${layout.side} ${layout.stack}`}>
          <section className={layout.card} aria-labelledby="details">
            <header className={layout.cardHeader}>
              <h2 id="details">Details</h2>
            </header>
            <dl className={`${layout.facts} ${layout.pad}`}>
              <dt>Id</dt>
              <dd className={styles.idLine}>
                <span className={layout.mono}>{id}</span>
                <CopyIconButton label="Copy id" text={id} />
              </dd>
              <dt>URI</dt>
              <dd className={layout.mono}>{bot.uri}</dd>
              <dt>Created</dt>
              <dd>{bot.created_at}</dd>
            </dl>
          </section>
          <section
            className={`${layout.card} ${layout.pad} ${layout.stack}`}
            aria-labelledby="delete"
          >
            <div>
              <h2 id="delete">Delete this bot user</h2>
              <p className={layout.muted}>
                This cannot be undone. To keep it but mark it as not in use, set it to inactive
                instead.
              </p>
            </div>
            <div>
              <Button variant="default" color="danger" onClick={() => setDeleting(true)}>
                Delete…
              </Button>
            </div>
          </section>
        </div>
      </div>
      {conflict && (
        <ConflictDialog
          title="This bot user changed while you were editing"
          loaded={<Version {...conflict.loaded} />}
          now={<Version {...conflict.now} />}
          yours={<Version {...conflict.yours} />}
          onKeepEditing={() => conflict.choose('keep-editing')}
          onUseCurrent={() => conflict.choose('use-current')}
          onApplyMine={() => conflict.choose('apply-mine')}
        />
      )}
      {deleting && (
        <DeleteBotUserDialog
          bot={bot}
          label={name}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate(paths.botUsers, { state: { settled: true } })}
        />
      )}
    </Page>
  );
}

function Version({ name, active }: BotUserValues) {
  return (
    <>
      <p>{shorten(name)}</p>
      <p className={layout.muted}>{active ? 'Active' : 'Inactive'}</p>
    </>
  );
}

function elsewhere(field: Field, now: BotUser): string {
  return field === 'active'
    ? `Active was changed elsewhere to ${now.active ? 'on' : 'off'}.`
    : `Name was changed elsewhere to “${shorten(now.name)}”.`;
}
