import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { reasonOf } from '#web/api/failure-text.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { useWork, type BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { count } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import { Notice } from '#web/ui/feedback/notice.tsx';

type ListNoticesProps = {
  list: BotUserListState;
  /** @param isAll everything, not only what is new at the top */
  onReadAgain: (isAll: boolean) => void;
};

/** Above the rows: what is wrong with what is shown. */
export function ListNotices({ list: { unreadable }, onReadAgain }: ListNoticesProps) {
  const { refresh, checkAll } = useBotUsersContext();
  const refreshError = useWork(refresh).error;
  const checkError = useWork(checkAll).error;
  const error = checkError ?? refreshError;
  return (
    <>
      {error && (
        <Failed
          title="Bot users could not be read again."
          error={error}
          more="What you see was read before."
          onRetry={() => onReadAgain(error === checkError)}
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
  list: BotUserListState;
  onLoadMore: () => void;
  onLoadAll: () => void;
};

/** Below the rows: why no more of them have come. */
export function NextPageFailed({ list, onLoadMore, onLoadAll }: NextPageFailedProps) {
  const loadAll = useWork(useBotUsersContext().loadAll);
  const error = list.nextPageError;
  if (!error || loadAll.status === 'running') return null;
  return (
    <Failed
      title="The next page could not be loaded."
      error={error}
      onRetry={error === loadAll.error ? onLoadAll : onLoadMore}
    />
  );
}

type FailedProps = {
  title: string;
  error: Error;
  /** After the reason. */
  more?: string;
  onRetry: () => void;
};

function Failed({ title, error, more, onRetry }: FailedProps) {
  // The reason names the connection, which may be back.
  const reason = useSyncExternalStore(onConnection, () => reasonOf(error, 'read'));
  return (
    <Notice
      tone="danger"
      role="alert"
      title={title}
      className={layout.inCard}
      actions={
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
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
