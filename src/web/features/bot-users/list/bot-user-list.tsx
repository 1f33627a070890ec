import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { lastList } from '#web/features/bot-users/data/last-opened.ts';
import type { BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { ExportButtons } from '#web/features/bot-users/export/export-buttons.tsx';
import { useExport } from '#web/features/bot-users/export/use-export.tsx';
import { focusCountLine } from '#web/features/bot-users/list/count-line.tsx';
import { ListNotices, NextPageFailed } from '#web/features/bot-users/list/list-notices.tsx';
import { ListTools } from '#web/features/bot-users/list/list-tools.tsx';
import { LoadFoot } from '#web/features/bot-users/list/load-foot.tsx';
import { matchTextOf } from '#web/features/bot-users/list/match-text.ts';
import { listParts } from '#web/features/bot-users/list-parts.ts';
import { PrintedRows } from '#web/features/bot-users/list/printed-rows.tsx';
import { useLoading } from '#web/features/bot-users/list/use-loading.ts';
import { SavedViewsMenu } from '#web/features/bot-users/saved-views/saved-views-menu.tsx';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { useSelectedCount } from '#web/features/bot-users/selection/use-selection.ts';
import { BotUserTable } from '#web/features/bot-users/table/bot-user-table.tsx';
import { countById } from '#web/features/bot-users/view/filter.ts';
import {
  clearedFilter,
  hasFilter,
  listViewParams,
  readListView,
} from '#web/features/bot-users/view/list-view.ts';
import { useShownRows } from '#web/features/bot-users/view/use-rows.ts';
import { formatNumber } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { useAnnounce } from '#web/ui/feedback/announcer.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { useShortcuts } from '#web/ui/keyboard/use-shortcuts.ts';
import layout from '#web/ui/layout/layout.module.css';
import { SkipLink } from '#web/ui/layout/skip-link.tsx';
import { useViewParams } from '#web/ui/table/use-view-params.ts';
import styles from './bot-user-list.module.css';

const MatchLine = late(listParts, (parts) => parts.MatchLine);
const NameGroupsTable = late(listParts, (parts) => parts.NameGroupsTable);
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
  const isFiltered = hasFilter(view) || only !== undefined;
  const isComplete = end === 'last';

  const { pathname, search } = useLocation();
  useEffect(() => lastList.set(pathname + search), [pathname, search]);

  if (!hasSelected && only) setOnly(undefined);

  const exporting = useExport({
    allRows: cache.rows,
    loaded,
    matching: hasFilter(view) && !only ? rows : undefined,
    known: { end, unreadable },
    perMinute: limiter.perMinute(),
    onLoadAll: () => loading.loadAll(),
  });
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
  useMatchAnnouncement(isFiltered && !isPending ? matchText : undefined);

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
      <ListTools list={list} view={view} address={address}>
        <SavedViewsMenu />
        <ExportButtons
          busy={exporting.busy}
          onExportLoaded={exporting.exportLoaded}
          onMore={() => exporting.open(isFiltered ? 'matching' : 'loaded')}
        />
      </ListTools>
      <ListNotices unreadable={unreadable} />
      {isGrouped ? (
        <NameGroupsTable pages={pages} loaded={loaded} q={view.q} />
      ) : (
        <>
          {isFiltered && (
            <div className={styles.matches}>
              <MatchLine
                text={matchText}
                q={only ? '' : view.q}
                group={only ? null : view.group}
                pending={isPending}
                selecting={only ? undefined : { list, rows, pending: isPending, viewKey, loading }}
                onView={address.set}
              />
            </div>
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
                onSort={(sort) => address.set(listViewParams({ sort }))}
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
        {hasSelected && (
          <SelectionBar
            rows={rows}
            isFiltered={isFiltered}
            showsOnly={only !== undefined}
            onShowOnly={(isOn) => setOnly(isOn ? new Set(selection.ids()) : undefined)}
            onExport={() => exporting.open('selected')}
          />
        )}
        <LoadFoot list={list} loading={loading} />
      </div>
      {exporting.dialog}
    </>
  );
}

/** Half a second after the last key, so that typing is not talked over. */
function useMatchAnnouncement(text: string | undefined) {
  const announce = useAnnounce();
  useEffect(() => {
    if (text === undefined) return undefined;
    const timer = setTimeout(announce, 500, text);
    return () => clearTimeout(timer);
  }, [text, announce]);
}
