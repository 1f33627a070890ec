import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { LongWork } from '#web/features/bot-users/list/long-work.tsx';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { useWork, type BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { formatNumber } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import { useSingleKeys } from '#web/ui/keyboard/use-shortcuts.ts';

type LoadFootProps = {
  list: BotUserListState;
  onLoadMore: (byKeyboard: boolean) => void;
  onLoadAll: (byKeyboard: boolean) => void;
};

/** What is loaded, and how to get more. */
export function LoadFoot({ list, onLoadMore, onLoadAll }: LoadFootProps) {
  const { loadAll, checkAll } = useBotUsersContext();
  const isLoadingAll = useWork(loadAll).status === 'running';
  const isChecking = useWork(checkAll).status === 'running';
  const singleKeys = useSingleKeys();
  const wasPressed = useRef(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const task = isLoadingAll ? 'all' : isChecking ? 'check' : undefined;
  const isMore = list.hasMore && task !== 'all';

  // The button that was pressed has given its place to the one that ends what it began.
  useEffect(() => {
    if (wasPressed.current && task !== undefined) cancel.current?.focus();
    wasPressed.current = false;
  }, [task]);

  if (task === undefined && !isMore) return null;
  return (
    <div className={layout.foot}>
      {task ? (
        <>
          <LongWork size={list.loaded} task={task} />
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
            {task === 'all' ? 'Cancel loading' : 'Cancel checking'}
          </Button>
        </>
      ) : (
        <span className={`${layout.muted} ${layout.num} ${layout.grow}`}>
          {formatNumber(list.loaded)} loaded
        </span>
      )}
      {isMore && (
        <BusyButton
          variant="default"
          size="xs"
          busy={list.isFetchingMore}
          aria-keyshortcuts={singleKeys ? 'L' : undefined}
          // A press with the keyboard has no click count.
          onClick={(event) => onLoadMore(event.detail === 0)}
        >
          Load more
        </BusyButton>
      )}
      {isMore && task === undefined && (
        <Button
          variant="default"
          size="xs"
          onClick={(event) => {
            wasPressed.current = event.detail === 0;
            onLoadAll(event.detail === 0);
          }}
        >
          Load all
        </Button>
      )}
    </div>
  );
}
