import Pin from 'lucide-react/icons/pin';
import Users from 'lucide-react/icons/users';
import type { LucideIcon } from 'lucide-react';
import {
  memo,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { Link } from 'react-router-dom';
import { PROTECTED } from '#web/api/access.ts';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { routeKey } from '#web/features/routes/kept-route.ts';
import { rowId } from '#web/features/routes/known-routes.ts';
import { BoardState } from '#web/features/routes/list/board-state.tsx';
import type { RouteMenuProps } from '#web/features/routes/list/route-menu-panel.tsx';
import { isProtected } from '#web/features/routes/queries.ts';
import { routeSelection } from '#web/features/routes/selection.ts';
import { shortId } from '#web/lib/format.ts';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { usePreferences } from '#web/lib/preferences.ts';
import { paths, pathTo } from '#web/paths.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { useMenu } from '#web/ui/menu/use-menu.ts';
import layout from '#web/ui/layout/layout.module.css';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { nameOf, toSafeLine } from '#web/ui/safe-line.ts';
import { middleCut, MiddleCut } from '#web/ui/middle-cut.tsx';
import { RowButton, RowCheckbox } from '#web/ui/table/row-controls.tsx';
import { moveInRow, useInnerStop } from '#web/ui/table/row-stops.ts';
import { RowNote } from '#web/ui/table/row-note.tsx';
import { SelectAll } from '#web/ui/table/select-all.tsx';
import table from '#web/ui/table/table.module.css';
import { useWindow } from '#web/ui/table/use-window.ts';
import { gapStyle } from '#web/ui/table/window-parts.ts';
import styles from '../routes.module.css';
import board from './board.module.css';

type RouteTableProps = {
  routes: readonly KnownRoute[];
  /** By `routeKey`; tell each row from others with the same label. */
  names: Map<string, string>;
  onDialog: RouteMenuProps['onDialog'];
};

const COLUMNS = [
  'Label',
  { text: 'Edge and route', className: board.ids },
  'IP restriction',
  { text: 'Checked', className: board.at },
];
/** Pixels, before rows are measured. */
const ROW_HEIGHTS = { normal: 45, compact: 37 };

/** Of many routes only the rows near the screen are in the document. Not drawn again with each step of a check. */
export const RouteTable = memo(function RouteTable({ routes, names, onDialog }: RouteTableProps) {
  const joinedKeys = routes.map(routeKey).join('\n');
  // Another array only when rows come, go or move: a check alone changes none of it.
  const keys = useMemo(() => joinedKeys.split('\n'), [joinedKeys]);
  const inner = useInnerStop();
  const { density } = usePreferences();
  const { box, parts, isWindowed } = useWindow<HTMLTableSectionElement>(keys, ROW_HEIGHTS[density]);

  const shown = useRef(keys);
  useLayoutEffect(() => {
    shown.current = keys;
  }, [keys]);
  const select = useCallback((key: string, isRange: boolean) => {
    if (isRange) routeSelection.range(shown.current, key);
    else routeSelection.toggle(key);
  }, []);

  return (
    <DataTable
      label="Routes"
      className={density === 'compact' ? `${board.routes} ${board.compact}` : board.routes}
      columns={COLUMNS}
      first={<SelectShown keys={keys} />}
      hasActions
      body={box}
      rowCount={isWindowed ? routes.length + 1 : undefined}
      onKeyDown={moveInRow}
    >
      {parts.map((part) => {
        if (!('index' in part))
          return (
            <tr
              key={`before ${part.before}`}
              aria-hidden
              className={board.gap}
              style={gapStyle(part.gap)}
            />
          );
        const route = routes[part.index];
        const key = keys[part.index];
        return (
          route &&
          key && (
            <RouteRow
              key={key}
              route={route}
              index={part.index}
              inner={inner}
              name={names.get(key) ?? nameOf(route)}
              onSelect={select}
              onDialog={onDialog}
            />
          )
        );
      })}
    </DataTable>
  );
});

function SelectShown({ keys }: { keys: readonly string[] }) {
  const selected = useSyncExternalStore(routeSelection.subscribe, routeSelection.ids);
  return (
    <SelectAll
      label="Select all routes"
      title="Select all shown"
      selected={selected.size === 0 ? 0 : keys.filter((key) => selected.has(key)).length}
      of={keys.length}
      onSelect={(on) => routeSelection.set(keys, on)}
    />
  );
}

/** A small sign, in words for who cannot see it. */
const Mark = ({ icon: Icon, text }: { icon: LucideIcon; text: string }) => (
  <span className={styles.mark} title={text}>
    <Icon size={14} strokeWidth={1.6} aria-hidden />
    <span className="visually-hidden">{text}</span>
  </span>
);

const idStyle = `${layout.mono} ${layout.muted} ${table.one}`;

const NO_ADDRESS =
  'This id cannot be part of an address, so the route cannot be opened, read or changed.';

type RouteRowProps = Pick<RouteTableProps, 'onDialog'> & {
  route: KnownRoute;
  /** Its place among the rows. */
  index: number;
  /** Tab index of what is not its one Tab stop. */
  inner: number | undefined;
  name: string;
  onSelect: (key: string, isRange: boolean) => void;
};

const RouteRow = memo(function RouteRow(props: RouteRowProps) {
  const { route, index, inner, name, onSelect, onDialog } = props;
  const key = routeKey(route);
  const isSelected = useSyncExternalStore(routeSelection.subscribe, () => routeSelection.has(key));
  const { edge_id, id, last_check: check } = route;
  const path = pathTo(paths.ipRestriction, { edgeId: edge_id, routeId: id });
  const noteId = useId();
  const label = nameOf(route);
  const note = path === undefined ? NO_ADDRESS : isProtected(route) ? PROTECTED : undefined;
  return (
    <>
      <tr
        role="row"
        id={rowId(route)}
        data-id={id}
        data-index={index}
        data-selected={isSelected || undefined}
        data-noted={note !== undefined || undefined}
        aria-rowindex={index + 2}
      >
        <td role="cell" className={table.pick}>
          <RowCheckbox
            aria-label={`Select ${name}`}
            // Without an address there is no link to be the stop.
            tabIndex={path === undefined ? undefined : inner}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onSelect(key, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </td>
        <th role="rowheader" scope="row">
          <span className={styles.name}>
            {path === undefined ? (
              <span className={middleCut}>
                <MiddleCut text={label} />
              </span>
            ) : (
              <Link
                to={path}
                className={middleCut}
                title={label}
                aria-label={name === label ? undefined : name}
              >
                <MiddleCut text={label} />
              </Link>
            )}
            {route.pinned && <Mark icon={Pin} text="Pinned" />}
            {route.shared && <Mark icon={Users} text="Shared" />}
          </span>
        </th>
        <td role="cell" className={`${table.id} ${board.ids}`}>
          <span className={idStyle} title={toSafeLine(edge_id)}>
            <UntrustedText text={shortId(edge_id)} /> /
          </span>{' '}
          <span className={idStyle} title={toSafeLine(id)}>
            <UntrustedText text={shortId(id)} />
          </span>
        </td>
        <td role="cell" className={`${table.state} ${board.state}`}>
          <BoardState route={route} name={name} inner={inner} />
        </td>
        <td role="cell" className={`${table.at} ${board.at}`}>
          {check ? <RelativeTime text={new Date(check.read_at).toISOString()} /> : 'Never'}
        </td>
        <td role="cell" className={`${table.end} ${board.end}`}>
          <RouteMenu
            inner={inner}
            route={route}
            name={name}
            path={path}
            noteId={noteId}
            onDialog={onDialog}
          />
        </td>
      </tr>
      {note && <RowNote id={noteId} text={note} columns={6} />}
    </>
  );
});

const panel = new LazyChunk(() => import('#web/features/routes/list/route-menu-panel.tsx'));
const RouteMenuPanel = late(panel, (parts) => parts.RouteMenuPanel, ChunkErrorDialog);

function RouteMenu({ inner, ...props }: RouteMenuProps & Pick<RouteRowProps, 'inner'>) {
  const { button, menu } = useMenu(panel);
  return (
    <>
      <RowButton
        {...button}
        tabIndex={inner}
        drawing="more"
        aria-label={`Actions for ${props.name}`}
      />
      {menu && <RouteMenuPanel {...menu} {...props} />}
    </>
  );
}
