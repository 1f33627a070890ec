import '#web/styles/more.css';
import { Badge, Button, Group, Menu } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { useWriteRefusal } from '#web/api/access.ts';
import { curlOf } from '#web/api/call.ts';
import { BotUserForm } from '#web/features/bot-users/bot-user-form.tsx';
import { changesOf, valuesOf, wantedOf } from '#web/features/bot-users/bot-user-values.ts';
import { ConflictDialog } from '#web/features/bot-users/conflict-dialog.tsx';
import { DeleteDialog } from '#web/features/bot-users/delete-dialog.tsx';
import { JsonDialog } from '#web/features/bot-users/json-dialog.tsx';
import { lastList } from '#web/features/bot-users/last-opened.ts';
import { MoreMenu } from '#web/features/bot-users/more-menu.tsx';
import { duplicatePath } from '#web/features/bot-users/start-values.ts';
import { useBotUserForm } from '#web/features/bot-users/use-bot-user-form.ts';
import { useSave } from '#web/features/bot-users/use-save.ts';
import { shorten } from '#web/lib/format.ts';
import { CopyIcon } from '#web/ui/copy.tsx';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { Page } from '#web/ui/page.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { nameOf } from '#web/ui/safe-line.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import type { LeavingState } from '#web/ui/unsaved-guard.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './bot-user-form.module.css';

export function BotUserEditor({ bot }: { bot: BotUser }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'json' | 'delete'>();
  const close = () => setOpen(undefined);
  const name = nameOf(bot);
  const refusal = useWriteRefusal(botUserEndpoints.update, { id: bot.id });
  const deletionRefusal = useWriteRefusal(botUserEndpoints.remove, { id: bot.id });
  const { save, conflict } = useSave(bot);
  const form = useBotUserForm({ values: valuesOf(bot), onSave: save });
  const wanted = wantedOf(form.typed, bot);
  // Without a change the command states the fields as they are.
  const body = form.changed.length > 0 ? changesOf(bot, wanted) : wanted;

  return (
    <Page
      title={`${form.hasErrors ? 'Error: ' : ''}Edit ${shorten(name)}`}
      heading={<UntrustedText text={shorten(name, 300)} />}
      breadcrumb={
        <Breadcrumb crumbs={[{ text: 'Bot users', ...lastList.link() }, { text: shorten(name) }]} />
      }
      lead={
        <div>
          <Badge color={bot.active ? 'lagoon' : 'gray'}>{bot.active ? 'Active' : 'Inactive'}</Badge>
        </div>
      }
      actions={
        <MoreMenu curl={curlOf(botUserEndpoints.update, { params: { id: bot.id }, body })}>
          <Menu.Item onClick={() => void navigate(duplicatePath(bot))}>Duplicate…</Menu.Item>
        </MoreMenu>
      }
    >
      <div className={styles.two}>
        <BotUserForm
          form={form}
          own={bot}
          label="Edit bot user"
          submitLabel="Save changes"
          activeHint="Off keeps the bot user and marks it inactive. Takes effect when you save."
          refusal={refusal}
        />
        <div className={styles.side}>
          <Details bot={bot} onShowJson={() => setOpen('json')} />
          <section className={`card ${styles.section}`} aria-labelledby="delete">
            <h2 id="delete">Delete this bot user</h2>
            <p className="dim">
              This cannot be undone. To keep it but mark it as not in use, set it to inactive
              instead.
            </p>
            <Group gap="xs">
              <SubmitButton
                type="button"
                variant="light"
                color="danger"
                refusal={deletionRefusal}
                onClick={() => setOpen('delete')}
              >
                Delete…
              </SubmitButton>
            </Group>
          </section>
        </div>
      </div>
      {conflict && <ConflictDialog {...conflict} />}
      {open === 'json' && <JsonDialog bot={bot} onClose={close} />}
      {open === 'delete' && (
        <DeleteDialog
          bot={bot}
          label={name}
          onClose={close}
          onDeleted={() => {
            const state: LeavingState = { settled: true };
            void navigate(lastList.address(), { state });
          }}
        />
      )}
    </Page>
  );
}

function Details({ bot, onShowJson }: { bot: BotUser; onShowJson: () => void }) {
  const { id, uri, name: _name, active: _active, created_at, ...others } = bot;
  const otherCount = Object.keys(others).length;
  return (
    <section className={`card ${styles.section}`} aria-labelledby="details">
      <h2 id="details">Details</h2>
      <dl className={styles.facts}>
        <dt>Id</dt>
        <Group component="dd" gap={4} wrap="nowrap">
          <code>
            <UntrustedText text={id} />
          </code>
          <CopyIcon label="Copy id" text={id} />
        </Group>
        <dt>URI</dt>
        <dd>
          <code>
            <UntrustedText text={uri} />
          </code>
        </dd>
        <dt>Created</dt>
        <dd>
          <RelativeTime both text={created_at} />
        </dd>
        <dt>Other fields</dt>
        <dd>{otherCount === 0 ? 'None' : otherCount}</dd>
        <dt>Credentials</dt>
        <dd>Not part of this API: they are made and listed elsewhere.</dd>
      </dl>
      <div>
        <Button variant="default" size="compact-sm" onClick={onShowJson}>
          View as JSON…
        </Button>
      </div>
    </section>
  );
}
