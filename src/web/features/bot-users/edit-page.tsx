import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { stateOf } from '#bulk/bot-user-state.ts';
import { failureOf, isNotThere } from '#client/errors.ts';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { isAddressable } from '#contract/endpoint.ts';
import { useWriteRefusal } from '#web/api/access.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { BotUserForm } from '#web/features/bot-users/bot-user-form.tsx';
import { DeleteDialog } from '#web/features/bot-users/delete-dialog.tsx';
import { lastList, lastOpened, SETTLED_BACK } from '#web/features/bot-users/last-opened.ts';
import { botUser, loadedBotUser } from '#web/features/bot-users/queries.ts';
import { useSave } from '#web/features/bot-users/use-save.tsx';
import { paths, paramsOf } from '#web/paths.ts';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { Card, Facts } from '#web/ui/card.tsx';
import { CopyIcon } from '#web/ui/copy.tsx';
import { useIsHere } from '#web/ui/leaving.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { nameOf } from '#web/ui/safe-line.ts';
import { StateCard } from '#web/ui/state-card.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { named, UntrustedCode } from '#web/ui/untrusted-text.tsx';

export function Component() {
  const { botUserId: id = '' } = paramsOf(paths.botUser, useLocation().pathname);
  const [row] = useState(() => loadedBotUser(id));
  const { data, error, refetch } = useQuery({ ...botUser(id), enabled: isAddressable(id) });
  // The loaded row is shown until it is read, and where it cannot be, for something may be typed over it: saving reads
  // first.
  const bot = data ?? row;

  useEffect(() => lastOpened.set(id), [id]);

  // Its row goes with it, but for one that was just created.
  const isMissing = !isAddressable(id) || (isNotThere(failureOf(error)) && !loadedBotUser(id));
  if (bot && isAddressable(id))
    return (
      <Editor
        bot={bot}
        isGone={isMissing}
        outcome={
          isMissing ? (
            <Gone name={nameOf(bot)} />
          ) : (
            <ReadFailed
              title="This bot user could not be read again."
              error={data ? null : error}
              onRetry={refetch}
            />
          )
        }
      />
    );
  const heading = isMissing ? 'Bot user not found' : 'Bot user';
  return (
    <Page title={heading} breadcrumb={<Breadcrumb parent={lastList.crumb()} text={heading} />}>
      <section className="card" aria-label="Bot user" aria-busy={!isMissing && !error}>
        {isMissing ? (
          <StateCard
            icon={SearchX}
            trouble
            title="No bot user has this id"
            actions={<BackToList />}
          >
            <UntrustedCode text={id} />
          </StateCard>
        ) : error ? (
          <StateCard
            trouble
            title="This bot user could not be loaded"
            details={detailsOf(error)}
            actions={
              <Button variant="filled" onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            <p>{reasonOf(error, 'read')}</p>
          </StateCard>
        ) : (
          <Stack p="lg">
            <p className="dim">Loading the bot user…</p>
            <Skeleton height={36} />
            <Skeleton height={36} />
          </Stack>
        )}
      </section>
    </Page>
  );
}

const BackToList = () => (
  <Button component={Link} {...lastList.link()}>
    Back to bot users
  </Button>
);

/** In the form, which keeps what is typed. */
const Gone = ({ name }: { name: string }) => (
  <Notice tone="danger" title={named('# no longer exists', name)} actions={<BackToList />}>
    It was deleted by someone else or in another tab.
  </Notice>
);

type EditorProps = {
  bot: BotUser;
  /** What came of reading it. */
  outcome: ReactNode;
  isGone: boolean;
};

function Editor({ bot, ...read }: EditorProps) {
  const navigate = useNavigate();
  const isHere = useIsHere();
  const [isDeleting, setDeleting] = useState(false);
  const deletionRefusal = useWriteRefusal(botUserEndpoints.remove, { id: bot.id });
  const { save, conflict } = useSave(bot);

  return (
    <BotUserForm own={bot} values={stateOf(bot)} onSave={save} {...read}>
      <Card title="Details">
        <Facts
          of={{
            Id: (
              <Group gap={4} wrap="nowrap">
                <UntrustedCode text={bot.id} />
                <CopyIcon label="Copy id" text={bot.id} />
              </Group>
            ),
            Created: <RelativeTime both text={bot.created_at} />,
          }}
        />
      </Card>
      <Card title="Delete this bot user">
        <p className="dim">
          This cannot be undone. To keep it but mark it as not in use, set it to inactive instead.
        </p>
        <Group gap="xs">
          <SubmitButton
            variant="outline"
            color="danger"
            refusal={deletionRefusal}
            onClick={() => setDeleting(true)}
          >
            Delete…
          </SubmitButton>
        </Group>
      </Card>
      {conflict}
      {isDeleting && (
        <DeleteDialog
          bot={bot}
          label={nameOf(bot)}
          onClose={() => setDeleting(false)}
          onDeleted={() => isHere.current && navigate(lastList.address(), { state: SETTLED_BACK })}
        />
      )}
    </BotUserForm>
  );
}
