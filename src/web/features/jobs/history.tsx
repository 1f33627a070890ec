import { Box } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { JobTarget, Plan, PlanLine, State } from '#bulk/job.ts';
import { holds } from '#bulk/make-change.ts';
import { historyEndpoint, type HistoryEntry } from '#contract/history.ts';
import { nextPageQuery } from '#contract/page.ts';
import { callInventory } from '#web/api/call.ts';
import { hasInventory, runtimeConfig } from '#web/api/config.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { Differences, Dim } from '#web/features/jobs/cells.tsx';
import { TextParts, toText } from '#web/features/jobs/change-text.tsx';
import { stateIn, whatParts } from '#web/features/jobs/history-words.ts';
import { changes } from '#web/jobs/changes.ts';
import { jobTargets, openPlan } from '#web/jobs/current-job.ts';
import { useOpenPlan } from '#web/jobs/use-open-plan.ts';
import { paramsOf, paths } from '#web/paths.ts';
import { Card } from '#web/ui/card.tsx';
import { HeadRow, ListTable } from '#web/ui/list-table.tsx';
import { notify } from '#web/ui/notify.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { labelsOf, nameOf } from '#web/ui/safe-line.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import styles from './jobs.module.css';

/** @param visit with another one the changes are read anew */
export function useHistory(query: Record<string, string>, visit: unknown, isWanted = true) {
  const isKept = runtimeConfig().history && hasInventory();
  const list = useInfiniteQuery({
    queryKey: ['history', query, visit],
    queryFn: ({ pageParam, signal }) =>
      callInventory(historyEndpoint, { query: pageParam }, { signal }),
    initialPageParam: `${new URLSearchParams(query)}`,
    getNextPageParam: ({ next_page_uri }) => nextPageQuery(next_page_uri),
    enabled: isKept && isWanted,
    // Those of another filter would be taken for what matches this one.
    placeholderData: (before, last) =>
      JSON.stringify(last?.queryKey[1]) === JSON.stringify(query) ? before : undefined,
    // On the way back the pages are there as they were left, and are read anew.
    staleTime: 0,
    gcTime: 30 * 60_000,
  });
  const pages = list.data?.pages;
  const entries = useMemo(() => pages?.flatMap((page) => page.history) ?? [], [pages]);
  const authors = useMemo(() => authorsOf(entries), [entries]);
  return { ...list, isKept, entries, authors };
}

const keyIn = ({ who }: HistoryEntry) => who.key_id ?? 'command';

/** What keys and people are called, by their ids: two keys may have one label, as a person may. */
function authorsOf(entries: readonly HistoryEntry[]) {
  const seen = entries.flatMap((entry) => {
    const { label, person } = entry.who;
    const key = { id: keyIn(entry), name: label };
    return person === null ? [key] : [key, { id: person, name: person }];
  });
  const names = labelsOf([...new Map(seen.map((one) => [one.id, one])).values()], idOf);
  // A person has no id beside the name.
  for (const one of seen) if (one.id === one.name) names.set(one.id, nameOf(one));
  return names;
}

type History = ReturnType<typeof useHistory>;

type HistoryTableProps = {
  list: History;
  /** What is said where there is nothing. */
  empty: string;
  /** Name of the last column. */
  last: string;
  children: (entry: HistoryEntry) => ReactNode;
};

const idOf = ({ id }: { id: string }) => id;

export function HistoryTable({ list, empty, last, children }: HistoryTableProps) {
  const { entries, authors, hasNextPage, error, isPending, isFetchNextPageError: ofNext } = list;
  const called = (id: string) => authors.get(id) ?? '';
  return (
    <>
      {entries.length > 0 ? (
        <ListTable
          aria-label="History"
          className={styles.lines}
          head={<HeadRow names={['When', 'Who', 'What', last]} />}
          rows={entries}
          keyOf={idOf}
          hasMore={hasNextPage}
          rowHeight={45}
        >
          {(entry, index) => (
            <tr key={entry.id} role="row" data-index={index} aria-rowindex={index + 2}>
              <th role="rowheader" scope="row" style={{ fontWeight: 400 }}>
                <RelativeTime both text={entry.at} />
              </th>
              <td role="cell">
                <UntrustedText text={called(entry.who.person ?? keyIn(entry))} />
                {entry.who.person !== null && <Dim text={called(keyIn(entry))} />}
              </td>
              <td role="cell">
                <TextParts parts={whatParts(entry)} />
              </td>
              <td role="cell">{children(entry)}</td>
            </tr>
          )}
        </ListTable>
      ) : (
        !error && (
          <p role="status" className="dim">
            {isPending ? 'Loading the history…' : empty}
          </p>
        )
      )}
      <ReadFailed
        title={`The ${ofNext ? 'next page' : 'history'} could not be loaded.`}
        error={error}
        onRetry={ofNext ? list.fetchNextPage : list.refetch}
      />
    </>
  );
}

/** Below the editor of a bot user or a route: read when it is opened, and after each change of this browser. */
export function EditorHistory() {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const newest = changes.use()[0]?.at;
  const pattern = /^\/edges\//i.test(pathname) ? paths.ipRestriction : paths.botUser;
  const { id, botUserId } = paramsOf(pattern, pathname);
  const resource = id ?? botUserId ?? '';
  const isWanted = isOpen && resource !== '';
  const list = useHistory({ resource, limit: '10' }, [newest, isOpen], isWanted);
  if (!list.isKept) return null;
  return (
    <Box mt="lg">
      <Card title="History">
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>Last 10 changes</summary>
          <HistoryTable list={list} empty="Nothing was changed yet." last="Difference">
            {(entry) => <Difference entry={entry} list={list} />}
          </HistoryTable>
        </details>
      </Card>
    </Box>
  );
}

const planNow = (line: PlanLine): Plan => {
  return { target: 'bot-user', lines: [line], plannedAt: Date.now() };
};

type DifferenceProps = { entry: HistoryEntry; list: History };

/** What was changed, and the way back to what there was before. */
function Difference({ entry, list }: DifferenceProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { blocked } = useOpenPlan();
  const { type, id, name: label } = entry.resource;
  const isRoute = type === 'ip_restriction';
  const kind = isRoute ? 'route' : 'bot-user';
  const target = jobTargets.use()?.[kind];
  const before = stateIn(type, entry.before);
  const change = { id, label, before, after: stateIn(type, entry.after) };
  // The list knows nothing of other tabs and other people.
  const read = useMutation({ mutationFn: (from: JobTarget) => from.read(id, {}) });
  const now = stateIn(type, list.entries.find(({ resource }) => resource.type === type)?.after);
  // Nothing is said where it is not known what there was before.
  if (!target || (before === null && entry.operation === 'update')) return null;
  // A deleted bot user cannot be made again with its id.
  const canPutBack = isRoute || (type === 'bot_user' && now !== null);

  const openNow = (current: State | null) => {
    if (current === null)
      return notify({ text: 'This bot user no longer exists.', isFailure: true });
    const name = typeof current['name'] === 'string' ? current['name'] : label;
    const back = { id, label: name, before: current, after: before };
    openPlan.set(planNow({ ...back, kind: target.kindOf(back) }));
    // What is typed in the editor is no part of the plan: it asks before that is dropped.
    void navigate(paths.plan);
  };

  /** By the review of the editor, or by a plan. */
  const putBack = () =>
    isRoute
      ? navigate(pathname, { state: { restore: before } })
      : read.mutate(target, {
          onSuccess: openNow,
          onError: (cause) => notify({ text: reasonOf(cause, 'read'), isFailure: true }),
        });

  return (
    <>
      <Differences target={target} change={change} />
      {canPutBack && before !== null && !holds(now, before) && (
        <SubmitButton
          size="compact-sm"
          variant="default"
          busy={read.isPending}
          refusal={isRoute ? undefined : blocked}
          onClick={putBack}
        >
          Put back this version{' '}
          <span className="visually-hidden">before {toText(whatParts(entry))}</span>
        </SubmitButton>
      )}
    </>
  );
}
