import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { pacer } from '#web/api/pacer.ts';
import { session } from '#web/session/session.ts';
import { ExportButtons } from '#web/features/bot-users/export/export-buttons.tsx';
import { useExport } from '#web/features/bot-users/export/use-export.tsx';
import {
  clearedFilter,
  hasFilter,
  listViewParams,
  readListView,
  type ListView,
} from '#web/features/bot-users/view/list-view.ts';
import { useShownRows } from '#web/features/bot-users/view/use-shown-rows.ts';
import { lastList } from '#web/features/bot-users/list/last-opened.ts';
import { ListNotices, NextPageFailed } from '#web/features/bot-users/list/list-notices.tsx';
import { ListTools } from '#web/features/bot-users/list/list-tools.tsx';
import { LoadFoot } from '#web/features/bot-users/list/load-foot.tsx';
import { MatchLine } from '#web/features/bot-users/list/match-line.tsx';
import { NameGroupsTable } from '#web/features/bot-users/list/name-groups-table.tsx';
import { NothingMatches } from '#web/features/bot-users/list/nothing-matches.tsx';
import type { LoadedBotUsers } from '#web/features/bot-users/data/loaded-bot-users.ts';
import type { LoaderState } from '#web/features/bot-users/data/loader.ts';
import type { Rows, Slot } from '#web/features/bot-users/data/row-store.ts';
import type { Follows } from '#web/features/bot-users/data/reading.ts';
import { SelectionBar } from '#web/features/bot-users/selection/selection-bar.tsx';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { useSelectedCount } from '#web/features/bot-users/selection/use-selection.ts';
import { TableSettingsButton } from '#web/features/bot-users/table/table-settings-button.tsx';
import { useTableSettings } from '#web/features/bot-users/table/table-settings.ts';
import { BotUserTable } from '#web/features/bot-users/table/bot-user-table.tsx';
import { useLoaderState, useRowCounts } from '#web/features/bot-users/data/use-loading.ts';
import { PrintedRows } from '#web/features/bot-users/list/printed-rows.tsx';
import { SavedViewsMenu } from '#web/features/bot-users/saved-views/saved-views-menu.tsx';
import { paths } from '#web/paths.ts';
import { useAnnounce } from '#web/ui/feedback/announcer.tsx';
import { formatNumber } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';
import { SkipLink } from '#web/ui/layout/skip-link.tsx';
import { useShortcuts } from '#web/ui/keyboard/use-shortcuts.ts';
import { useViewParams } from '#web/ui/table/use-view-params.ts';
import styles from './bot-user-list.module.css';

type BotUserListProps = {
  loaded: LoadedBotUsers;
  /** A row that gets the focus. */
  focusId: string | undefined;
  onFocus: (id: string | undefined) => void;
  onLoadMore: (byKeyboard: boolean) => void;
  onLoadAll: (byKeyboard: boolean) => Promise<LoaderState>;
  /** @param through everything, not only what is new at the top */
  onReadAgain: (through: boolean) => void;
  onRowGone: () => void;
};

/** The tools, the table and what leads to more rows. */
export function BotUserList(props: BotUserListProps) {
  const { loaded, focusId, onFocus, onLoadMore, onLoadAll, onReadAgain, onRowGone } = props;
  const { rows, shown } = loaded;
  const { params, text, textError, setText, set } = useViewParams(session.containsKey);
  const view: ListView = { ...readListView(params), q: textError ? '' : text };
  const [only, setOnly] = useState<ReadonlySet<string>>();
  const { slots, pending, view: shownView } = useShownRows(shown, view, only, loaded.calm.shown);
  const { shownBots, labelOf } = usePlainRows(rows, slots);
  const { follows, unreadable, wanted } = useLoaderState(loaded);
  const { size } = useRowCounts(loaded);
  const hasSelected = useSelectedCount() > 0;
  const settings = useTableSettings();
  const field = useRef<HTMLInputElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const isFiltered = hasFilter(view) || only !== undefined;
  const complete = follows === 'end';

  const { pathname, search } = useLocation();
  useEffect(() => lastList.set(pathname + search), [pathname, search]);
  // A row that goes with the page tells of no pointer or focus that leaves it.
  useEffect(() => () => shown.release(), [shown]);

  // Nothing is left to be shown alone.
  if (!hasSelected && only) setOnly(undefined);

  const exporting = useExport({
    rows,
    matching: hasFilter(view) && !only ? slots : undefined,
    known: { follows, unreadable },
    perMinute: pacer().perMinute,
    onLoadAll: () => onLoadAll(false),
  });
  useListKeys({ field, onLoadMore: follows === 'more' ? () => onLoadMore(true) : undefined });
  const shownText = `${formatNumber(slots.length)} of the ${formatNumber(size)} loaded`;
  // What the filter hides is the reason to look at the selected ones alone.
  const despite = hasFilter(view) ? ', whatever the filter says' : '';
  const matchText = only
    ? `${shownText} are shown: those that were selected${despite}`
    : `${shownText} match`;
  useMatchAnnouncement(isFiltered && !pending ? matchText : undefined);

  return (
    <>
      <PrintedRows
        rows={rows}
        shown={slots}
        about={[
          `${formatNumber(size)} loaded`,
          ...(complete ? [] : [REST[follows]]),
          ...(isFiltered ? [matchText] : []),
        ]}
        view={view}
      />
      <ListTools
        loaded={loaded}
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
      <ListNotices loaded={loaded} onReadAgain={onReadAgain} />
      {view.by === 'groups' ? (
        <NameGroupsTable groups={loaded.groups} among={formatNumber(size)} q={view.q} />
      ) : (
        <>
          {isFiltered && (
            <MatchLine
              text={matchText}
              group={only ? null : view.group}
              pending={pending}
              onLeaveGroup={() => set(listViewParams({ group: null }))}
              onAllGroups={() => set(listViewParams({ group: null, by: 'groups' }))}
            />
          )}
          {view.sort !== 'service' && !complete && (
            <p className={`${layout.line} ${layout.num}`}>
              Sorted within the {formatNumber(size)} loaded.{' '}
              {follows === 'more' ? 'Load all to sort everything.' : 'The service may have more.'}
            </p>
          )}
          {slots.length > 0 || pending ? (
            <>
              <SkipLink target={foot}>Skip the table</SkipLink>
              <BotUserTable
                rows={shownBots}
                labelOf={labelOf}
                complete={complete}
                settings={settings}
                view={shownView}
                sort={view.sort}
                onSort={(sort) => set(listViewParams({ sort }))}
                onHold={shown.hold}
                onRelease={shown.release}
                focusId={focusId}
                onFocus={onFocus}
                onRowGone={onRowGone}
              />
            </>
          ) : (
            <NothingMatches
              size={size}
              follows={follows}
              isChecking={wanted.includes('check')}
              q={view.q}
              onClear={() => {
                setOnly(undefined);
                set(clearedFilter());
              }}
              onLoadAll={(byKeyboard) => void onLoadAll(byKeyboard)}
              onCheck={() => onReadAgain(true)}
            />
          )}
        </>
      )}
      <NextPageFailed
        loaded={loaded}
        onLoadMore={() => onLoadMore(false)}
        onLoadAll={() => void onLoadAll(false)}
      />
      <div ref={foot} tabIndex={-1} className={styles.foot}>
        {hasSelected && (
          <SelectionBar
            rows={rows}
            shown={slots}
            isFiltered={isFiltered}
            showsOnly={only !== undefined}
            onShowOnly={(isOn) => setOnly(isOn ? new Set(selection.ids()) : undefined)}
            onExport={() => exporting.open('selected')}
          />
        )}
        <LoadFoot
          loaded={loaded}
          onLoadMore={onLoadMore}
          onLoadAll={(byKeyboard) => void onLoadAll(byKeyboard)}
        />
      </div>
      {exporting.dialog}
    </>
  );
}

/** Temporary, until the list is on useInfiniteQuery: the table takes plain rows. */
function usePlainRows(rows: Rows, slots: readonly Slot[]) {
  'use no memo'; // the store changes in place
  const [version, changed] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => rows.onChange(changed), [rows]);
  return useMemo(
    () => ({
      shownBots: slots.map((slot) => rows.at(slot)),
      labelOf: (bot: BotUser) => rows.labelOf(bot.id),
      version,
    }),
    [rows, slots, version],
  );
}

/** What follows the loaded rows, in words. */
const REST: Record<Exclude<Follows, 'end'>, string> = {
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
