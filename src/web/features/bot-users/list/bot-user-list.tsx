import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { lastList } from '#web/features/bot-users/data/last-opened.ts';
import type { BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { useExport } from '#web/features/bot-users/export/use-export.tsx';
import type { BulkCommand } from '#web/features/bot-users/selection/bulk-command.ts';
import { focusCountLine } from '#web/features/bot-users/list/count-line.tsx';
import { ListNotices, NextPageFailed } from '#web/features/bot-users/list/list-notices.tsx';
import { ListTools } from '#web/features/bot-users/list/list-tools.tsx';
import { useLinkSize } from '#web/features/bot-users/list/link-size.ts';
import { LoadFoot } from '#web/features/bot-users/list/load-foot.tsx';
import { matchTextOf } from '#web/features/bot-users/list/match-text.ts';
import { listParts } from '#web/features/bot-users/list-parts.ts';
import { PrintedRows } from '#web/features/bot-users/list/printed-rows.tsx';
import { useLoading } from '#web/features/bot-users/list/use-loading.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { useSelectedCount } from '#web/features/bot-users/selection/use-selection.ts';
import { BotUserTable } from '#web/features/bot-users/table/bot-user-table.tsx';
import { countById } from '#web/features/bot-users/view/filter.ts';
import {
  clearedFilter,
  hasFilter,
  listViewParams,
  readListView,
  type Sort,
} from '#web/features/bot-users/view/list-view.ts';
import { useShownRows } from '#web/features/bot-users/view/use-rows.ts';
import { formatNumber } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { announce } from '#web/ui/announcer.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { useAnnouncement } from '#web/ui/feedback/use-announcement.ts';
import { useShortcuts } from '#web/ui/use-shortcuts.ts';
import layout from '#web/ui/layout/layout.module.css';
import { SkipLink } from '#web/ui/layout/skip-link.tsx';
import { useViewParams } from '#web/ui/use-view-params.ts';
import styles from './bot-user-list.module.css';

const MatchLine = late(listParts, (parts) => parts.MatchLine);
const NameGroupsTable = late(listParts, (parts) => parts.NameGroupsTable);
const LinkSize = late(listParts, (parts) => parts.LinkSize);
const NothingMatches = late(listParts, (parts) => parts.NothingMatches);
const SelectionBar = late(listParts, (parts) => parts.SelectionBar);

export function BotUserList({ list }: { list: BotUserListState }) {
  const { pages, loaded, end, unreadable, labelOf } = list;
  const { cache, limiter } = useBotUsersContext();
  const address = useViewParams(session.containsKey);
  const view = { ...readListView(address.params), q: address.textError ? '' : address.text };
  const viewKey = JSON.stringify(view);
  const [only, setOnly] = useState<ReadonlySet<string>>();
  const [held, setHeld] = useState<{ id: string; viewKey: string }>();
  const heldId = held?.viewKey === viewKey ? held.id : undefined;
  if (held && !heldId) setHeld(undefined);
  const shown = useShownRows(pages, view, { only, held: heldId });
  const { rows, isPending } = shown;
  const isGrouped = view.by === 'groups';
  const shownForFocus = isGrouped ? [] : rows;
  const loading = useLoading(list, isPending ? undefined : shownForFocus);
  const hasSelected = useSelectedCount() > 0;
  const foot = useRef<HTMLDivElement>(null);
  const bulk = useRef<readonly BulkCommand[]>(null);
  const isFiltered = hasFilter(view) || only !== undefined;
  const isComplete = end === 'last';

  const { pathname, search } = useLocation();
  useEffect(() => lastList.set(pathname + search), [pathname, search]);

  if (!hasSelected && only) setOnly(undefined);

  const exports = useExport({
    allRows: cache.rows,
    shown: { rows, scope: only ? 'selected' : hasFilter(view) ? 'matching' : 'loaded' },
    known: { end, unreadable },
    perMinute: limiter.perMinute(),
    onLoadAll: () => loading.loadAll(),
  });

  const navigate = useNavigate();
  async function openId(text: string) {
    const parts = await listParts.fetch().catch(() => undefined);
    const path = parts?.pathToOpen(text, cache.rows());
    if (path !== undefined) void navigate(path);
  }

  // Whoever opens a link has not loaded what its maker had.
  const size = useLinkSize(address, {
    isView: isFiltered || view.sort !== 'service' || isGrouped,
    pages: pages.length,
    loaded,
    isComplete,
  });

  function sortBy(sort: Sort) {
    address.set(listViewParams({ sort }));
    announce(SORT_TEXTS[sort]);
  }
  useClearedAnnouncement(hasSelected, 'Selection cleared.');

  useShortcuts([{ key: 'Escape', does: 'Clear selection', run: selection.clear }]);
  // 10 ms at 100,000 rows.
  const byId = useMemo(() => countById(rows, shown.view.q), [rows, shown.view]);
  const matchText = matchTextOf({
    shown: rows.length,
    loaded,
    isStale: shown.isStale,
    byId,
    only: only !== undefined,
    isFiltered: hasFilter(view),
  });
  useAnnouncement(isFiltered && !isPending ? matchText : '');
  useClearedAnnouncement(isFiltered, 'Filter cleared.');

  return (
    <>
      <PrintedRows
        rows={rows}
        about={[
          `${formatNumber(loaded)} loaded`,
          ...(isComplete ? [] : [`the service ${end ? 'may have' : 'has'} more`]),
          ...(isFiltered ? [matchText] : []),
        ]}
        view={view}
      />
      <ListTools
        {...{ list, view, address, exports, bulk }}
        onEnter={(text) => !address.textError && void openId(text)}
      >
        {hasSelected && (
          <SelectionBar
            ref={bulk}
            rows={rows}
            isFiltered={isFiltered}
            showsOnly={only !== undefined}
            onShowOnly={(isOn) => setOnly(isOn ? new Set(selection.ids()) : undefined)}
          />
        )}
      </ListTools>
      {size !== undefined && size > loaded && end === undefined && (
        <LinkSize size={size} loading={loading} />
      )}
      <ListNotices unreadable={unreadable} />
      {isGrouped ? (
        <NameGroupsTable pages={pages} loaded={loaded} q={view.q} />
      ) : (
        <>
          {isFiltered && (
            <MatchLine
              text={matchText}
              q={only ? '' : view.q}
              group={only ? null : view.group}
              pending={isPending}
              selecting={only ? undefined : { list, rows, pending: isPending, viewKey, loading }}
              onView={address.set}
            />
          )}
          {view.sort !== 'service' && !isComplete && (
            <p className={`${layout.line} ${layout.num}`}>
              Sorted within the {formatNumber(loaded)} loaded.{' '}
              {end === undefined ? 'Load all to sort everything.' : 'The service may have more.'}
            </p>
          )}
          {rows.length > 0 || isPending ? (
            <>
              <SkipLink target={foot}>Skip the table</SkipLink>
              <BotUserTable
                rows={rows}
                labelOf={labelOf}
                complete={isComplete}
                view={shown.view}
                sort={view.sort}
                onSort={sortBy}
                onHold={(id) => view.status !== 'all' && setHeld({ id, viewKey })}
                onRelease={(id) => setHeld((now) => (now?.id === id ? undefined : now))}
                focusId={loading.focusId}
                onFocus={loading.setFocusId}
                onRowGone={focusCountLine}
              />
            </>
          ) : (
            isFiltered &&
            loaded > 0 && (
              <NothingMatches
                list={list}
                q={view.q}
                loading={loading}
                onClear={() => {
                  setOnly(undefined);
                  address.set(clearedFilter());
                }}
              />
            )
          )}
        </>
      )}
      <NextPageFailed list={list} loading={loading} />
      <div ref={foot} tabIndex={-1} className={styles.foot}>
        <LoadFoot list={list} loading={loading} />
      </div>
    </>
  );
}

const SORT_TEXTS: Record<Sort, string> = {
  name: 'Sorted by name, A to Z.',
  '-name': 'Sorted by name, Z to A.',
  created: 'Sorted by creation, oldest first.',
  '-created': 'Sorted by creation, newest first.',
  service: 'Sort removed.',
};

function useClearedAnnouncement(isOn: boolean, text: string) {
  const wasOn = useRef(isOn);
  useEffect(() => {
    if (wasOn.current && !isOn) announce(text);
    wasOn.current = isOn;
  }, [isOn, text]);
}
