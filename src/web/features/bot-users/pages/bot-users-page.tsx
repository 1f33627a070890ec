import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useRef, useState, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import { BotUserList } from '#web/features/bot-users/list/bot-user-list.tsx';
import { CountLine } from '#web/features/bot-users/list/count-line.tsx';
import { ListStates } from '#web/features/bot-users/list/list-states.tsx';
import { botUserQueries } from '#web/features/bot-users/data/queries.ts';
import type { LoadedBotUsers } from '#web/features/bot-users/data/loaded-bot-users.ts';
import {
  useListState,
  useLoaderState,
  useLoading,
  useReadAgain,
  useRowCounts,
} from '#web/features/bot-users/data/use-loading.ts';
import { paths } from '#web/paths.ts';
import { BusyButton } from '#web/ui/form/busy-button.tsx';
import { icon } from '#web/ui/theme/icon.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Page } from '#web/ui/layout/page.tsx';
import { useSingleKeys } from '#web/ui/keyboard/use-shortcuts.ts';
import { ReadAge } from '#web/ui/feedback/read-age.tsx';

/** One frame before and after the first rows have come: what has the focus in it keeps it. */
export function BotUsersPage() {
  const { data: loaded, error, isFetching, refetch } = useQuery(botUserQueries.list());
  const { wanted, isEmpty } = useListState(loaded);
  const readAgain = useReadAgain();
  const countLine = useRef<HTMLParagraphElement>(null);

  return (
    <Page
      title="Bot users"
      heading="Bot users"
      lead={
        loaded ? (
          <CountLine ref={countLine} loaded={loaded} isEmpty={isEmpty} />
        ) : (
          // Without a text it keeps the room for what comes.
          <p className={layout.muted}>{error ? 'None loaded.' : '\u00a0'}</p>
        )
      }
      actions={
        !isEmpty && (
          <>
            {loaded && <ReadTools loaded={loaded} onCheck={() => void readAgain(loaded, true)} />}
            <BusyButton
              variant="default"
              busy={isFetching || wanted.includes('refresh')}
              leftSection={<RefreshCw {...icon} />}
              onClick={() => void (loaded ? readAgain(loaded, false) : refetch())}
            >
              Refresh
            </BusyButton>
            <NewBotUserLink />
          </>
        )
      }
    >
      <section
        className={layout.card}
        aria-label="Bot user list"
        aria-busy={isFetching || wanted.length > 0}
      >
        {loaded && !isEmpty ? (
          <LoadedList
            loaded={loaded}
            countLine={countLine}
            onReadAgain={(through) => void readAgain(loaded, through)}
          />
        ) : (
          <ListStates empty={isEmpty} error={error} onRetry={() => void refetch()} />
        )}
      </section>
    </Page>
  );
}

/** How old the rows are, and a look at all of them. */
function ReadTools({ loaded, onCheck }: { loaded: LoadedBotUsers; onCheck: () => void }) {
  const { wanted, readAt } = useLoaderState(loaded);
  const { size } = useRowCounts(loaded);
  return (
    <>
      <ReadAge at={readAt} />
      {/* What one refresh reads is read anew with every refresh. */}
      {size > PAGE_LIMIT_MAX && (
        <BusyButton variant="subtle" busy={wanted.includes('check')} onClick={onCheck}>
          Check all again
        </BusyButton>
      )}
    </>
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

type LoadedListProps = {
  loaded: LoadedBotUsers;
  countLine: RefObject<HTMLParagraphElement | null>;
  onReadAgain: (through: boolean) => void;
};

// The compiler knows a ref by its name. Without it what is made here differs once the ref is filled, and every row is
// drawn again for it.
function LoadedList({ loaded, countLine: countLineRef, onReadAgain }: LoadedListProps) {
  const [focusId, setFocusId] = useState<string>();
  const { loadMore, loadAll } = useLoading(loaded, {
    countLine: countLineRef,
    onFocusRow: setFocusId,
  });
  return (
    <BotUserList
      loaded={loaded}
      focusId={focusId}
      onFocus={setFocusId}
      onLoadMore={(byKeyboard) => void loadMore(byKeyboard)}
      onLoadAll={loadAll}
      onReadAgain={onReadAgain}
      onRowGone={() => countLineRef.current?.focus()}
    />
  );
}
