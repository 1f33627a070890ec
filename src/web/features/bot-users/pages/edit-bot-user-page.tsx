import { useQuery } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { failureOf, isNotThere } from '#client/errors.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { isAddressable } from '#contract/endpoint.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { BotUserEditor } from '#web/features/bot-users/editor/bot-user-editor.tsx';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { lastList, lastOpened } from '#web/features/bot-users/data/last-opened.ts';
import { paths, paramsOf } from '#web/paths.ts';
import { Breadcrumb } from '#web/ui/layout/breadcrumb.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { shorten } from '#web/lib/format.ts';
import { nameOf } from '#web/ui/safe-line.ts';
import layout from '#web/ui/layout/layout.module.css';
import { LoadFailed } from '#web/ui/layout/load-failed.tsx';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import { Page } from '#web/ui/layout/page.tsx';
import { LinkButton } from '#web/ui/parts/button.tsx';

export function EditBotUserPage() {
  const { botUserId: id = '' } = paramsOf(paths.botUser, useLocation().pathname);
  const { cache, queries } = useBotUsersContext();
  const [row] = useState(() => cache.find(id));
  const [round, setRound] = useState(0);
  const detail = useQuery({ ...queries.detail(id), enabled: isAddressable(id) });
  const { data: bot, error } = detail;

  useEffect(() => lastOpened.set(id), [id]);

  if (!isAddressable(id)) return <Missing id={id} known={undefined} />;
  if (isNotThere(failureOf(error))) return <Missing id={id} known={bot ?? row} />;
  if (bot) return <BotUserEditor key={round} bot={bot} onStartOver={() => setRound(round + 1)} />;
  if (error)
    return (
      <Frame heading="Bot user">
        <LoadFailed
          title="This bot user could not be loaded"
          reason={reasonOf(error, 'read')}
          details={detailsOf(error)}
          onRetry={() => void detail.refetch()}
        />
      </Frame>
    );
  return (
    <Frame heading="Bot user" busy>
      <p className={`${layout.pad} ${layout.muted}`}>Loading the bot user…</p>
    </Frame>
  );
}

/** @param known as it was when it was read last */
function Missing({ id, known }: { id: string; known: BotUser | undefined }) {
  const name = known && shorten(nameOf(known));
  return (
    <Frame
      title={name ? `Edit ${name}` : 'Bot user not found'}
      heading={name ?? 'Bot user not found'}
    >
      <StateCard
        icon={SearchX}
        alert
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
          <LinkButton variant="default" {...lastList.link()}>
            Back to bot users
          </LinkButton>
        }
      >
        {name && <p>It was deleted by someone else or in another tab.</p>}
        <p className={layout.mono}>
          <UntrustedText text={id} />
        </p>
      </StateCard>
    </Frame>
  );
}

type FrameProps = { heading: string; title?: string; busy?: boolean; children: ReactNode };

function Frame({ heading, title = heading, busy, children }: FrameProps) {
  return (
    <Page
      title={title}
      heading={<UntrustedText text={heading} />}
      breadcrumb={
        <Breadcrumb crumbs={[{ text: 'Bot users', ...lastList.link() }, { text: heading }]} />
      }
    >
      <section className={layout.card} aria-label="Bot user" aria-busy={busy}>
        {children}
      </section>
    </Page>
  );
}
