import { Box, Button, Group } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { useEffect, useRef, type Ref } from 'react';
import type { Waiting } from '#client/retry.ts';
import { waitingText } from '#web/api/failure-text.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { loadAll, loadMore, stopLoading, type Loading } from '#web/features/bot-users/loader.ts';
import { loadedCount } from '#web/features/bot-users/pages.ts';
import { listEnd, loadedPages } from '#web/features/bot-users/queries.ts';
import { countLine, loadFoot } from '#web/features/bot-users/rows-in-document.ts';
import { showRows, type ListView } from '#web/features/bot-users/use-shown-rows.ts';
import { formatNumber } from '#web/lib/format.ts';
import { announce } from '#web/ui/announcer.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { useShortcuts, useSingleKeys } from '#web/ui/use-shortcuts.ts';
import { useTimeLeft } from '#web/ui/use-timers.ts';
import styles from './bot-users-page.module.css';

type LoadFootProps = { list: Loading; view: ListView; onWanted: (id: string) => void };

/** What leads to more rows. After a press with the keyboard the focus goes to the first of them, or to the count. */
export function LoadFoot({ list, view, onWanted }: LoadFootProps) {
  const { hasMore, status, nextPageError } = list;
  const foot = useRef<HTMLDivElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const singleKeys = useSingleKeys();
  const isLoadingAll = status === 'all';
  useShortcuts([{ key: 'L', does: 'Load more', run: () => hasMore && void load('more', true) }]);
  useDidUpdate(() => {
    // The button that was pressed has gone, and Cancel stands in its place.
    if (isLoadingAll && document.activeElement === document.body) cancel.current?.focus();
  }, [isLoadingAll]);

  async function load(how: 'more' | 'all', byKeyboard: boolean) {
    const before = document.activeElement;
    const pages = loadedPages().length;
    const { kind, added } = await (how === 'all' ? loadAll() : loadMore());
    const isAtEnd = listEnd() !== undefined;
    const size = formatNumber(loadedCount());
    if (kind === 'stopped') announce(`${size} loaded.`);
    if (kind !== 'done') return;
    const now = document.activeElement;
    // The focus is still where it was, or has gone with its control to what is around or beside it.
    const isKept = now === before || now?.contains(foot.current) || foot.current?.contains(now);
    const moves = byKeyboard && isKept;
    // After what is new has been drawn. The count is read out with the focus.
    if (isAtEnd && moves) return void setTimeout(countLine.focus);
    const end = isAtEnd ? ' No more can be loaded.' : '';
    announce(`${formatNumber(added)} more loaded, ${size} in all.${end}`);
    if (!moves) return;
    const [first] = showRows(loadedPages().slice(pages), view).rows;
    if (first) setTimeout(onWanted, 0, first.id);
  }

  return (
    <>
      {nextPageError && (
        <Box p="md">
          <ReadFailed
            title="The next page could not be loaded."
            error={nextPageError}
            onRetry={() => load('more', document.activeElement?.matches(':focus-visible') === true)}
          />
        </Box>
      )}
      <div
        ref={foot}
        id={loadFoot.id}
        role="group"
        aria-label="More bot users"
        tabIndex={-1}
        className={`screen-only ${styles.foot}`}
      >
        {(isLoadingAll || hasMore) && (
          <Group justify="flex-end" gap="xs" px="sm" py="xs">
            {isLoadingAll ? (
              <LoadingAll list={list} ref={cancel} />
            ) : (
              <>
                <SubmitButton
                  variant="default"
                  busy={status === 'more'}
                  aria-keyshortcuts={singleKeys ? 'L' : undefined}
                  // A press with the keyboard has no click count.
                  onClick={({ detail }) => void load('more', detail === 0)}
                >
                  Load more
                </SubmitButton>
                <Button onClick={({ detail }) => void load('all', detail === 0)}>Load all</Button>
              </>
            )}
          </Group>
        )}
      </div>
    </>
  );
}

/** How many are loaded so far, and a way to stop. */
export function LoadingAll({ list, ref }: { list: Loading; ref?: Ref<HTMLButtonElement> }) {
  const { loaded, waiting } = list;
  useProgressAnnouncements();
  return (
    <>
      <p className="dim numbers">
        Loading, {formatNumber(loaded)} so far
        {waiting && <Wait waiting={waiting} />}
      </p>
      {/* Nobody knows how many there are, so it has no value. */}
      <progress aria-label="Loading bot users" />
      <Button
        ref={ref}
        // The second click of a double one was meant for the button that stood here before.
        onClick={({ detail }) => detail < 2 && stopLoading()}
      >
        Cancel loading
      </Button>
    </>
  );
}

function Wait({ waiting }: { waiting: Waiting }) {
  const left = useTimeLeft(waiting.until);
  if (waiting.for === 'connection') return '. You are offline: it goes on by itself.';
  return `. ${waitingText({ for: waiting.for, ms: left })}`;
}

/** Each thousand, but no more often than every 5 s. */
function useProgressAnnouncements() {
  useEffect(() => {
    let said = loadedCount();
    const timer = setInterval(() => {
      if (loadedCount() - said < 1000) return;
      said = loadedCount();
      announce(`${formatNumber(said)} loaded so far.`);
    }, 5000);
    return () => clearInterval(timer);
  }, []);
}
