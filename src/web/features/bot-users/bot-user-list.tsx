import { lazy, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { BotUserTable } from '#web/features/bot-users/bot-user-table.tsx';
import { lastList } from '#web/features/bot-users/last-opened.ts';
import {
  NothingMatches,
  NextPageFailed,
  ReadAgainFailed,
  Unreadable,
} from '#web/features/bot-users/list-notices.tsx';
import { CLEARED_FILTER, hasFilter, readListView } from '#web/features/bot-users/list-view.ts';
import { LoadFoot } from '#web/features/bot-users/load-foot.tsx';
import { MatchLine, matchText } from '#web/features/bot-users/match-line.tsx';
import { PrintedAbout } from '#web/features/bot-users/printed-about.tsx';
import { Tools } from '#web/features/bot-users/tools.tsx';
import { useArrival } from '#web/features/bot-users/use-arrival.ts';
import { useLabels } from '#web/features/bot-users/use-labels.ts';
import { useLoadKeys } from '#web/features/bot-users/use-load-keys.ts';
import type { Loading } from '#web/features/bot-users/use-loading.ts';
import type { Refresh } from '#web/features/bot-users/use-refresh.ts';
import { selection, useSelectedIds } from '#web/features/bot-users/use-selection.ts';
import { useShownRows, type Sort } from '#web/features/bot-users/use-shown-rows.ts';
import { formatNumber } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { announce } from '#web/ui/announcer.tsx';
import { OnDemand } from '#web/ui/on-demand.tsx';
import { useShortcuts } from '#web/ui/use-shortcuts.ts';
import { useViewParams } from '#web/ui/use-view-params.ts';
import styles from './bot-users-page.module.css';

const SelectionBar = lazy(async () => ({
  default: (await import('#web/features/bot-users/selection-bar.tsx')).SelectionBar,
}));

type BotUserListProps = { list: Loading; refresh: Refresh };

/** The tools, the rows and what leads to more of them. */
export function BotUserList({ list, refresh }: BotUserListProps) {
  const { pages, loaded, end, unreadable } = list;
  const address = useViewParams(session.containsKey);
  const view = readListView(address.params, address.textError ? '' : address.text);
  const text = useDeferredValue(view.text);
  const selected = useSelectedIds();
  const [showsOnly, setShowsOnly] = useState<ReadonlySet<string>>();
  const [switchedId, setSwitchedId] = useState<string>();
  const only = selected.size > 0 ? showsOnly : undefined;
  const { rows, counts, byId } = useShownRows(pages, {
    ...view,
    text,
    only,
    keptId: switchedId,
  });
  const labelOf = useLabels(pages);
  const [wantedId, setWantedId] = useArrival(rows);
  const load = useLoadKeys(list, rows, setWantedId);
  const foot = useRef<HTMLDivElement>(null);
  const isFiltered = hasFilter(view) || only !== undefined;
  const isComplete = end === 'last';
  const isPending = text !== view.text;
  const said = matchText({ shown: rows.length, loaded, byId, isOnly: only !== undefined });

  const { pathname, search } = useLocation();
  useEffect(() => lastList.set(pathname + search), [pathname, search]);
  useAnnouncement(isFiltered && !isPending ? said : '');
  useClearedAnnouncement(isFiltered, 'Filter cleared.');
  useClearedAnnouncement(selected.size > 0, 'Selection cleared.');
  useShortcuts([{ key: 'Escape', does: 'Clear selection', run: selection.clear }]);

  function sortBy(sort: Sort) {
    address.set({ sort });
    announce(SORT_TEXTS[sort]);
  }
  function clearFilter() {
    setShowsOnly(undefined);
    address.set(CLEARED_FILTER);
  }
  const scope = only ? 'selected' : hasFilter(view) ? 'matching' : 'loaded';

  return (
    <>
      <PrintedAbout {...{ rows, view, loaded, end }} matches={isFiltered ? said : ''} />
      <Tools {...{ list, view, address, counts }} shown={{ rows, scope }}>
        {selected.size > 0 && (
          <OnDemand>
            <SelectionBar
              rows={rows}
              isFiltered={isFiltered}
              showsOnly={only !== undefined}
              onShowOnly={(isWanted) => setShowsOnly(isWanted ? new Set(selected) : undefined)}
            />
          </OnDemand>
        )}
      </Tools>
      <ReadAgainFailed refresh={refresh} />
      <Unreadable count={unreadable} />
      {isFiltered && (
        <MatchLine
          text={isPending ? `Filtering the ${formatNumber(loaded)} loaded…` : said}
          marked={only ? '' : text}
          rows={rows}
          isSelectable={!only && !isPending}
          hasMore={end === undefined}
          onLoadAll={() => load.all(false)}
        />
      )}
      {view.sort !== '' && !isComplete && (
        <p className={`${styles.line} numbers`}>
          Sorted within the {formatNumber(loaded)} loaded.{' '}
          {end === undefined ? 'Load all to sort everything.' : 'The service may have more.'}
        </p>
      )}
      {rows.length > 0 ? (
        <>
          <a
            href="#more-bot-users"
            className={styles.skip}
            onClick={(event) => {
              event.preventDefault();
              foot.current?.focus();
            }}
          >
            Skip the table
          </a>
          <BotUserTable
            {...{ rows, labelOf, isComplete, wantedId }}
            sort={view.sort}
            onSort={sortBy}
            onSwitched={(id) => view.status !== 'all' && setSwitchedId(id)}
            onLeft={(id) => setSwitchedId((now) => (now === id ? undefined : now))}
            onWanted={setWantedId}
          />
        </>
      ) : (
        isFiltered &&
        loaded > 0 && (
          <NothingMatches list={list} text={text} onClear={clearFilter} onLoadAll={load.all} />
        )
      )}
      <NextPageFailed list={list} />
      <div ref={foot} id="more-bot-users" tabIndex={-1} className={styles.foot}>
        <LoadFoot list={list} load={load} />
      </div>
    </>
  );
}

const SORT_TEXTS: Record<Sort, string> = {
  name: 'Sorted by name, A to Z.',
  '-name': 'Sorted by name, Z to A.',
  created: 'Sorted by creation, oldest first.',
  '-created': 'Sorted by creation, newest first.',
  '': 'Sort removed.',
};

/** Half a second after the last change of the text, so that typing is not interrupted. */
function useAnnouncement(text: string) {
  useEffect(() => {
    if (text === '') return undefined;
    const timer = setTimeout(announce, 500, text);
    return () => clearTimeout(timer);
  }, [text]);
}

function useClearedAnnouncement(isOn: boolean, text: string) {
  const wasOn = useRef(isOn);
  useEffect(() => {
    if (wasOn.current && !isOn) announce(text);
    wasOn.current = isOn;
  }, [isOn, text]);
}
