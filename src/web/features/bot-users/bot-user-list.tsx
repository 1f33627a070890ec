import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { BotUserTable } from '#web/features/bot-users/bot-user-table.tsx';
import {
  listViewSearch,
  readListView,
  viewRows,
  type ListView,
  type Status,
} from '#web/features/bot-users/list-view.ts';
import type { Loaded } from '#web/features/bot-users/local-changes.ts';
import type { whatFollows } from '#web/features/bot-users/queries.ts';
import { useAnnounce } from '#web/ui/announcer.tsx';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { toCsv } from '#web/ui/csv.ts';
import { download } from '#web/ui/download.ts';
import { count, formatNumber } from '#web/ui/format.ts';
import layout from '#web/ui/layout.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { StateCard } from '#web/ui/state-card.tsx';

type BotUserListProps = {
  rows: BotUser[];
  unreadable: number;
  follows: ReturnType<typeof whatFollows>['state'];
  query: UseInfiniteQueryResult<Loaded>;
  focusId: string | undefined;
  onFocused: () => void;
  onLoadMore: (byKeyboard: boolean) => void;
  onRowGone: () => void;
};

/** The tools, the table and what leads to more rows. */
export function BotUserList({
  rows,
  unreadable,
  follows,
  query,
  focusId,
  onFocused,
  onLoadMore,
  onRowGone,
}: BotUserListProps) {
  const [search, setSearch] = useSearchParams();
  const announce = useAnnounce();
  const view = readListView(search);
  const [typed, setTyped] = useState(view.q);
  const [held, setHeld] = useState<string>();

  const shown = viewRows(rows, view, held);
  const active = rows.filter((bot) => bot.active).length;
  const loaded = formatNumber(rows.length);
  const more = follows === 'more';

  const change = (part: Partial<ListView>) =>
    setSearch(listViewSearch({ ...readListView(search), ...part }), {
      replace: true,
      preventScrollReset: true,
    });
  const filter = useDebouncedCallback((q: string) => change({ q }), 200);
  const tellMatches = useDebouncedCallback((q: string) => {
    const matches = viewRows(rows, { ...view, q }).length;
    if (q !== '') announce(`${formatNumber(matches)} of the ${loaded} loaded match`);
  }, 500);

  const type = (q: string) => {
    setTyped(q);
    filter(q);
    tellMatches(q);
  };
  const clearFilter = () => {
    setTyped('');
    change({ q: '', status: 'all' });
  };

  return (
    <>
      <div className={layout.tools}>
        <TextInput
          type="search"
          className={layout.search}
          aria-label="Filter loaded bot users"
          placeholder={`Filter the ${loaded} loaded`}
          leftSection={<Search size={16} strokeWidth={1.6} aria-hidden />}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Segmented<Status>
          legend="Status"
          value={view.status}
          onChange={(status) => change({ status })}
          options={[
            { value: 'all', text: 'All', count: loaded },
            { value: 'active', text: 'Active', name: 'Only active', count: formatNumber(active) },
            {
              value: 'inactive',
              text: 'Inactive',
              name: 'Only inactive',
              count: formatNumber(rows.length - active),
            },
          ]}
        />
        <span className={layout.grow} />
        <Button
          variant="subtle"
          size="xs"
          leftSection={<Download size={16} strokeWidth={1.6} aria-hidden />}
          onClick={() => exportRows(rows)}
        >
          Export loaded
        </Button>
      </div>
      {view.q !== '' && shown.length > 0 && (
        <p className={`${layout.line} ${layout.num}`}>
          {formatNumber(shown.length)} of the {loaded} loaded match
        </p>
      )}
      {view.sort !== 'service' && more && (
        <p className={`${layout.line} ${layout.num}`}>
          Sorted within the {loaded} loaded. Load more to sort more.
        </p>
      )}
      {query.isRefetchError && (
        <Notice
          tone="danger"
          role="alert"
          title="Bot users could not be read again."
          className={layout.inCard}
          actions={
            <Button size="xs" variant="default" onClick={() => void query.refetch()}>
              Try again
            </Button>
          }
        >
          {reasonOf(query.error)} What you see was read before.
        </Notice>
      )}
      {unreadable > 0 && (
        <Notice tone="warn" role="status" className={layout.inCard}>
          {count(unreadable, 'bot user')} could not be shown: the service sent{' '}
          {unreadable === 1 ? 'it' : 'them'} in a way this app does not know.
        </Notice>
      )}

      {shown.length > 0 ? (
        <BotUserTable
          rows={rows}
          shown={shown}
          complete={!more}
          sort={view.sort}
          onSort={(sort) => change({ sort })}
          onHold={setHeld}
          onRelease={(id) => setHeld((now) => (now === id ? undefined : now))}
          focusId={focusId}
          onFocused={onFocused}
          onRowGone={onRowGone}
        />
      ) : (
        <StateCard
          icon={Search}
          title={
            more
              ? `Nothing in the ${loaded} loaded matches${view.q ? ` “${view.q}”` : ''}`
              : `No bot user matches${view.q ? ` “${view.q}”` : ''}`
          }
          actions={
            <Button variant="default" onClick={clearFilter}>
              Clear filter
            </Button>
          }
        >
          <p>
            {more
              ? 'More bot users exist that are not loaded yet.'
              : 'All of them are loaded, and none matches.'}
          </p>
        </StateCard>
      )}

      {query.isFetchNextPageError && (
        <Notice
          tone="danger"
          role="alert"
          title="The next page could not be loaded."
          className={layout.inCard}
          actions={
            <Button size="xs" variant="default" onClick={() => onLoadMore(false)}>
              Try again
            </Button>
          }
        >
          {reasonOf(query.error)}
        </Notice>
      )}
      {more && !query.isFetchNextPageError && (
        <div className={layout.foot}>
          <span className={`${layout.muted} ${layout.num} ${layout.grow}`}>{loaded} loaded</span>
          <BusyButton
            variant="default"
            size="xs"
            busy={query.isFetching}
            // A press with the keyboard has no click count.
            onClick={(event) => onLoadMore(event.detail === 0)}
          >
            Load more
          </BusyButton>
        </div>
      )}
    </>
  );
}

function exportRows(rows: BotUser[]) {
  const cells = rows.map(({ id, name, active, created_at }) => [
    id,
    name,
    active ? 'active' : 'inactive',
    created_at,
  ]);
  const text = toCsv([['id', 'name', 'state', 'created_at'], ...cells]);
  download(text, `bot-users-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv');
}
