import { Button } from '@mantine/core';
import { lazy, useEffect, useRef } from 'react';
import type { Load } from '#web/features/bot-users/use-load-keys.ts';
import type { Loading } from '#web/features/bot-users/use-loading.ts';
import { OnDemand } from '#web/ui/on-demand.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { useShortcuts, useSingleKeys } from '#web/ui/use-shortcuts.ts';
import styles from './bot-users-page.module.css';

const LoadProgress = lazy(async () => ({
  default: (await import('#web/features/bot-users/load-progress.tsx')).LoadProgress,
}));

export function LoadFoot({ list, load }: { list: Loading; load: Load }) {
  const { hasMore, status, loaded, waiting, stop } = list;
  const singleKeys = useSingleKeys();
  const isPressed = useRef(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const isLoadingAll = status === 'all';
  useShortcuts([{ key: 'L', does: 'Load more', run: () => hasMore && void load.more(true) }]);

  // The pressed button has gone: Cancel stands in its place.
  useEffect(() => {
    if (isPressed.current && isLoadingAll) cancel.current?.focus();
    isPressed.current = false;
  }, [isLoadingAll]);

  if (isLoadingAll)
    return (
      <div className={styles.loadFoot}>
        <OnDemand>
          <LoadProgress loaded={loaded} waiting={waiting} />
        </OnDemand>
        <Button
          ref={cancel}
          variant="default"
          // The second click of a double one was meant for the button that stood here before.
          onClick={({ detail }) => detail < 2 && stop()}
        >
          Cancel loading
        </Button>
      </div>
    );
  if (!hasMore) return null;
  return (
    <div className={styles.loadFoot}>
      <SubmitButton
        type="button"
        variant="default"
        busy={status === 'more'}
        aria-keyshortcuts={singleKeys ? 'L' : undefined}
        // A press with the keyboard has no click count.
        onClick={({ detail }) => void load.more(detail === 0)}
      >
        Load more
      </SubmitButton>
      <Button
        variant="default"
        onClick={({ detail }) => {
          isPressed.current = detail === 0;
          void load.all(detail === 0);
        }}
      >
        Load all
      </Button>
    </div>
  );
}
