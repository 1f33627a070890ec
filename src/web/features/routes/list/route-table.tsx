import Pin from 'lucide-react/icons/pin';
import { memo, useId } from 'react';
import { Link } from 'react-router-dom';
import { PROTECTED } from '#web/api/access.ts';
import { type KnownRoute, routeKey, rowId } from '#web/features/routes/known-routes.ts';
import type { RouteMenuProps } from '#web/features/routes/list/route-menu-panel.tsx';
import { isProtected } from '#web/features/routes/queries.ts';
import { RouteState } from '#web/features/routes/state-badge.tsx';
import { shortId } from '#web/lib/format.ts';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { paths, pathTo } from '#web/paths.ts';
import { RelativeTime } from '#web/ui/feedback/relative-time.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { useMenu } from '#web/ui/menu/use-menu.ts';
import layout from '#web/ui/layout/layout.module.css';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { nameOf, toSafeLine } from '#web/ui/table/labels.ts';
import { RowButton } from '#web/ui/table/row-controls.tsx';
import { RowNote } from '#web/ui/table/row-note.tsx';
import table from '#web/ui/table/table.module.css';
import styles from '../routes.module.css';

type RouteTableProps = {
  routes: KnownRoute[];
  /** By `routeKey`; tell each row from others with the same label. */
  names: Map<string, string>;
  onDialog: RouteMenuProps['onDialog'];
};

const COLUMNS = ['Label', 'Edge and route', 'IP restriction', 'Checked'];

export function RouteTable({ routes, names, onDialog }: RouteTableProps) {
  return (
    <DataTable label="Routes" columns={COLUMNS} hasActions>
      {routes.map((route) => (
        <RouteRow
          key={routeKey(route)}
          route={route}
          name={names.get(routeKey(route)) ?? nameOf(route)}
          onDialog={onDialog}
        />
      ))}
    </DataTable>
  );
}

const idStyle = `${layout.mono} ${layout.muted} ${table.one}`;

const NO_ADDRESS =
  'Cannot be opened, read or changed: an id of this route cannot be part of an address.';

type RouteRowProps = Pick<RouteTableProps, 'onDialog'> & { route: KnownRoute; name: string };

const RouteRow = memo(function RouteRow({ route, name, onDialog }: RouteRowProps) {
  const { edge_id, id, last_check: check } = route;
  const path = pathTo(paths.ipRestriction, { edgeId: edge_id, routeId: id });
  const noteId = useId();
  const label = nameOf(route);
  const note = path === undefined ? NO_ADDRESS : isProtected(route) ? PROTECTED : undefined;
  return (
    <>
      <tr role="row" id={rowId(route)} data-id={id} data-noted={note !== undefined || undefined}>
        <th role="rowheader" scope="row">
          <span className={styles.name}>
            {route.pinned && <Pin size={14} strokeWidth={1.6} role="img" aria-label="Pinned" />}
            {path === undefined ? (
              <UntrustedText text={label} />
            ) : (
              <Link to={path} title={label} aria-label={name === label ? undefined : name}>
                <UntrustedText text={label} />
              </Link>
            )}
            {route.shared && <span className={styles.tag}>Shared</span>}
          </span>
        </th>
        <td role="cell" className={table.id}>
          <span className={idStyle} title={toSafeLine(edge_id)}>
            <UntrustedText text={shortId(edge_id)} /> /
          </span>{' '}
          <span className={idStyle} title={toSafeLine(id)}>
            <UntrustedText text={shortId(id)} />
          </span>
        </td>
        <td role="cell" className={table.state}>
          <RouteState check={check} />
        </td>
        <td role="cell" className={table.at}>
          {check ? <RelativeTime text={new Date(check.read_at).toISOString()} /> : 'Never'}
        </td>
        <td role="cell" className={table.end}>
          <RouteMenu route={route} name={name} path={path} noteId={noteId} onDialog={onDialog} />
        </td>
      </tr>
      {note && <RowNote id={noteId} text={note} columns={5} />}
    </>
  );
});

const panel = new LazyChunk(() => import('#web/features/routes/list/route-menu-panel.tsx'));
const RouteMenuPanel = late(panel, (parts) => parts.RouteMenuPanel, ChunkErrorDialog);

function RouteMenu(props: RouteMenuProps) {
  const { button, menu } = useMenu(panel);
  return (
    <>
      <RowButton {...button} drawing="more" aria-label={`Actions for ${props.name}`} />
      {menu && <RouteMenuPanel {...menu} {...props} />}
    </>
  );
}
