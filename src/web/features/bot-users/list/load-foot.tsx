import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { LongWork } from '#web/features/bot-users/list/long-work.tsx';
import type { LoadedBotUsers } from '#web/features/bot-users/data/loaded-bot-users.ts';
import { useLoaderState, useRowCounts } from '#web/features/bot-users/data/use-loading.ts';
import { BusyButton } from '#web/ui/form/busy-button.tsx';
import { formatNumber } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import { useSingleKeys } from '#web/ui/keyboard/use-shortcuts.ts';

type LoadFootProps = {
  loaded: LoadedBotUsers;
  onLoadMore: (byKeyboard: boolean) => void;
  onLoadAll: (byKeyboard: boolean) => void;
};

/** What is loaded, and how to get more. */
export function LoadFoot({ loaded, onLoadMore, onLoadAll }: LoadFootProps) {
  const { wanted, follows } = useLoaderState(loaded);
  const { size } = useRowCounts(loaded);
  const singleKeys = useSingleKeys();
  const wasPressed = useRef(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const task = wanted.find((each) => each === 'all' || each === 'check');
  const isMore = follows === 'more' && task !== 'all';

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
          <LongWork loaded={loaded} task={task} />
          <Button
            ref={cancel}
            variant="default"
            size="xs"
            // The second click of a double one was meant for the button that stood here before.
            onClick={({ detail }) => detail < 2 && loaded.loader.cancel()}
          >
            {task === 'all' ? 'Cancel loading' : 'Cancel checking'}
          </Button>
        </>
      ) : (
        <span className={`${layout.muted} ${layout.num} ${layout.grow}`}>
          {formatNumber(size)} loaded
        </span>
      )}
      {isMore && (
        <BusyButton
          variant="default"
          size="xs"
          busy={wanted.includes('more')}
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
