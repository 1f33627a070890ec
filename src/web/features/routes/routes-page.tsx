import { Button, Stack } from '@mantine/core';
import Brackets from 'lucide-react/icons/brackets';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { ReadFailed } from '#web/api/read-failed.tsx';
import { BoardMenu } from '#web/features/routes/board-menu.tsx';
import { BoardTools } from '#web/features/routes/board-tools.tsx';
import { useRoutes, type KnownRoute } from '#web/features/routes/known-routes.ts';
import { RouteTable } from '#web/features/routes/route-table.tsx';
import { useBoard, type Board } from '#web/features/routes/use-board.ts';
import { useChecks, type Checks } from '#web/features/routes/use-reading.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { useFilterAnnouncement } from '#web/ui/announcer.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Page } from '#web/ui/page.tsx';
import { StateCard } from '#web/ui/state-card.tsx';

const AddRoutesDialog = onDemand(
  () => import('#web/features/routes/add-routes-dialog.tsx'),
  'AddRoutesDialog',
);

/** All routes that this device knows, and whether their traffic is checked. */
export function Component() {
  const { routes, isSaved, error, isLoading, refetch } = useRoutes();
  const checks = useChecks();
  const board = useBoard(checks.isBusy);
  const [isAdding, setAdding] = useState(false);
  const isEmpty = routes.length === 0;
  const isFirst = isEmpty && !isLoading && !error;
  const addButton = (
    <Button variant="filled" onClick={() => setAdding(true)}>
      Add routes…
    </Button>
  );

  return (
    <Page
      title="Routes"
      lead={
        isEmpty ? (
          isLoading && <p className="dim">Loading shared routes…</p>
        ) : (
          <CountLine routes={routes} board={board} checks={checks} />
        )
      }
      actions={
        <>
          {!isFirst && addButton}
          <BoardMenu shown={board.shown} />
        </>
      }
    >
      <Stack>
        {!isSaved && (
          <Notice tone="warn" role="status" title="This browser cannot keep the list.">
            Its storage is full or blocked. Export the list before you close this tab.
          </Notice>
        )}
        <ReadFailed title="Shared routes could not be loaded." error={error} onRetry={refetch} />
        {(!isEmpty || isFirst) && (
          <section className="card" aria-label="Route list">
            {isFirst && (
              <StateCard icon={Brackets} title="Add the first route" actions={addButton}>
                <p>
                  The API cannot list routes, so this list is kept here. Paste URLs or ids, or
                  choose a file.
                </p>
              </StateCard>
            )}
            {!isEmpty && <BoardTools board={board} checks={checks} />}
            {!isEmpty && board.shown.length === 0 && (
              <StateCard
                icon={Search}
                title={noneShownText(board)}
                actions={<Button onClick={board.showAll}>Show all routes</Button>}
              />
            )}
            {board.shown.length > 0 && (
              <RouteTable
                routes={board.shown}
                sort={board.sort}
                onSort={(sort) => board.set({ sort })}
              />
            )}
          </section>
        )}
      </Stack>
      {isAdding && <AddRoutesDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}

type CountLineProps = {
  routes: readonly KnownRoute[];
  board: Board;
  checks: Checks;
};

/** How many routes there are, are shown and are checked; under the heading, so that no row moves. */
function CountLine({ routes, board, checks: { isBusy, progress, end } }: CountLineProps) {
  const { shown, exposure, policy } = board;
  const isFiltered = shown.length < routes.length;
  const unread = isBusy ? 0 : routes.filter(({ last_check }) => !last_check).length;
  const all = count(routes.length, 'route');
  const text = isFiltered ? `${formatNumber(shown.length)} of ${all} shown.` : `${all}.`;
  const filter = `${exposure} ${policy} ${board.text}`;
  useFilterAnnouncement(text, isFiltered ? filter : undefined);
  return (
    <p className="dim numbers">
      {text}{' '}
      {unread > 0 &&
        `${count(unread, 'route')} ${unread === 1 ? 'has' : 'have'} not been checked. `}
      <span>{progress}</span>
      {/* There all the time, so that what comes into it is read out. */}
      <span role="status" className={end?.isComplete ? 'visually-hidden' : undefined}>
        {end?.text}
      </span>
      {!isFiltered && (
        <span className="wide"> The API cannot list routes, so this list is kept here.</span>
      )}
    </p>
  );
}

/** Nothing is claimed of what was not read. */
function noneShownText({ policy, counts: { all, checked } }: Board): string {
  if (all === 0) return policy.trim() === '' ? 'No route matches' : 'No checked route matches';
  return checked === 0 ? 'Nothing checked yet' : `None among ${formatNumber(checked)} checked`;
}
