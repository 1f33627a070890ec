import Brackets from 'lucide-react/icons/brackets';
import Search from 'lucide-react/icons/search';
import { useMemo, type ReactNode } from 'react';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { routeKey } from '#web/features/routes/kept-route.ts';
import { BoardTools } from '#web/features/routes/list/board-tools.tsx';
import { countExposures, groupOf } from '#web/features/routes/list/board.ts';
import { CheckButton } from '#web/features/routes/list/check-button.tsx';
import { KEPT_HERE, notCheckedText } from '#web/features/routes/list/count-line.tsx';
import type { RowDialog } from '#web/features/routes/list/route-menu-panel.tsx';
import { RouteTable } from '#web/features/routes/list/route-table.tsx';
import { TurnOnAll } from '#web/features/routes/turn-on-all.tsx';
import type { useCheckAll } from '#web/features/routes/list/use-check-all.ts';
import type { BoardView } from '#web/features/routes/list/use-board-view.ts';
import { useHeldOrder } from '#web/features/routes/list/use-held-order.ts';
import { formatNumber, shorten } from '#web/lib/format.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';
import { useDelayed } from '#web/ui/use-timers.ts';
import layout from '#web/ui/layout/layout.module.css';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import { labelsOf } from '#web/ui/safe-line.ts';
import { Button } from '#web/ui/parts/button.tsx';
type RouteListProps = {
  routes: readonly KnownRoute[];
  view: BoardView;
  stale: readonly KnownRoute[];
  checks: ReturnType<typeof useCheckAll>;
  /** The shared ones are still to come. */
  loading: boolean;
  /** Where the list is empty, the one thing to do. */
  addButton: ReactNode;
  onDialog: (dialog: RowDialog) => void;
};

const LOADING = 'Loading shared routes…';

export function RouteList(props: RouteListProps) {
  const { routes, view, stale, checks, loading, addButton, onDialog } = props;
  const late = useDelayed(300);
  const names = useMemo(() => labelsOf([...routes], routeKey), [routes]);
  const counts = useMemo(() => countExposures(routes), [routes]);
  const { rows, around } = useHeldOrder(view.shown, checks.busy);

  if (routes.length === 0) return <NoRoutes loading={loading} addButton={addButton} />;

  return (
    <section className={layout.card} aria-label="Route list">
      <BoardTools routes={routes} rows={rows} counts={counts} view={view}>
        <TurnOnAll />
        <CheckButton routes={routes} stale={stale} checks={checks} />
      </BoardTools>
      {loading && late && <p className={layout.line}>{LOADING}</p>}
      {rows.length > 0 ? (
        <div {...around} aria-busy={loading || checks.busy}>
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
          {counts.unchecked > 0 && !checks.busy && view.text.trim() === '' && (
            <p>{notCheckedText(counts.unchecked)}</p>
          )}
        </StateCard>
      )}
    </section>
  );
}

const NoRoutes = ({ loading, addButton }: Pick<RouteListProps, 'loading' | 'addButton'>) => (
  <section className={layout.card} aria-label="Route list" aria-busy={loading}>
    {loading ? (
      <p className={`${layout.pad} ${layout.muted}`}>{LOADING}</p>
    ) : (
      <StateCard icon={Brackets} title="Add the first route" actions={addButton}>
        <p>{KEPT_HERE} Paste URLs or ids, or choose a file.</p>
      </StateCard>
    )}
  </section>
);

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
