import Pin from 'lucide-react/icons/pin';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { KnownRoute } from '#web/features/routes/known-route.ts';
import { routeKey } from '#web/features/routes/route-address.ts';
import { RouteMenu, type RowDialog } from '#web/features/routes/route-menu.tsx';
import { RouteState } from '#web/features/routes/state-badge.tsx';
import { paths, pathTo } from '#web/paths.ts';
import { ForeignText } from '#web/ui/foreign-text.tsx';
import { shortId } from '#web/ui/format.ts';
import { lineOf, nameOf } from '#web/ui/labels.ts';
import layout from '#web/ui/layout.module.css';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { RowNote } from '#web/ui/row-note.tsx';
import table from '#web/ui/table.module.css';
import styles from './routes.module.css';

const NO_ADDRESS =
  'Cannot be opened, read or changed: an id of this route cannot be part of an address.';

type RouteRowProps = {
  route: KnownRoute;
  /** Tells this row from others with the same label. */
  name: string;
  onDialog: (dialog: RowDialog) => void;
};

export function RouteRow({ route, name, onDialog }: RouteRowProps) {
  const { edge_id, id, seen } = route;
  const path = pathTo(paths.ipRestriction, { edgeId: edge_id, routeId: id });
  const noteId = useId();
  const label = nameOf(route);
  return (
    <>
      <tr role="row" data-id={id} data-route={routeKey(route)}>
        <th role="rowheader" scope="row">
          <span className={styles.name}>
            {route.pinned && <Pin size={14} strokeWidth={1.6} role="img" aria-label="Pinned" />}
            {path === undefined ? (
              <ForeignText text={label} />
            ) : (
              <Link to={path} title={label} aria-label={name === label ? undefined : name}>
                <ForeignText text={label} />
              </Link>
            )}
            {route.shared && <span className={styles.tag}>Shared</span>}
          </span>
        </th>
        <td role="cell" className={table.id}>
          <span className={`${layout.mono} ${layout.muted} ${table.one}`} title={lineOf(edge_id)}>
            <ForeignText text={shortId(edge_id)} /> /
          </span>{' '}
          <span className={`${layout.mono} ${layout.muted} ${table.one}`} title={lineOf(id)}>
            <ForeignText text={shortId(id)} />
          </span>
        </td>
        <td role="cell" className={table.state}>
          <RouteState seen={seen} />
        </td>
        <td role="cell" className={table.at}>
          {seen ? <RelativeTime text={new Date(seen.read_at).toISOString()} /> : 'Never'}
        </td>
        <td role="cell" className={table.end}>
          <RouteMenu route={route} name={name} path={path} noteId={noteId} onDialog={onDialog} />
        </td>
      </tr>
      {path === undefined && <RowNote id={noteId} text={NO_ADDRESS} columns={5} />}
    </>
  );
}
