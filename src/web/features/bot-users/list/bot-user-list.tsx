import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { lastList } from '#web/features/bot-users/data/last-opened.ts';
import type { ListEnd } from '#web/features/bot-users/data/pages.ts';
import { useWork, type BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { ExportButtons } from '#web/features/bot-users/export/export-dialog.tsx';
import { useExport } from '#web/features/bot-users/export/use-export.tsx';
import { ListNotices, NextPageFailed } from '#web/features/bot-users/list/list-notices.tsx';
import { ListTools } from '#web/features/bot-users/list/list-tools.tsx';
import { LoadFoot } from '#web/features/bot-users/list/load-foot.tsx';
import { MatchLine, matchTextOf } from '#web/features/bot-users/list/match-line.tsx';
import { NameGroupsTable } from '#web/features/bot-users/list/name-groups-table.tsx';
import { NothingMatches } from '#web/features/bot-users/list/nothing-matches.tsx';
import { PrintedRows } from '#web/features/bot-users/list/printed-rows.tsx';
import { useFocusOnAdded, useLoading } from '#web/features/bot-users/list/use-loading.ts';
import { SavedViewsMenu } from '#web/features/bot-users/saved-views/saved-views-menu.tsx';
import { SelectionBar } from '#web/features/bot-users/selection/selection-bar.tsx';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { useSelectedCount } from '#web/features/bot-users/selection/use-selection.ts';
import { BotUserTable } from '#web/features/bot-users/table/bot-user-table.tsx';
import { TableSettingsButton } from '#web/features/bot-users/table/table-settings-button.tsx';
import { useTableSettings } from '#web/features/bot-users/table/table-settings.ts';
import {
  clearedFilter,
  hasFilter,
  listViewParams,
  readListView,
  type ListView,
} from '#web/features/bot-users/view/list-view.ts';
import { useShownRows } from '#web/features/bot-users/view/use-rows.ts';
import { formatNumber } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { useAnnounce } from '#web/ui/feedback/announcer.tsx';
import { useShortcuts } from '#web/ui/keyboard/use-shortcuts.ts';
import layout from '#web/ui/layout/layout.module.css';
import { SkipLink } from '#web/ui/layout/skip-link.tsx';
import { useViewParams } from '#web/ui/table/use-view-params.ts';
import styles from './bot-user-list.module.css';

type BotUserListProps = {
  list: BotUserListState;
  countLine: RefObject<HTMLElement | null>;
  /** @param isAll everything, not only what is new at the top */
  onReadAgain: (isAll: boolean) => void;
};

/** The tools, the table and what leads to more rows. */
export function BotUserList({ list, countLine, onReadAgain }: BotUserListProps) {
  const { pages, loaded, end, unreadable, hasMore, labelOf } = list;
  const { cache, limiter, checkAll } = useBotUsersContext();
  const isChecking = useWork(checkAll).status === 'running';
  const { params, text, textError, setText, set } = useViewParams(session.containsKey);
  const view: ListView = { ...readListView(params), q: textError ? '' : text };
  const [only, setOnly] = useState<ReadonlySet<string>>();
  const [held, setHeld] = useState<string>();
  const shown = useShownRows(pages, view, { only, held });
  const { rows, isPending } = shown;
  const loading = useLoading(list, countLine);
  const [focusId, setFocusId] = useState<string>();
  useFocusOnAdded(loading, shownForFocus(view, shown), setFocusId);
  const hasSelected = useSelectedCount() > 0;
  const settings = useTableSettings();
  const field = useRef<HTMLInputElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const isFiltered = hasFilter(view) || only !== undefined;
  const isComplete = end === 'last';

  const { pathname, search } = useLocation();
  useEffect(() => lastList.set(pathname + search), [pathname, search]);

  // Nothing is left to be shown alone.
  if (!hasSelected && only) setOnly(undefined);
  // Another view asks for what it asks.
  const [heldFor, setHeldFor] = useState(shown.view);
  if (heldFor !== shown.view) {
    setHeldFor(shown.view);
    setHeld(undefined);
  }

  const exporting = useExport({
    allRows: cache.rows,
    loaded,
    matching: hasFilter(view) && !only ? rows : undefined,
    known: { end, unreadable },
    perMinute: limiter.perMinute(),
    onLoadAll: () => loading.loadAll(false),
  });
  useListKeys({ field, onLoadMore: hasMore ? () => void loading.loadMore(true) : undefined });
  const matchText = matchTextOf({
    shown: rows.length,
    loaded,
    isStale: shown.isStale,
    only: only !== undefined,
    isFiltered: hasFilter(view),
  });
  useMatchAnnouncement(isFiltered && !isPending ? matchText : undefined);
  const isFilteredAtAll = isFiltered && loaded > 0;

  return (
    <>
      <PrintedRows
        rows={rows}
        about={[
          `${formatNumber(loaded)} loaded`,
          ...(isComplete ? [] : [REST[end ?? 'more']]),
          ...(isFiltered ? [matchText] : []),
        ]}
        view={view}
      />
      <ListTools
        list={list}
        view={view}
        text={text}
        textError={textError}
        onText={setText}
        onView={set}
        field={field}
      >
        <SavedViewsMenu />
        <ExportButtons
          busy={exporting.busy}
          onExportLoaded={exporting.exportLoaded}
          onMore={() => exporting.open(isFiltered ? 'matching' : 'loaded')}
        />
        <TableSettingsButton />
      </ListTools>
      <ListNotices list={list} onReadAgain={onReadAgain} />
      {view.by === 'groups' ? (
        <NameGroupsTable pages={pages} among={formatNumber(loaded)} q={view.q} />
      ) : (
        <>
          {isFiltered && (
            <MatchLine
              text={matchText}
              group={only ? null : view.group}
              pending={isPending}
              onLeaveGroup={() => set(listViewParams({ group: null }))}
              onAllGroups={() => set(listViewParams({ group: null, by: 'groups' }))}
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
                settings={settings}
                view={shown.view}
                sort={view.sort}
                onSort={(sort) => set(listViewParams({ sort }))}
                onHold={(id) => view.status !== 'all' && setHeld(id)}
                onRelease={(id) => setHeld((now) => (now === id ? undefined : now))}
                focusId={focusId}
                onFocus={setFocusId}
                onRowGone={() => countLine.current?.focus()}
              />
            </>
          ) : (
            isFilteredAtAll && (
              <NothingMatches
                size={loaded}
                end={end}
                isChecking={isChecking}
                q={view.q}
                onClear={() => {
                  setOnly(undefined);
                  set(clearedFilter());
                }}
                onLoadAll={(byKeyboard) => void loading.loadAll(byKeyboard)}
                onCheck={() => onReadAgain(true)}
              />
            )
          )}
        </>
      )}
      <NextPageFailed
        list={list}
        onLoadMore={() => void loading.loadMore(false)}
        onLoadAll={() => void loading.loadAll(false)}
      />
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
        <LoadFoot
          list={list}
          onLoadMore={(byKeyboard) => void loading.loadMore(byKeyboard)}
          onLoadAll={(byKeyboard) => void loading.loadAll(byKeyboard)}
        />
      </div>
      {exporting.dialog}
    </>
  );
}

const NONE: readonly BotUser[] = [];

/** Among the name groups there is no row: it would get the focus whenever the rows are shown again. */
function shownForFocus(view: ListView, { rows, isPending }: ReturnType<typeof useShownRows>) {
  if (view.by === 'groups') return NONE;
  return isPending ? undefined : rows;
}

/** What follows the loaded rows, in words. */
const REST: Record<Exclude<ListEnd, 'last'> | 'more', string> = {
  more: 'the service has more',
  repeated: 'the service may have more',
  empty: 'the service may have more',
};

type ListKeys = {
  field: { current: HTMLInputElement | null };
  /** `undefined` when there is no more. */
  onLoadMore: (() => void) | undefined;
};

/** Single keys of the list; those of one row are the table's. */
function useListKeys({ field, onLoadMore }: ListKeys) {
  const navigate = useNavigate();
  useShortcuts([
    { key: '/', does: 'Filter loaded bot users', run: () => field.current?.focus() },
    { key: 'C', does: 'New bot user', run: () => void navigate(paths.botUserNew) },
    { key: 'L', does: 'Load more', run: () => onLoadMore?.() },
    { key: 'Escape', does: 'Clear selection', run: selection.clear },
  ]);
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
