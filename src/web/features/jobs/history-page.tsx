import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { Fragment, useRef, useState, type SubmitEvent } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { HistoryQuery, type HistoryEntry } from '#contract/history.ts';
import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import { Dim } from '#web/features/jobs/cells.tsx';
import { historyCsv, RESOURCES } from '#web/features/jobs/history-words.ts';
import { HistoryTable, useHistory } from '#web/features/jobs/history.tsx';
import { RecentChanges } from '#web/features/jobs/recent-changes-drawer.tsx';
import { download } from '#web/lib/download.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { paths, pathTo } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { announce } from '#web/ui/announcer.tsx';
import { focusFirst } from '#web/ui/focus.ts';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { Page } from '#web/ui/page.tsx';
import { nameOf, toSafeLine } from '#web/ui/safe-line.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

/** Who has changed what; where the service does not keep that, what this browser has changed. */
export function Component() {
  const { key, search } = useLocation();
  const filters = filtersIn(search);
  const list = useHistory({ limit: String(PAGE_LIMIT_MAX), ...filters }, key);
  const { entries, hasNextPage } = list;
  const isFiltered = Object.keys(filters).length > 0;
  const pages = list.data?.pages ?? [];
  const foot = useRef<HTMLDivElement>(null);
  const isByKeyboard = useRef(false);
  const lastSearch = useRef(search);
  useDidUpdate(() => {
    // Back to other filters finds all that was loaded with them.
    const isMore = pages.length > 1 && lastSearch.current === search;
    lastSearch.current = search;
    const added = pages.at(-1)?.history.length ?? 0;
    const size = formatNumber(entries.length);
    if (isMore) announce(`${formatNumber(added)} more loaded, ${size} in all.`);
    else if (entries.length > 0) announce(`${count(entries.length, 'change')} loaded.`);
    // The focus is still where it was, or has gone with the button.
    const now = document.activeElement;
    const isKept = now?.contains(foot.current) || foot.current?.contains(now);
    const first = document.querySelector(`tr[data-index="${entries.length - added}"]`);
    if (isByKeyboard.current && isKept && first) focusFirst([first]);
    isByKeyboard.current = false;
  }, [pages.length, search]);

  function exportLoaded() {
    const name = `history-${hasNextPage ? 'partial-' : ''}${new Date().toISOString().slice(0, 10)}`;
    download(historyCsv(entries), `${name}.csv`, 'text/csv');
  }

  return (
    <Page title="History">
      <Stack component="section" className="card" p="md" aria-label="History">
        {list.isKept ? (
          <>
            <Filters filters={filters} authors={list.authors} />
            <HistoryTable
              list={list}
              empty={isFiltered ? 'No change matches.' : 'Nothing was changed yet.'}
              last="Resource"
            >
              {({ resource }) => <Resource {...resource} />}
            </HistoryTable>
            <Group ref={foot} justify="flex-end">
              {entries.length > 0 && <Button onClick={exportLoaded}>Export</Button>}
              {hasNextPage && (
                <SubmitButton
                  variant="default"
                  busy={list.isFetching}
                  onClick={({ detail }) => {
                    // A press with the keyboard has no click count, and goes on at the first new row.
                    isByKeyboard.current = detail === 0;
                    void list.fetchNextPage();
                  }}
                >
                  Load more
                </SubmitButton>
              )}
            </Group>
          </>
        ) : (
          <>
            <Notice tone="neutral" title="This service keeps no history.">
              You see what was changed in this browser.
            </Notice>
            <RecentChanges />
          </>
        )}
      </Stack>
    </Page>
  );
}

/** None where the service would refuse them, and never the key. */
function filtersIn(search: string): Record<string, string> {
  const filters = Object.fromEntries(new URLSearchParams(search));
  const isGood = z.safeParse(HistoryQuery, filters).success;
  return isGood && !session.containsKey(Object.values(filters).join('\n')) ? filters : {};
}

const OPERATIONS = [
  { value: '', label: 'Anything' },
  { value: 'create', label: 'Created' },
  { value: 'update', label: 'Changed' },
  { value: 'delete', label: 'Deleted' },
];

type FiltersProps = { filters: Record<string, string>; authors: Map<string, string> };

/** They go into the address by the button, for each is a request. */
function Filters({ filters, authors }: FiltersProps) {
  const [, setParams] = useSearchParams();
  const { who = '' } = filters;
  /** Also those whom a filter leaves out now. */
  const [seen, setSeen] = useState(authors);
  if ([...authors.keys()].some((id) => !seen.has(id))) setSeen(new Map([...seen, ...authors]));
  const people = new Map([['', 'Anyone'], [who, who || 'Anyone'], ...seen]);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    // The fields are drawn anew with the address.
    event.submitter?.focus();
    const wanted = new URLSearchParams();
    for (const [name, text] of new FormData(event.currentTarget))
      if (typeof text === 'string' && text.trim() !== '') wanted.set(name, text.trim());
    if (!session.containsKey([...wanted.values()].join('\n'))) setParams(wanted);
    else notify({ text: 'This is your API key. Nothing is filtered by it.', isFailure: true });
  }

  return (
    <form role="search" className="screen-only" onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <Fragment key={JSON.stringify(filters)}>
          <TextInput
            name="resource"
            label="Resource id"
            flex="1 1 8rem"
            maw="20rem"
            defaultValue={filters.resource}
          />
          <NativeSelect
            name="who"
            label="Who"
            // Whatever labels of keys come later, or how long they are.
            flex="1 1 9rem"
            miw={0}
            maw="16rem"
            defaultValue={who}
            data={[...people].map(([value, text]) => ({ value, label: toSafeLine(text) }))}
          />
          <NativeSelect
            name="operation"
            label="What"
            defaultValue={filters.operation}
            data={OPERATIONS}
          />
          <TextInput
            name="day"
            type="date"
            // Else Chrome takes years of six digits, and no filter with one is good.
            max="9999-12-31"
            label="On or before (UTC)"
            defaultValue={filters.day}
          />
        </Fragment>
        <Button type="submit">Filter</Button>
      </Group>
    </form>
  );
}

function Resource({ type, id, edge_id, name }: HistoryEntry['resource']) {
  // A service behind this one has no labels of routes: they have their ids.
  const text = nameOf({ id, name: edge_id === null ? name : name || id });
  const to =
    type === 'bot_user'
      ? pathTo(paths.botUser, { botUserId: id })
      : edge_id && pathTo(paths.ipRestriction, { edge_id, id });
  const label = <UntrustedText text={text} />;
  return (
    <>
      {to ? <Link to={to}>{label}</Link> : label}
      <Dim text={RESOURCES[type][0]} />
    </>
  );
}
