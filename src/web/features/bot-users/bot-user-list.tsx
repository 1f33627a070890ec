import { Box, Button, Group } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { BotUserTable } from '#web/features/bot-users/bot-user-table.tsx';
import { lastList, useArrival } from '#web/features/bot-users/last-opened.ts';
import { NothingMatches, Unreadable } from '#web/features/bot-users/list-states.tsx';
import { LoadFoot } from '#web/features/bot-users/load-foot.tsx';
import type { Loading, Refresh } from '#web/features/bot-users/loader.ts';
import { loadFoot } from '#web/features/bot-users/rows-in-document.ts';
import { selection } from '#web/features/bot-users/selection.ts';
import { Tools } from '#web/features/bot-users/tools.tsx';
import {
  hasFilter,
  labelOfLoaded,
  readListView,
  useShownRows,
  type ListView,
} from '#web/features/bot-users/use-shown-rows.ts';
import { count, formatNumber, shorten } from '#web/lib/format.ts';
import { absoluteTime } from '#web/lib/time.ts';
import { session } from '#web/session/session.ts';
import { useFilterAnnouncement } from '#web/ui/announcer.tsx';
import { focusOn } from '#web/ui/focus.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { useShortcuts } from '#web/ui/use-shortcuts.ts';
import { useViewParams } from '#web/ui/use-view-params.ts';

const SelectionBar = onDemand(
  () => import('#web/features/bot-users/selection-bar.tsx'),
  'SelectionBar',
);

/** The tools, the rows and what leads to more of them. */
export function BotUserList({ list, refresh }: { list: Loading; refresh: Refresh }) {
  const { pages, loaded, end, unreadable } = list;
  const address = useViewParams(session.containsKey);
  const view = readListView(address.params, address.textError ? '' : address.text);
  const text = useDeferredValue(view.text);
  const hasSelected = selection.useIds().size > 0;
  const [switchedId, setSwitchedId] = useState<string>();
  const { rows, counts } = useShownRows(pages, { ...view, text }, switchedId);
  const labelOf = useMemo(() => labelOfLoaded(pages), [pages]);
  const [wantedId, setWantedId] = useArrival(rows);
  const isFiltered = hasFilter(view);
  const shown = { rows, isFiltered };
  const isPending = text !== view.text;
  const verb = rows.length === 1 ? 'matches' : 'match';
  const matches = `${formatNumber(rows.length)} of the ${formatNumber(loaded)} loaded ${verb}`;

  const { pathname, search } = useLocation();
  useEffect(() => lastList.set({ address: pathname + search, rows }), [pathname, search, rows]);
  const filter = `${view.status} ${pages.length} ${text}`;
  useFilterAnnouncement(matches, isFiltered && !isPending ? filter : undefined);
  useShortcuts([{ key: 'Escape', does: 'Clear selection', run: selection.clear }]);

  return (
    <>
      <Tools view={view} address={address} shown={shown} counts={counts}>
        {hasSelected && <SelectionBar shown={shown} />}
      </Tools>
      {refresh.error && (
        <Box p="md">
          <ReadFailed
            title="Bot users could not be read again."
            error={refresh.error}
            onRetry={refresh.mutate}
          >
            What you see was read before.
          </ReadFailed>
        </Box>
      )}
      <Unreadable count={unreadable} />
      {isFiltered && (
        <Group gap="xs" px="sm" py={4} mih={36} className="dim numbers ruled">
          <p>{isPending ? `Filtering the ${formatNumber(loaded)} loaded…` : matches}</p>
          {/* What stands in place of the rows says that nothing matches. */}
          {!isPending && rows.length > 0 && !hasSelected && (
            <Button
              size="compact-sm"
              variant="subtle"
              px={0}
              td="underline"
              onClick={() => selection.add(rows.map(({ id }) => id))}
            >
              Select the {count(rows.length, 'that matches', 'that match')}
            </Button>
          )}
        </Group>
      )}
      {view.sort !== '' && end !== 'last' && (
        <Group px="sm" py={4} mih={36} className="dim numbers ruled">
          Sorted within the {formatNumber(loaded)} loaded.{' '}
          {end === undefined ? 'Load all to sort everything.' : 'The service may have more.'}
        </Group>
      )}
      {rows.length > 0 ? (
        <>
          <a
            href={`#${loadFoot.id}`}
            className="screen-only skip"
            onClick={(event) => {
              event.preventDefault();
              focusOn(loadFoot.id);
            }}
          >
            Skip the table
          </a>
          <PrintedAbout {...{ view, loaded }} />
          <BotUserTable
            {...{ rows, labelOf, wantedId }}
            isComplete={end === 'last'}
            sort={view.sort}
            onSort={(sort) => address.set({ sort })}
            onSwitched={(id) => view.status !== 'all' && setSwitchedId(id)}
            onLeft={(id) => setSwitchedId((now) => (now === id ? undefined : now))}
            onWanted={setWantedId}
          />
        </>
      ) : (
        isFiltered &&
        loaded > 0 && (
          <NothingMatches
            list={list}
            text={text}
            onClear={() => address.set({ q: '', status: '' })}
          />
        )
      )}
      <LoadFoot list={list} view={view} onWanted={setWantedId} />
    </>
  );
}

/** On paper, above the table: when it was printed, and what the tools say on the screen. */
function PrintedAbout({ view, loaded }: { view: ListView; loaded: number }) {
  const [printedAt, setPrintedAt] = useState(Date.now);
  // The browser does not wait for a later render.
  useWindowEvent('beforeprint', () => flushSync(() => setPrintedAt(Date.now())));
  const filters = [
    view.text && `text ${shorten(view.text)}`,
    view.status !== 'all' && `status ${view.status}`,
    view.sort && `sort ${view.sort}`,
  ].filter(Boolean);
  return (
    <Box component="p" px="sm" py="xs" className="print-only">
      Printed {absoluteTime(printedAt)}, {formatNumber(loaded)} loaded
      <UntrustedText text={filters.length > 0 ? `, filter ${filters.join(', ')}` : ''} />.
    </Box>
  );
}
