import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  BOT_USER_NAME_MAX,
  botUserEndpoints,
  type BotUser,
  type BotUserUpdate,
} from '#contract/bot-user.ts';
import { useWriteRefusal } from '#web/api/access.ts';
import { curlOf } from '#web/api/call.ts';
import { lastList } from '#web/features/bot-users/data/last-opened.ts';
import { BotUserFormPage } from '#web/features/bot-users/editor/bot-user-form-page.tsx';
import { DeleteBotUserDialog } from '#web/features/bot-users/editor/delete-bot-user-dialog.tsx';
import {
  asWanted,
  changesTowards,
  useBotUserForm,
  type BotUserValues,
} from '#web/features/bot-users/editor/use-bot-user-form.ts';
import { useSaveBotUser } from '#web/features/bot-users/editor/use-save-bot-user.ts';
import { paths } from '#web/paths.ts';
import { ConflictDialog } from '#web/ui/dialog/conflict-dialog.tsx';
import { Differs } from '#web/ui/dialog/differs.tsx';
import { JsonDialog } from '#web/ui/form/json-dialog.tsx';
import { CopyIconButton, DialogCurl } from '#web/ui/form/copy-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { shorten } from '#web/lib/format.ts';
import { ItemsMenu } from '#web/ui/menu/items-menu.tsx';
import { nameOf } from '#web/ui/safe-line.ts';
import layout from '#web/ui/layout/layout.module.css';
import parts from '#web/ui/layout/page-parts.module.css';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import type { LeavingState } from '#web/ui/dialog/unsaved-guard.tsx';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { Badge } from '#web/ui/parts/badge.tsx';
import styles from './bot-user-editor.module.css';

type BotUserEditorProps = {
  bot: BotUser;
  /** What was typed is given up for what the service has now. */
  onStartOver: () => void;
};

export function BotUserEditor({ bot, onStartOver }: BotUserEditorProps) {
  const { id } = bot;
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const [isJsonShown, setJsonShown] = useState(false);
  const name = nameOf(bot);
  const refusal = useWriteRefusal(botUserEndpoints.update, { id });
  const deletion = useWriteRefusal(botUserEndpoints.remove, { id });

  const { save, conflict, note } = useSaveBotUser(bot, onStartOver);
  const form = useBotUserForm({ values: { name: bot.name, active: bot.active }, onSubmit: save });
  const wanted = asWanted(form.typed, bot);
  const changes = changesTowards(wanted, bot);
  const curlOfUpdate = (body: BotUserUpdate) =>
    curlOf(botUserEndpoints.update, { params: { id }, body });

  return (
    <BotUserFormPage
      form={form}
      own={bot}
      title={`Edit ${shorten(name)}`}
      heading={<UntrustedText text={shorten(name, 300)} />}
      crumb={shorten(name)}
      label="Edit bot user"
      submitLabel="Save changes"
      refusal={refusal}
      activeHint="Off keeps the bot user and marks it inactive. Takes effect when you save."
      // Without a change there is nothing to save: the command then says the state as it is.
      curl={curlOfUpdate(Object.keys(changes).length > 0 ? changes : wanted)}
      menu={
        <ItemsMenu
          label="More"
          items={[
            { label: 'Duplicate…', onChoose: () => void navigate(copyPath(bot)) },
            { label: 'View as JSON…', onChoose: () => setJsonShown(true) },
          ]}
        />
      }
      alert={
        note && (
          <Notice tone="neutral" role="status">
            {note}
          </Notice>
        )
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
    >
      <div className={`${parts.side} ${layout.stack}`}>
        <section className={layout.card} aria-labelledby="details">
          <header className={parts.cardHeader}>
            <h2 id="details">Details</h2>
          </header>
          <dl className={`${parts.facts} ${layout.pad}`}>
            <dt>Id</dt>
            <dd className={styles.idLine}>
              <span className={layout.mono}>
                <UntrustedText text={id} />
              </span>
              <CopyIconButton label="Copy id" text={id} />
            </dd>
            <dt>Credentials</dt>
            <dd>Not part of this API: they are made and listed elsewhere.</dd>
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
          <div className={layout.row}>
            <BusyButton
              variant="default"
              danger
              refusal={deletion}
              onClick={() => setDeleting(true)}
            >
              Delete…
            </BusyButton>
          </div>
        </section>
      </div>
      {conflict && (
        <ConflictDialog
          title="This bot user changed while you were editing"
          loaded={<Version of={conflict.loaded} now={conflict.now} />}
          now={<Version of={conflict.now} now={conflict.now} />}
          yours={<Version of={conflict.yours} now={conflict.now} />}
          aside={<DialogCurl text={curlOfUpdate(conflict.changed)} />}
          onKeepEditing={() => conflict.choose('keep-editing')}
          onUseCurrent={() => conflict.choose('use-current')}
          onApplyMine={() => conflict.choose('apply-mine')}
        />
      )}
      {isJsonShown && (
        <JsonDialog
          title={
            <>
              <UntrustedText text={shorten(name)} /> as JSON
            </>
          }
          value={bot}
          onClose={() => setJsonShown(false)}
        />
      )}
      {deleting && (
        <DeleteBotUserDialog
          bot={bot}
          label={name}
          onClose={() => setDeleting(false)}
          onDeleted={() =>
            void navigate(lastList.address(), { state: { settled: true } satisfies LeavingState })
          }
        />
      )}
    </BotUserFormPage>
  );
}

function Version({ of, now }: Record<'of' | 'now', BotUserValues>) {
  return (
    <>
      <p>
        <Differs when={of.name !== now.name}>
          <UntrustedText text={shorten(of.name.trim() || '(no name)')} />
        </Differs>
      </p>
      <p>
        <Differs when={of.active !== now.active}>{of.active ? 'Active' : 'Inactive'}</Differs>
      </p>
    </>
  );
}

const COPY = ' copy';

/** The form for a new one, filled with what this one has. */
function copyPath({ name, active }: BotUser): string {
  const begin = Array.from(name.trim()).slice(0, BOT_USER_NAME_MAX - COPY.length);
  const filled = { name: begin.join('') + COPY, ...(!active && { active: 'off' }) };
  return `${paths.botUserNew}?${new URLSearchParams(filled)}`;
}
