import { useEffect, useRef } from 'react';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { useWork, type BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { listParts } from '#web/features/bot-users/list-parts.ts';
import type { Loading } from '#web/features/bot-users/list/use-loading.ts';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { useShortcuts, useSingleKeys } from '#web/ui/use-shortcuts.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Button } from '#web/ui/parts/button.tsx';

const LoadProgress = late(listParts, (parts) => parts.LoadProgress);
const CheckProgress = late(listParts, (parts) => parts.CheckProgress);

type LoadFootProps = { list: BotUserListState; loading: Loading };

export function LoadFoot({ list: { loaded, hasMore, isFetchingMore }, loading }: LoadFootProps) {
  const { loadAll, checkAll } = useBotUsersContext();
  const allState = useWork(loadAll);
  const checkState = useWork(checkAll);
  const singleKeys = useSingleKeys();
  const wasPressed = useRef(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const isLoadingAll = allState.status === 'running';
  const isBusy = isLoadingAll || checkState.status === 'running';
  const isMore = hasMore && !isLoadingAll;
  useShortcuts([
    { key: 'L', does: 'Load more', run: () => hasMore && void loading.loadMore(true) },
  ]);

  // The pressed button is gone: Cancel stands in its place.
  useEffect(() => {
    if (wasPressed.current && isBusy) cancel.current?.focus();
    wasPressed.current = false;
  }, [isBusy]);

  if (!isBusy && !isMore) return null;
  return (
    <div className={layout.foot}>
      {isBusy ? (
        <>
          {isLoadingAll ? (
            <LoadProgress size={loaded} state={allState} />
          ) : (
            <CheckProgress size={loaded} state={checkState} />
          )}
          <Button
            ref={cancel}
            variant="default"
            size="xs"
            // The second click of a double one was meant for the button that stood here before.
            onClick={({ detail }) => {
              if (detail >= 2) return;
              loadAll.stop();
              checkAll.stop();
            }}
          >
            {isLoadingAll ? 'Cancel loading' : 'Cancel checking'}
          </Button>
        </>
      ) : (
        <span className={layout.grow} />
      )}
      {isMore && (
        <BusyButton
          variant="default"
          size="xs"
          busy={isFetchingMore}
          aria-keyshortcuts={singleKeys ? 'L' : undefined}
          // A press with the keyboard has no click count.
          onClick={({ detail }) => void loading.loadMore(detail === 0)}
        >
          Load more
        </BusyButton>
      )}
      {isMore && !isBusy && (
        <Button
          variant="default"
          size="xs"
          onClick={({ detail }) => {
            wasPressed.current = detail === 0;
            void loading.loadAll(detail === 0);
          }}
        >
          Load all
        </Button>
      )}
    </div>
  );
}
