import { Button, TextInput } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import Search from 'lucide-react/icons/search';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { session } from '#web/api/session.ts';
import { BotUserTable } from '#web/features/bot-users/bot-user-table.tsx';
import { exportBotUsers } from '#web/features/bot-users/export-bot-users.ts';
import { lastList } from '#web/features/bot-users/last-opened.ts';
import {
  listViewParams,
  readListView,
  viewRows,
  type Status,
} from '#web/features/bot-users/list-view.ts';
import type { Loaded } from '#web/features/bot-users/local-changes.ts';
import type { whatFollows } from '#web/features/bot-users/queries.ts';
import type { ListFailure } from '#web/features/bot-users/use-list-failure.ts';
import { icon } from '#web/ui/icon.ts';
import { BusyButton } from '#web/ui/busy-button.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { ForeignText } from '#web/ui/foreign-text.tsx';
import { count, formatNumber, shorten } from '#web/ui/format.ts';
import layout from '#web/ui/layout.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { StateCard } from '#web/ui/state-card.tsx';
import { useViewParams } from '#web/ui/use-view-params.ts';

type BotUserListProps = {
  rows: BotUser[];
  unreadable: number;
  follows: ReturnType<typeof whatFollows>['state'];
  query: UseInfiniteQueryResult<Loaded>;
  failure: ListFailure;
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
  failure,
  focusId,
  onFocused,
  onLoadMore,
  onRowGone,
}: BotUserListProps) {
  const { params, text, textError, setText, set } = useViewParams(session.tellsKey);
  const view = readListView(params);
  const [held, setHeld] = useState<string>();
  const { pathname, search } = useLocation();
  useEffect(() => lastList.set(pathname + search), [pathname, search]);

  const shown = viewRows(rows, view, held);
  const active = rows.filter((bot) => bot.active).length;
  const loaded = formatNumber(rows.length);
  const more = follows === 'more';

  return (
    <>
      <div className={layout.tools}>
        <TextInput
          type="search"
          className={layout.search}
          aria-label="Filter loaded bot users"
          aria-describedby="bot-user-count"
          placeholder={`Filter the ${loaded} loaded`}
          leftSection={<Search {...icon} />}
          value={text}
          error={textError && <FieldError text={textError} alert />}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Segmented<Status>
          legend="Status"
          value={view.status}
          onChange={(status) => set(listViewParams({ status }))}
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
          leftSection={<Download {...icon} />}
          onClick={() => exportBotUsers(rows)}
        >
          Export loaded
        </Button>
      </div>
      {/* There from the start, so that it is read out when its text comes. */}
      <p aria-live="polite" className={view.q === '' ? undefined : `${layout.line} ${layout.num}`}>
        {view.q !== '' && `${formatNumber(shown.length)} of the ${loaded} loaded match`}
      </p>
      {view.sort !== 'service' && more && (
        <p className={`${layout.line} ${layout.num}`}>
          Sorted within the {loaded} loaded. Load more to sort more.
        </p>
      )}
      {failure === 'refresh' && (
        <Notice
          tone="danger"
          role="alert"
          title="Bot users could not be read again."
          className={layout.inCard}
          actions={
            <BusyButton
              size="xs"
              variant="default"
              busy={query.isFetching}
              onClick={() => void query.refetch()}
            >
              Try again
            </BusyButton>
          }
        >
          {reasonOf(query.error, 'read')} What you see was read before.
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
          onSort={(sort) => set(listViewParams({ sort }))}
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
            <>
              {more ? `Nothing in the ${loaded} loaded matches` : 'No bot user matches'}
              {view.q && (
                <>
                  {' “'}
                  <ForeignText text={shorten(view.q)} />”
                </>
              )}
            </>
          }
          actions={
            <Button variant="default" onClick={() => set({ q: '', status: '' })}>
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

      {failure === 'next-page' && (
        <Notice
          tone="danger"
          role="alert"
          title="The next page could not be loaded."
          className={layout.inCard}
          actions={
            <BusyButton
              size="xs"
              variant="default"
              busy={query.isFetching}
              onClick={() => onLoadMore(false)}
            >
              Try again
            </BusyButton>
          }
        >
          {reasonOf(query.error, 'read')}
        </Notice>
      )}
      {more && failure !== 'next-page' && (
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
