import Plus from 'lucide-react/icons/plus';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { useBotUsers, useWork } from '#web/features/bot-users/data/use-bot-users.ts';
import { BotUserList } from '#web/features/bot-users/list/bot-user-list.tsx';
import { ListLoading } from '#web/features/bot-users/list/list-loading.tsx';
import { listParts } from '#web/features/bot-users/list-parts.ts';
import { CountLine } from '#web/features/bot-users/list/count-line.tsx';
import { useReadAgain } from '#web/features/bot-users/list/use-loading.ts';
import { count } from '#web/lib/format.ts';
import { useLazyChunk } from '#web/lib/lazy-chunk.ts';
import { paths } from '#web/paths.ts';
import { announce } from '#web/ui/announcer.tsx';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { icon } from '#web/ui/icon.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Page } from '#web/ui/layout/page.tsx';
import { useShortcuts, useSingleKeys } from '#web/ui/use-shortcuts.ts';
import { ReadAge } from '#web/ui/relative-time.tsx';
import { LinkButton } from '#web/ui/parts/button.tsx';
import styles from './bot-users-page.module.css';

const ListStates = late(listParts, (parts) => parts.ListStates);

/** The same frame before and after the first rows have come, so that it keeps the focus. */
export function BotUsersPage() {
  const list = useBotUsers();
  const { refresh, checkAll, loadAll } = useBotUsersContext();
  const isRefreshing = useWork(refresh).status === 'running';
  const isChecking = useWork(checkAll).status === 'running';
  const isLoadingAll = useWork(loadAll).status === 'running';
  const readAgain = useReadAgain();
  const [opensView] = useState(() => location.search !== '');
  // The lines about a view stand above its rows and come with them: later they would move a row from under a press.
  const { part, isMissing } = useLazyChunk(listParts, opensView);
  const waits = opensView && part === undefined && !isMissing;
  const isLoading = list.isLoading || waits;
  const isThere = list.pages.length > 0 && !waits;
  const isEmpty = isThere && list.loaded === 0 && list.unreadable === 0 && !list.hasMore;
  const isBusy = isLoading || list.isFetchingMore || isRefreshing || isChecking || isLoadingAll;
  useWaitAnnouncements(
    isBusy,
    isThere ? `List ready: ${count(list.loaded, 'bot user')}.` : undefined,
  );

  return (
    <Page
      title="Bot users"
      heading="Bot users"
      lead={
        isThere ? (
          <CountLine list={list} isEmpty={isEmpty} />
        ) : (
          // Reserves the line until the count is known.
          <p className={layout.muted}>{list.error ? 'None loaded.' : '\u00a0'}</p>
        )
      }
      actions={
        !isEmpty && (
          <>
            {/* There from the start: it brings a gap along. */}
            <span className={styles.word}>{isThere && <ReadAge at={list.readAt} />}</span>
            <BusyButton
              variant="default"
              busy={isLoading || isRefreshing}
              leftSection={<RefreshCw {...icon} />}
              onClick={() => (isThere ? void readAgain(false) : list.retry())}
            >
              <span className={styles.word}>Refresh</span>
            </BusyButton>
            <NewBotUserLink />
          </>
        )
      }
    >
      <section
        className={layout.card}
        aria-label="Bot user list"
        // Once there are rows it holds live texts, and NVDA drops those of a busy part.
        aria-busy={isBusy && !isThere}
        {...listParts.intent}
      >
        {isThere && !isEmpty ? (
          <BotUserList list={list} />
        ) : isEmpty || list.error ? (
          <ListStates empty={isEmpty} error={list.error} onRetry={list.retry} />
        ) : (
          <ListLoading />
        )}
      </section>
    </Page>
  );
}

/** A wait that is no moment, and the first rows. The count line is new with them, so it is not read out by itself. */
function useWaitAnnouncements(isBusy: boolean, ready: string | undefined) {
  useEffect(() => {
    if (!isBusy) return undefined;
    const timer = setTimeout(announce, 1000, 'Still loading.');
    return () => clearTimeout(timer);
  }, [isBusy]);

  const isThere = ready !== undefined;
  const wasThere = useRef(isThere);
  useEffect(() => {
    if (isThere && !wasThere.current) announce(ready);
    wasThere.current = isThere;
  }, [isThere, ready]);
}

function NewBotUserLink() {
  const navigate = useNavigate();
  useShortcuts([{ key: 'C', does: 'New bot user', run: () => void navigate(paths.botUserNew) }]);
  return (
    <LinkButton
      to={paths.botUserNew}
      leftSection={<Plus {...icon} />}
      aria-keyshortcuts={useSingleKeys() ? 'C' : undefined}
    >
      <span>
        New <span className={styles.word}>bot user</span>
      </span>
    </LinkButton>
  );
}
