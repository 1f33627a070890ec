import { useCallback, useEffectEvent, useId, useLayoutEffect, useMemo, useState } from 'react';
import { NavigationType, useNavigate, useNavigationType } from 'react-router-dom';
import { routeKey } from '#bulk/route-ids.ts';
import type { KnownRoute } from '#web/features/routes/known-routes.ts';
import type { OpenAction } from '#web/features/routes/route-actions.tsx';
import { RouteRow } from '#web/features/routes/route-row.tsx';
import { lastOpened, selection } from '#web/features/routes/selection.ts';
import type { Sort, SortColumn } from '#web/features/routes/use-board.ts';
import { pathTo, paths } from '#web/paths.ts';
import { HeadCell, HeadRow, ListTable } from '#web/ui/list-table.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { focusedRow, moveInRow, ROW_KEYS_HINT, rowKeys, SelectAll } from '#web/ui/row-controls.tsx';
import { SortHeader } from '#web/ui/sort-header.tsx';
import { useShortcuts } from '#web/ui/use-shortcuts.ts';
import table from '#web/ui/table.module.css';
import styles from './board.module.css';

const RouteActions = onDemand(
  () => import('#web/features/routes/route-actions.tsx'),
  'RouteActions',
);

/** In pixels, of a usual row and of a card, until one is measured. */
const [ROW_HEIGHT, CARD_HEIGHT] = [45, 90];

type RouteTableProps = {
  /** What is shown, in its order. */
  routes: readonly KnownRoute[];
  sort: Sort;
  onSort: (sort: Sort) => void;
};

/** With each step of a check only the rows that it changes are drawn again. */
export function RouteTable({ routes, sort, onSort }: RouteTableProps) {
  const [open, setOpen] = useState<OpenAction>();
  const hintId = useId();
  const keys = useMemo(() => routes.map(routeKey), [routes]);
  const isBack = useNavigationType() === NavigationType.Pop;
  /** A new one each time: the same row may be wanted again. */
  const [wanted, setWanted] = useState(() => ({ key: isBack ? lastOpened.get() : undefined }));
  const focusRow = useEffectEvent((key: string | undefined) => {
    lastOpened.set(undefined);
    const index = key === undefined ? -1 : keys.indexOf(key);
    document.querySelector<HTMLElement>(`tr[data-index="${index}"] th a`)?.focus();
  });
  useLayoutEffect(() => focusRow(wanted.key), [wanted]);
  const select = useCallback(
    (key: string, isRange: boolean) =>
      isRange ? selection.range(keys, key) : selection.toggle(key),
    [keys],
  );
  const navigate = useNavigate();
  useShortcuts([
    ...rowKeys({
      onMove: (to) => setWanted({ key: keys[to] }),
      onSelect: (at, isRange) => keys[at] && select(keys[at], isRange),
    }),
    {
      key: 'E',
      does: 'Edit',
      run: () => {
        const route = routes[focusedRow()];
        const path = route && pathTo(paths.ipRestriction, { edge_id: route.edge_id, id: route.id });
        return path && navigate(path);
      },
    },
  ]);
  const header = (column: SortColumn, text: string) => (
    <SortHeader<SortColumn> column={column} sort={sort} onSort={onSort}>
      {text}
    </SortHeader>
  );

  return (
    <>
      <ListTable
        aria-label="Routes"
        aria-describedby={hintId}
        className={styles.routes}
        head={
          <HeadRow>
            <HeadCell className={table.pick}>
              <SelectAll
                aria-label="Select all routes"
                title="Select all shown"
                selection={selection}
                rows={routes}
                keyOf={routeKey}
              />
            </HeadCell>
            {header('label', 'Label')}
            <HeadCell className={styles.ids}>Edge and route</HeadCell>
            {header('state', 'IP restriction')}
            <HeadCell className={styles.policies}>Policies</HeadCell>
            {header('checked', 'Checked')}
            <HeadCell className={table.end}>
              <span className="visually-hidden">Actions</span>
            </HeadCell>
          </HeadRow>
        }
        rows={routes}
        keyOf={routeKey}
        wantedKey={wanted.key}
        rowHeight={matchMedia('(max-width: 47rem)').matches ? CARD_HEIGHT : ROW_HEIGHT}
        // The keys come from the controls in its rows.
        onKeyDown={moveInRow}
      >
        {(route, index) => (
          <RouteRow
            key={routeKey(route)}
            route={route}
            index={index}
            isMenuOpen={open?.what === 'menu' && routeKey(open.route) === routeKey(route)}
            onSelect={select}
            onOpen={setOpen}
          />
        )}
      </ListTable>
      <p id={hintId} hidden>
        {ROW_KEYS_HINT}
      </p>
      {open && <RouteActions key={routeKey(open.route)} open={open} onChange={setOpen} />}
    </>
  );
}
