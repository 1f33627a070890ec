import { Box, Button } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import Search from 'lucide-react/icons/search';
import { Link } from 'react-router-dom';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { loadAll } from '#web/features/bot-users/loader.ts';
import { pathOfTypedId } from '#web/features/bot-users/path-to-open.ts';
import type { Loading } from '#web/features/bot-users/loader.ts';
import type { Refresh } from '#web/features/bot-users/use-refresh.ts';
import { count, formatNumber, shorten } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { StateCard } from '#web/ui/state-card.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

export const ReadAgainFailed = ({ refresh: { error, mutate } }: { refresh: Refresh }) =>
  error && (
    <Failed title="Bot users could not be read again." error={error} onRetry={() => mutate()}>
      What you see was read before.
    </Failed>
  );

type NextPageFailedProps = { list: Loading; onRetry: () => void };

/** Below the rows: why no more of them have come. */
export const NextPageFailed = ({ list: { nextPageError }, onRetry }: NextPageFailedProps) =>
  nextPageError && (
    <Failed title="The next page could not be loaded." error={nextPageError} onRetry={onRetry} />
  );

type FailedProps = { title: string; error: Error; onRetry: () => void; children?: string };

function Failed({ title, error, onRetry, children }: FailedProps) {
  // "You are offline" is said in another tense afterwards.
  useNetwork();
  return (
    <Box p="md">
      <Notice tone="danger" role="alert" title={title} details={detailsOf(error)} onRetry={onRetry}>
        {reasonOf(error, 'read')} {children}
      </Notice>
    </Box>
  );
}

export const Unreadable = ({ count: unreadable }: { count: number }) =>
  unreadable > 0 && (
    <Box p="md">
      <Notice tone="warn" role="status">
        {count(unreadable, 'bot user')} could not be shown: the service sent{' '}
        {unreadable === 1 ? 'it' : 'them'} in a way this app does not know.
      </Notice>
    </Box>
  );

type NothingMatchesProps = { list: Loading; text: string; onClear: () => void };

export function NothingMatches({ list, text, onClear }: NothingMatchesProps) {
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
            <Button variant={typed ? 'default' : 'filled'} onClick={() => void loadAll()}>
              Load all and search
            </Button>
          )}
        </>
      }
    >
      <p>
        {end === undefined
          ? 'More bot users exist that are not loaded yet.'
          : end === 'last'
            ? 'All of them are loaded, and none matches.'
            : 'Loading stopped before the end. The service may have more.'}
      </p>
    </StateCard>
  );
}
