import { useEffect } from 'react';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { useWork, type BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { listParts } from '#web/features/bot-users/list-parts.ts';
import { useReadAgain, type Loading } from '#web/features/bot-users/list/use-loading.ts';
import { wasUsed } from '#web/features/bot-users/quarantine/quarantine-key.ts';
import { count } from '#web/lib/format.ts';
import { useNetwork } from '@mantine/hooks';
import layout from '#web/ui/layout/layout.module.css';
import { late } from '#web/ui/feedback/late.tsx';
import { announce } from '#web/ui/announcer.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/parts/button.tsx';

const QuarantineNote = late(listParts, (parts) => parts.QuarantineNote);

/** Above the rows: what is wrong with what is shown. */
export function ListNotices({ unreadable }: { unreadable: number }) {
  const { refresh, checkAll } = useBotUsersContext();
  const refreshError = useWork(refresh).error;
  const checkError = useWork(checkAll).error;
  const readAgain = useReadAgain();
  const error = checkError ?? refreshError;
  const isOne = unreadable === 1;
  const lacking = `${count(unreadable, 'bot user')} could not be shown: the service sent ${isOne ? 'it' : 'them'} in a way this app does not know.`;
  // The list may be busy, and live texts in it are dropped. After the count of what came.
  useEffect(() => {
    if (unreadable === 0) return undefined;
    const timer = setTimeout(announce, 500, `Not shown: ${count(unreadable, 'bot user')}.`);
    return () => clearTimeout(timer);
  }, [unreadable]);
  return (
    <>
      {wasUsed() && <QuarantineNote />}
      {error && (
        <Failed
          title="Bot users could not be read again."
          error={error}
          more="What you see was read before."
          onRetry={() => void readAgain(error === checkError)}
        />
      )}
      {unreadable > 0 && (
        <Notice tone="warn" className={layout.inCard}>
          {lacking}
        </Notice>
      )}
    </>
  );
}

type NextPageFailedProps = { list: BotUserListState; loading: Loading };

/** Below the rows: why no more of them have come. */
export function NextPageFailed({ list: { nextPageError }, loading }: NextPageFailedProps) {
  const loadAll = useWork(useBotUsersContext().loadAll);
  if (!nextPageError || loadAll.status === 'running') return null;
  return (
    <Failed
      title="The next page could not be loaded."
      error={nextPageError}
      onRetry={() =>
        void (nextPageError === loadAll.error ? loading.loadAll() : loading.loadMore())
      }
    />
  );
}

type FailedProps = { title: string; error: Error; more?: string; onRetry: () => void };

function Failed({ title, error, more, onRetry }: FailedProps) {
  useNetwork().online;
  return (
    <Notice
      tone="danger"
      role="alert"
      title={title}
      className={layout.inCard}
      details={detailsOf(error)}
      actions={
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {reasonOf(error, 'read')} {more}
    </Notice>
  );
}
