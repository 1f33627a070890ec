import { useSyncExternalStore } from 'react';
import { reasonOf } from '#web/api/failure-text.ts';
import type { LoadedBotUsers } from '#web/features/bot-users/data/loaded-bot-users.ts';
import type { Task } from '#web/features/bot-users/data/loader.ts';
import { useLoaderState } from '#web/features/bot-users/data/use-loading.ts';
import { BusyButton } from '#web/ui/form/busy-button.tsx';
import { count } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Notice } from '#web/ui/feedback/notice.tsx';

type ListNoticesProps = {
  loaded: LoadedBotUsers;
  /** @param through everything, not only what is new at the top */
  onReadAgain: (through: boolean) => void;
};

/** Above the rows: what is wrong with what is shown. */
export function ListNotices({ loaded, onReadAgain }: ListNoticesProps) {
  const { failure, unreadable } = useLoaderState(loaded);
  return (
    <>
      {(failure?.task === 'refresh' || failure?.task === 'check') && (
        <Failed
          loaded={loaded}
          task={failure.task}
          title="Bot users could not be read again."
          error={failure.error}
          more="What you see was read before."
          onRetry={() => onReadAgain(failure.task === 'check')}
        />
      )}
      {unreadable > 0 && (
        <Notice tone="warn" role="status" className={layout.inCard}>
          {count(unreadable, 'bot user')} could not be shown: the service sent{' '}
          {unreadable === 1 ? 'it' : 'them'} in a way this app does not know.
        </Notice>
      )}
    </>
  );
}

type NextPageFailedProps = {
  loaded: LoadedBotUsers;
  onLoadMore: () => void;
  onLoadAll: () => void;
};

/** Below the rows: why no more of them have come. */
export function NextPageFailed({ loaded, onLoadMore, onLoadAll }: NextPageFailedProps) {
  const { failure } = useLoaderState(loaded);
  if (failure?.task !== 'more' && failure?.task !== 'all') return null;
  return (
    <Failed
      loaded={loaded}
      task={failure.task}
      title="The next page could not be loaded."
      error={failure.error}
      onRetry={failure.task === 'more' ? onLoadMore : onLoadAll}
    />
  );
}

type FailedProps = {
  loaded: LoadedBotUsers;
  task: Task;
  title: string;
  error: unknown;
  /** After the reason. */
  more?: string;
  onRetry: () => void;
};

function Failed({ loaded, task, title, error, more, onRetry }: FailedProps) {
  const { wanted } = useLoaderState(loaded);
  // Who was offline is not told so any more once they are back.
  const reason = useSyncExternalStore(onConnection, () => reasonOf(error, 'read'));
  return (
    <Notice
      tone="danger"
      role="alert"
      title={title}
      className={layout.inCard}
      actions={
        <BusyButton size="xs" variant="default" busy={wanted.includes(task)} onClick={onRetry}>
          Try again
        </BusyButton>
      }
    >
      {reason} {more}
    </Notice>
  );
}

/** Calls back whenever the browser goes offline and when it is back. */
function onConnection(callback: () => void) {
  window.addEventListener('online', callback);
  window.addEventListener('offline', callback);
  return () => {
    window.removeEventListener('online', callback);
    window.removeEventListener('offline', callback);
  };
}
