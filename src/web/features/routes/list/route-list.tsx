import Brackets from 'lucide-react/icons/brackets';
import Search from 'lucide-react/icons/search';
import { useMemo, type ReactNode } from 'react';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { hasChanged, routeKey } from '#web/features/routes/kept-route.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { BoardTools } from '#web/features/routes/list/board-tools.tsx';
import { countExposures, groupOf, staleAmong } from '#web/features/routes/list/board.ts';
import { CheckButton } from '#web/features/routes/list/check-button.tsx';
import type { RowDialog } from '#web/features/routes/list/route-menu-panel.tsx';
import { RouteTable } from '#web/features/routes/list/route-table.tsx';
import { SelectionBar } from '#web/features/routes/list/selection-bar.tsx';
import { TurnOnAll } from '#web/features/routes/turn-on-all.tsx';
import { useCheckAll } from '#web/features/routes/list/use-check-all.ts';
import type { BoardView } from '#web/features/routes/list/use-board-view.ts';
import { useHeldOrder } from '#web/features/routes/list/use-held-order.ts';
import { count, formatNumber, shorten } from '#web/lib/format.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { useNow } from '#web/ui/feedback/relative-time.tsx';
import { useDelayed } from '#web/ui/feedback/use-timers.ts';
import layout from '#web/ui/layout/layout.module.css';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import { labelsOf } from '#web/ui/table/labels.ts';
import { Button } from '#web/ui/parts/button.tsx';
import styles from './board.module.css';

type RouteListProps = {
  routes: readonly KnownRoute[];
  view: BoardView;
  /** The shared ones are still to come. */
  loading: boolean;
  /** Where the list is empty, the one thing to do. */
  addButton: ReactNode;
  onDialog: (dialog: RowDialog) => void;
};

const LOADING = 'Loading shared routes…';

export function RouteList({ routes, view, loading, addButton, onDialog }: RouteListProps) {
  const now = useNow();
  const stale = useMemo(() => staleAmong(routes, now), [routes, now]);
  const checks = useCheckAll(stale, !loading);
  const late = useDelayed(300);
  const names = useMemo(() => labelsOf([...routes], routeKey), [routes]);
  const counts = useMemo(() => countExposures(routes), [routes]);
  const { rows, around } = useHeldOrder(view.shown, checks.busy);

  if (routes.length === 0) return <NoRoutes loading={loading} addButton={addButton} />;

  const notChecked =
    counts.unchecked > 0 &&
    !checks.busy &&
    `${count(counts.unchecked, 'route')} ${counts.unchecked === 1 ? 'has' : 'have'} not been checked.`;
  const line = [
    loading && late && LOADING,
    checks.status,
    rows.length < routes.length &&
      `${formatNumber(rows.length)} of ${count(routes.length, 'route')} shown.`,
    notChecked,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <>
      <section className={layout.card} aria-label="Route list" aria-busy={loading || checks.busy}>
        <BoardTools routes={routes} counts={counts} view={view}>
          <TurnOnAll />
          <SeenButton routes={routes} />
          <CheckButton routes={routes} stale={stale} checks={checks} />
        </BoardTools>
        {checks.busy && <p className={`${layout.line} ${layout.num}`}>{line}</p>}
        {/* There all the time, so that the end of a check is read out; what comes before it is announced besides. */}
        <div role="status" className={line && !checks.busy ? layout.line : undefined}>
          {!checks.busy && line}
        </div>
        {rows.length > 0 ? (
          <div {...around}>
            <RouteTable routes={rows} names={names} onDialog={onDialog} />
          </div>
        ) : (
          <StateCard
            icon={Search}
            title={emptyTitle(view, routes)}
            actions={
              <Button variant="default" onClick={view.showAll}>
                Show all routes
              </Button>
            }
          >
            {notChecked && view.text.trim() === '' && <p>{notChecked}</p>}
          </StateCard>
        )}
      </section>
      <div className={styles.foot}>
        <SelectionBar shown={rows} />
      </div>
    </>
  );
}

const NoRoutes = ({ loading, addButton }: Pick<RouteListProps, 'loading' | 'addButton'>) => (
  <section className={layout.card} aria-label="Route list" aria-busy={loading}>
    {loading ? (
      <p className={`${layout.pad} ${layout.muted}`}>{LOADING}</p>
    ) : (
      <StateCard icon={Brackets} title="Add the first route" actions={addButton}>
        <p>Paste their URLs or ids, or choose a file.</p>
      </StateCard>
    )}
  </section>
);

function SeenButton({ routes }: { routes: readonly KnownRoute[] }) {
  const receipt = useReceipt();
  const changed = useMemo(() => routes.filter(hasChanged).length, [routes]);
  if (changed === 0) return null;
  return (
    <Button
      size="xs"
      variant="subtle"
      onClick={() => {
        const undo = knownRoutes().markSeen();
        receipt({ text: `${count(changed, 'change')} marked as seen.`, undo });
      }}
    >
      Mark {formatNumber(changed)} as seen
    </Button>
  );
}

const NONE_OF = {
  all: 'No route here',
  open: 'No open route',
  protected: 'No protected route',
  errors: 'No errors',
};

function emptyTitle(view: BoardView, routes: readonly KnownRoute[]): string {
  const { text, policy, exposure, group } = view;
  const quoted = (words: string) => `“${shorten(visibleText(words.trim()))}”`;
  if (text.trim()) return `No route matches ${quoted(text)}`;
  const { checked } = countExposures(
    group === '' ? routes : routes.filter((route) => groupOf(route) === group),
  );
  if (exposure !== 'all' && checked === 0) return 'Nothing checked yet';
  if (policy) return `No checked route uses ${quoted(policy)}`;
  const among = exposure === 'all' ? '' : ` among ${formatNumber(checked)} checked`;
  return `${NONE_OF[exposure]}${among}${group && ` in ${quoted(group)}`}`;
}
