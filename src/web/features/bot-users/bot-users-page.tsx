import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { BotUserList } from '#web/features/bot-users/bot-user-list.tsx';
import { CountLine } from '#web/features/bot-users/count-line.tsx';
import { ListStates } from '#web/features/bot-users/list-states.tsx';
import { botUserQueries } from '#web/features/bot-users/queries.ts';
import type { LoadedBotUsers } from '#web/features/bot-users/rows/loaded-bot-users.ts';
import { useLoaderState, useLoading, useRowCounts } from '#web/features/bot-users/use-loading.ts';
import { paths } from '#web/paths.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { icon } from '#web/ui/icon.ts';
import layout from '#web/ui/layout.module.css';
import { Page } from '#web/ui/page.tsx';
import { useSingleKeys } from '#web/ui/shortcuts/use-shortcuts.ts';
import { ReadAge } from '#web/ui/read-age.tsx';

const Title = { title: 'Bot users', heading: 'Bot users' };

export function BotUsersPage() {
  const { data: loaded, error, isFetching, refetch } = useQuery(botUserQueries.list());
  if (loaded) return <LoadedPage loaded={loaded} />;
  return (
    <Page
      {...Title}
      // Without a text it keeps the room for what comes.
      lead={<p className={layout.muted}>{error ? 'None loaded.' : '\u00a0'}</p>}
      actions={
        <>
          <RefreshButton busy={isFetching} onClick={() => void refetch()} />
          <NewBotUserLink />
        </>
      }
    >
      <section className={layout.card} aria-label="Bot user list" aria-busy={isFetching}>
        <ListStates empty={false} error={error} onRetry={() => void refetch()} />
      </section>
    </Page>
  );
}

function LoadedPage({ loaded }: { loaded: LoadedBotUsers }) {
  const { wanted, unreadable, follows, readAt } = useLoaderState(loaded);
  const { size } = useRowCounts(loaded);
  const countLine = useRef<HTMLParagraphElement>(null);
  const [focusId, setFocusId] = useState<string>();
  const { loadMore, loadAll, readAgain } = useLoading(loaded, {
    countLine,
    onFocusRow: setFocusId,
  });
  const isEmpty = size === 0 && unreadable === 0 && follows !== 'more';
  // What one refresh reads is read anew with every refresh.
  const isDeep = size > 100;

  return (
    <Page
      {...Title}
      lead={<CountLine ref={countLine} loaded={loaded} isEmpty={isEmpty} />}
      actions={
        !isEmpty && (
          <>
            <ReadAge at={readAt} />
            {isDeep && (
              <BusyButton
                variant="subtle"
                busy={wanted.includes('check')}
                onClick={() => void readAgain(true)}
              >
                Check all again
              </BusyButton>
            )}
            <RefreshButton
              busy={wanted.includes('refresh')}
              onClick={() => void readAgain(false)}
            />
            <NewBotUserLink />
          </>
        )
      }
    >
      <section className={layout.card} aria-label="Bot user list" aria-busy={wanted.length > 0}>
        {isEmpty ? (
          <ListStates empty error={null} onRetry={() => void readAgain(false)} />
        ) : (
          <BotUserList
            loaded={loaded}
            focusId={focusId}
            onFocus={setFocusId}
            onLoadMore={(byKeyboard) => void loadMore(byKeyboard)}
            onLoadAll={loadAll}
            onReadAgain={(through) => void readAgain(through)}
            onRowGone={() => countLine.current?.focus()}
          />
        )}
      </section>
    </Page>
  );
}

function RefreshButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <BusyButton
      variant="default"
      busy={busy}
      leftSection={<RefreshCw {...icon} />}
      onClick={onClick}
    >
      Refresh
    </BusyButton>
  );
}

const NewBotUserLink = () => (
  <Button
    component={Link}
    to={paths.botUserNew}
    leftSection={<Plus {...icon} />}
    aria-keyshortcuts={useSingleKeys() ? 'C' : undefined}
  >
    New bot user
  </Button>
);
