import { useMediaQuery } from '@mantine/hooks';
import { memo, useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KnownRoute } from '#web/features/routes/known-routes.ts';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import { RouteRow } from '#web/features/routes/route-row.tsx';
import { routeSelection, useSelectedKeys } from '#web/features/routes/selection.ts';
import { routeKey } from '#web/features/routes/stored-route.ts';
import type { Wish } from '#web/features/routes/switch-dialog.tsx';
import type { Sort, SortColumn } from '#web/features/routes/use-board.ts';
import { OnDemand, onDemand } from '#web/ui/on-demand.tsx';
import { RowCheckbox } from '#web/ui/row-controls.tsx';
import { moveInRow, ROW_KEYS_HINT } from '#web/ui/row-keys.ts';
import { labelsOf, nameOf } from '#web/ui/safe-line.ts';
import { SortHeader } from '#web/ui/sort-header.tsx';
import table from '#web/ui/table.module.css';
import { useVirtualRows } from '#web/ui/virtual-rows.ts';
import styles from './board.module.css';

const RouteMenu = onDemand(
  async () => (await import('#web/features/routes/route-menu.tsx')).RouteMenu,
);
const RenameDialog = onDemand(
  async () => (await import('#web/features/routes/rename-dialog.tsx')).RenameDialog,
);
const SwitchDialog = onDemand(
  async () => (await import('#web/features/routes/switch-dialog.tsx')).SwitchDialog,
);

/** In pixels, of a usual row; others are measured. */
const ROW_HEIGHT = 45;
const CARD_HEIGHT = 90;

type RouteTableProps = {
  /** What is shown, in its order. */
  routes: readonly KnownRoute[];
  /** A label that another route has too is told apart by the id. */
  all: readonly KnownRoute[];
  sort: Sort;
  onSort: (sort: Sort) => void;
};

type Open = { route: KnownRoute } & (
  | { what: 'menu'; button: HTMLElement }
  | { what: 'rename' }
  | { what: 'switch'; wish: Wish }
);

/** Not drawn again with each step of a check that changes no row. */
export const RouteTable = memo(function RouteTable({ routes, all, sort, onSort }: RouteTableProps) {
  const [open, setOpen] = useState<Open>();
  const hintId = useId();
  const names = useMemo(() => labelsOf([...all], routeKey), [all]);
  const keys = useMemo(() => routes.map(routeKey), [routes]);
  const shown = useRef(keys);
  useLayoutEffect(() => {
    shown.current = keys;
  }, [keys]);
  const select = useCallback((key: string, isRange: boolean) => {
    if (isRange) routeSelection.range(shown.current, key);
    else routeSelection.toggle(key);
  }, []);
  const openMenu = useCallback(
    (route: KnownRoute, button: HTMLElement) => setOpen({ what: 'menu', route, button }),
    [],
  );
  const close = () => setOpen(undefined);
  const nameOfOpen = open && (names.get(routeKey(open.route)) ?? nameOf(open.route));
  const header = (column: SortColumn, text: string, className?: string) => (
    <SortHeader<SortColumn> column={column} sort={sort} onSort={onSort} className={className}>
      {text}
    </SortHeader>
  );

  return (
    <div className={table.wrap}>
      {/* It hears the keys of the controls in it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        role="table"
        aria-label="Routes"
        aria-describedby={hintId}
        aria-rowcount={routes.length + 1}
        className={`${table.table} ${styles.routes}`}
        onKeyDown={moveInRow}
      >
        <thead role="rowgroup">
          <tr role="row" aria-rowindex={1}>
            <th role="columnheader" scope="col" className={table.pick}>
              <SelectShown keys={keys} />
            </th>
            {header('label', 'Label')}
            <th role="columnheader" scope="col" className={styles.ids}>
              Edge and route
            </th>
            {header('state', 'IP restriction', styles.state)}
            <th role="columnheader" scope="col" className={styles.policies}>
              Policies
            </th>
            {header('checked', 'Checked', styles.at)}
            <th role="columnheader" scope="col" className={table.end}>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <Rows routes={routes} keys={keys} names={names} onSelect={select} onMenu={openMenu} />
      </table>
      <p id={hintId} hidden>
        {ROW_KEYS_HINT}
      </p>
      <OnDemand>
        {open?.what === 'menu' && nameOfOpen && (
          <RouteMenu
            key={routeKey(open.route)}
            route={open.route}
            name={nameOfOpen}
            button={open.button}
            onRename={() => setOpen({ what: 'rename', route: open.route })}
            onSwitch={(wish) => setOpen({ what: 'switch', route: open.route, wish })}
            onClose={() => setOpen((before) => (before?.what === 'menu' ? undefined : before))}
          />
        )}
        {open?.what === 'rename' && <RenameDialog route={open.route} onClose={close} />}
        {open?.what === 'switch' && (
          <SwitchDialog route={open.route} wish={open.wish} onClose={close} />
        )}
      </OnDemand>
    </div>
  );
});

type RowsProps = {
  routes: readonly KnownRoute[];
  keys: readonly string[];
  names: ReadonlyMap<string, string>;
  onSelect: (key: string, isRange: boolean) => void;
  onMenu: (route: KnownRoute, button: HTMLElement) => void;
};

/** By itself, since every step of scrolling draws it again. */
function Rows({ routes, keys, names, onSelect, onMenu }: RowsProps) {
  const isPhone = useMediaQuery('(max-width: 47em)', undefined, { getInitialValueInEffect: false });
  const { nameOf: nameOfPolicy } = usePolicyNames();
  const { body, parts } = useVirtualRows<HTMLTableSectionElement>({
    count: routes.length,
    rowHeight: isPhone ? CARD_HEIGHT : ROW_HEIGHT,
    keyOf: useCallback((index: number) => keys[index] ?? '', [keys]),
  });
  return (
    <tbody role="rowgroup" ref={body}>
      {parts.map((part, at) => {
        if ('gap' in part)
          return (
            <tr key={`gap ${at}`} aria-hidden className={styles.gap} style={{ height: part.gap }} />
          );
        const route = routes[part.index];
        const key = keys[part.index];
        return (
          route &&
          key && (
            <RouteRow
              key={key}
              route={route}
              routeKey={key}
              index={part.index}
              name={names.get(key) ?? nameOf(route)}
              nameOfPolicy={nameOfPolicy}
              onSelect={onSelect}
              onMenu={onMenu}
            />
          )
        );
      })}
    </tbody>
  );
}

function SelectShown({ keys }: { keys: readonly string[] }) {
  const selected = useSelectedKeys();
  const some = selected.size === 0 ? 0 : keys.filter((key) => selected.has(key)).length;
  const isAll = keys.length > 0 && some === keys.length;
  return (
    <RowCheckbox
      aria-label="Select all routes"
      title="Select all shown"
      checked={isAll}
      ref={(box) => {
        if (box) box.indeterminate = some > 0 && !isAll;
      }}
      onChange={() => routeSelection.set(keys, !isAll)}
    />
  );
}
