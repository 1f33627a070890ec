import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Brackets from 'lucide-react/icons/brackets';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Search from 'lucide-react/icons/search';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { useConfig } from '#web/api/config.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { BoardTools } from '#web/features/routes/board-tools.tsx';
import { CountLine } from '#web/features/routes/count-line.tsx';
import { useKnownRoutes } from '#web/features/routes/known-routes.ts';
import { RouteTable } from '#web/features/routes/route-table.tsx';
import { sharedRoutesQuery } from '#web/features/routes/shared-routes.ts';
import { useBoard, type Board } from '#web/features/routes/use-board.ts';
import { useChecks } from '#web/features/routes/use-checks.ts';
import { formatNumber, shorten } from '#web/lib/format.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';
import { icon } from '#web/ui/icon.ts';
import { Notice } from '#web/ui/notice.tsx';
import { OnDemand, onDemand } from '#web/ui/on-demand.tsx';
import { Page } from '#web/ui/page.tsx';
import { StateCard } from '#web/ui/state-card.tsx';
import { useDelayed } from '#web/ui/use-timers.ts';
import styles from './board.module.css';

const BoardMenu = onDemand(
  async () => (await import('#web/features/routes/board-menu.tsx')).BoardMenu,
);
const AddRoutesDialog = onDemand(
  async () => (await import('#web/features/routes/add-routes-dialog.tsx')).AddRoutesDialog,
);

/** All routes that this device knows, and whether their traffic is checked. */
export function Component() {
  const { routes, isSaved } = useKnownRoutes();
  const inventory = useQuery(sharedRoutesQuery(useConfig()));
  const checks = useChecks(routes, !inventory.isLoading);
  const board = useBoard(routes, checks.isBusy);
  const [menu, setMenu] = useState<HTMLElement>();
  const [isAdding, setAdding] = useState(false);
  const isEmpty = routes.length === 0;
  const addButton = (
    <Button className={styles.add} onClick={() => setAdding(true)}>
      Add routes…
    </Button>
  );
  const retry = (
    <Button variant="default" onClick={() => void inventory.refetch()}>
      Try again
    </Button>
  );

  return (
    <Page
      title="Routes"
      heading="Routes"
      lead={!isEmpty && <CountLine routes={routes} shown={board.shown} checks={checks} />}
      actions={
        <>
          {!isEmpty && addButton}
          <ActionIcon
            aria-label="More"
            aria-haspopup="menu"
            aria-expanded={menu !== undefined}
            onClick={(event) => setMenu(event.currentTarget)}
          >
            <Ellipsis {...icon} />
          </ActionIcon>
        </>
      }
    >
      <div className={styles.stack}>
        {!isSaved && (
          <Notice tone="warn" role="status" title="This browser cannot keep the list.">
            Its storage is full or blocked. Export the list before you close this tab.
          </Notice>
        )}
        {inventory.error && !isEmpty && (
          <Notice
            tone="danger"
            role="alert"
            title="Shared routes could not be loaded."
            details={detailsOf(inventory.error)}
            actions={retry}
          >
            {reasonOf(inventory.error, 'read')}
          </Notice>
        )}
        <section
          className="card"
          aria-label="Route list"
          aria-busy={isEmpty && inventory.isLoading}
        >
          {!isEmpty && <BoardTools routes={routes} board={board} checks={checks} />}
          {board.shown.length > 0 ? (
            <RouteTable
              routes={board.shown}
              all={routes}
              sort={board.sort}
              onSort={board.setSort}
            />
          ) : (
            !isEmpty && <NoneShown board={board} />
          )}
          {isEmpty && inventory.isLoading && <Loading />}
          {isEmpty && inventory.error && (
            <StateCard
              icon={TriangleAlert}
              trouble
              title="Shared routes could not be loaded"
              details={detailsOf(inventory.error)}
              actions={
                <>
                  {retry}
                  {addButton}
                </>
              }
            >
              <p>{reasonOf(inventory.error, 'read')}</p>
            </StateCard>
          )}
          {isEmpty && !inventory.isLoading && !inventory.error && (
            <StateCard icon={Brackets} title="Add the first route" actions={addButton}>
              <p>
                The API cannot list routes, so this list is kept here. Paste URLs or ids, or choose
                a file.
              </p>
            </StateCard>
          )}
        </section>
      </div>
      <OnDemand>
        {menu && (
          <BoardMenu
            button={menu}
            routes={routes}
            shown={board.shown}
            onClose={() => setMenu(undefined)}
          />
        )}
        {isAdding && <AddRoutesDialog onClose={() => setAdding(false)} />}
      </OnDemand>
    </Page>
  );
}

/** Not shown for a list that is there in a moment. */
const Loading = () =>
  useDelayed(300) && <p className={`dim ${styles.line}`}>Loading shared routes…</p>;

const NONE_OF = {
  all: 'No route here',
  open: 'No open route',
  protected: 'No protected route',
  errors: 'No errors',
};

function NoneShown({ board }: { board: Board }) {
  return (
    <StateCard
      icon={Search}
      title={noneShownText(board)}
      actions={
        <Button variant="default" onClick={board.showAll}>
          Show all routes
        </Button>
      }
    />
  );
}

function noneShownText({ text, policy, exposure, counts }: Board): string {
  const quoted = (words: string) => `“${shorten(visibleText(words.trim()))}”`;
  if (counts.all === 0 && text.trim() !== '') return `No route matches ${quoted(text)}`;
  if (policy !== '' && counts.all === 0) return `No checked route uses ${quoted(policy)}`;
  if (exposure !== 'all' && counts.checked === 0) return 'Nothing checked yet';
  return `${NONE_OF[exposure]} among ${formatNumber(counts.checked)} checked`;
}
