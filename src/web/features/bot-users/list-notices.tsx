import { Button } from '@mantine/core';
import Search from 'lucide-react/icons/search';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import type { ListEnd } from '#web/features/bot-users/pages.ts';
import { pathOfTypedId } from '#web/features/bot-users/path-to-open.ts';
import type { Loading } from '#web/features/bot-users/use-loading.ts';
import type { Refresh } from '#web/features/bot-users/use-refresh.ts';
import { count, formatNumber, shorten } from '#web/lib/format.ts';
import { useNetwork } from '@mantine/hooks';
import { announce } from '#web/ui/announcer.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { StateCard } from '#web/ui/state-card.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './bot-users-page.module.css';

export const ReadAgainFailed = ({ refresh: { error, mutate } }: { refresh: Refresh }) =>
  error && (
    <Failed
      title="Bot users could not be read again."
      error={error}
      more="What you see was read before."
      onRetry={() => mutate()}
    />
  );

/** Below the rows: why no more of them have come. */
export const NextPageFailed = ({ list }: { list: Loading }) =>
  list.nextPageError && (
    <Failed
      title="The next page could not be loaded."
      error={list.nextPageError}
      onRetry={() => void list.loadMore()}
    />
  );

type FailedProps = { title: string; error: Error; more?: string; onRetry: () => void };

function Failed({ title, error, more, onRetry }: FailedProps) {
  // "You are offline" is said in another tense afterwards.
  useNetwork();
  return (
    <div className={styles.notice}>
      <Notice tone="danger" role="alert" title={title} details={detailsOf(error)} onRetry={onRetry}>
        {reasonOf(error, 'read')} {more}
      </Notice>
    </div>
  );
}

export function Unreadable({ count: unreadable }: { count: number }) {
  const text = count(unreadable, 'bot user');
  useEffect(() => {
    if (unreadable === 0) return undefined;
    // Live texts of a busy list are dropped. After the count of what came.
    const timer = setTimeout(announce, 500, `Not shown: ${text}.`);
    return () => clearTimeout(timer);
  }, [unreadable, text]);
  if (unreadable === 0) return null;
  return (
    <div className={styles.notice}>
      <Notice tone="warn">
        {text} could not be shown: the service sent {unreadable === 1 ? 'it' : 'them'} in a way this
        app does not know.
      </Notice>
    </div>
  );
}

type NothingMatchesProps = {
  list: Loading;
  text: string;
  onClear: () => void;
  onLoadAll: (byKeyboard: boolean) => Promise<boolean>;
};

export function NothingMatches({ list, text, onClear, onLoadAll }: NothingMatchesProps) {
  const { pages, loaded, end, status } = list;
  const typed = pathOfTypedId(text, pages);
  return (
    <StateCard
      icon={Search}
      title={
        <>
          {end === 'last'
            ? 'No bot user matches'
            : `Nothing in the ${formatNumber(loaded)} loaded matches`}
          {text && (
            <>
              {' “'}
              <UntrustedText text={shorten(text)} />”
            </>
          )}
        </>
      }
      actions={
        <>
          {typed && (
            <Button component={Link} to={typed.path}>
              <span>
                Open <UntrustedText text={shorten(typed.id)} />
              </span>
            </Button>
          )}
          <Button variant="default" onClick={onClear}>
            Clear filter
          </Button>
          {end === undefined && status !== 'all' && (
            <Button
              variant={typed ? 'default' : 'filled'}
              // A press with the keyboard has no click count.
              onClick={({ detail }) => void onLoadAll(detail === 0)}
            >
              Load all and search
            </Button>
          )}
        </>
      }
    >
      <p>{restText(end)}</p>
    </StateCard>
  );
}

function restText(end: ListEnd | undefined): string {
  if (end === undefined) return 'More bot users exist that are not loaded yet.';
  if (end === 'last') return 'All of them are loaded, and none matches.';
  return 'Loading stopped before the end. The service may have more.';
}
