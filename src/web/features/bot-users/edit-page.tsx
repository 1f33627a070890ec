import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import SearchX from 'lucide-react/icons/search-x';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { failureOf, isNotThere } from '#client/errors.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { isAddressable } from '#contract/endpoint.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { BotUserEditor } from '#web/features/bot-users/bot-user-editor.tsx';
import { lastList, lastOpened } from '#web/features/bot-users/last-opened.ts';
import { botUser, loadedBotUser } from '#web/features/bot-users/queries.ts';
import { shorten } from '#web/lib/format.ts';
import { paths, paramsOf } from '#web/paths.ts';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { Page } from '#web/ui/page.tsx';
import { nameOf } from '#web/ui/safe-line.ts';
import { StateCard } from '#web/ui/state-card.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

export function Component() {
  const { botUserId: id = '' } = paramsOf(paths.botUser, useLocation().pathname);
  const [row] = useState(() => loadedBotUser(id));
  const { data: bot, error, refetch } = useQuery({ ...botUser(id), enabled: isAddressable(id) });

  useEffect(() => lastOpened.set(id), [id]);

  if (!isAddressable(id)) return <Missing id={id} known={undefined} />;
  if (isNotThere(failureOf(error))) return <Missing id={id} known={bot ?? row} />;
  if (bot) return <BotUserEditor bot={bot} />;
  if (error)
    return (
      <Frame heading="Bot user">
        <StateCard
          icon={CircleAlert}
          trouble
          title="This bot user could not be loaded"
          details={detailsOf(error)}
          actions={
            <Button variant="default" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          <p>{reasonOf(error, 'read')}</p>
        </StateCard>
      </Frame>
    );
  return (
    <Frame heading="Bot user" isBusy>
      <Stack p="lg">
        <p className="dim">Loading the bot user…</p>
        <Skeleton height={36} />
        <Skeleton height={36} />
      </Stack>
    </Frame>
  );
}

/** @param known the bot user as it was when it was read last */
function Missing({ id, known }: { id: string; known: BotUser | undefined }) {
  const name = known && shorten(nameOf(known));
  return (
    <Frame
      title={name ? `Edit ${name}` : 'Bot user not found'}
      heading={name ?? 'Bot user not found'}
    >
      <StateCard
        icon={SearchX}
        trouble
        title={
          name ? (
            <>
              <UntrustedText text={name} /> no longer exists
            </>
          ) : (
            'No bot user has this id'
          )
        }
        actions={
          <Button component={Link} variant="default" {...lastList.link()}>
            Back to bot users
          </Button>
        }
      >
        {name && <p>It was deleted by someone else or in another tab.</p>}
        <code>
          <UntrustedText text={id} />
        </code>
      </StateCard>
    </Frame>
  );
}

type FrameProps = { heading: string; title?: string; isBusy?: boolean; children: ReactNode };

function Frame({ heading, title = heading, isBusy, children }: FrameProps) {
  return (
    <Page
      title={title}
      heading={<UntrustedText text={heading} />}
      breadcrumb={
        <Breadcrumb crumbs={[{ text: 'Bot users', ...lastList.link() }, { text: heading }]} />
      }
    >
      <section className="card" aria-label="Bot user" aria-busy={isBusy}>
        {children}
      </section>
    </Page>
  );
}
