import Pin from 'lucide-react/icons/pin';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { KnownRoute } from '#web/features/routes/known-route.ts';
import { routeKey } from '#web/features/routes/route-address.ts';
import { RouteMenu, type RowDialog } from '#web/features/routes/list/route-menu.tsx';
import { RouteState } from '#web/features/routes/state-badge.tsx';
import { paths, pathTo } from '#web/paths.ts';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { shortId } from '#web/lib/format.ts';
import { toSafeLine, nameOf } from '#web/ui/table/labels.ts';
import layout from '#web/ui/layout/layout.module.css';
import { RelativeTime } from '#web/ui/feedback/relative-time.tsx';
import { RowNote } from '#web/ui/table/row-note.tsx';
import table from '#web/ui/table/table.module.css';
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
      <tr
        role="row"
        data-id={id}
        data-route={routeKey(route)}
        data-noted={path === undefined || undefined}
      >
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
          <span
            className={`${layout.mono} ${layout.muted} ${table.one}`}
            title={toSafeLine(edge_id)}
          >
            <UntrustedText text={shortId(edge_id)} /> /
          </span>{' '}
          <span className={`${layout.mono} ${layout.muted} ${table.one}`} title={toSafeLine(id)}>
            <UntrustedText text={shortId(id)} />
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
