import { ActionIcon, Menu } from '@mantine/core';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pin from 'lucide-react/icons/pin';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { curlOf } from '#web/api/call.ts';
import type { KnownRoute } from '#web/features/routes/known-route.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { routeKey } from '#web/features/routes/route-address.ts';
import { RouteState } from '#web/features/routes/state-badge.tsx';
import { paths, pathTo } from '#web/paths.ts';
import { icon } from '#web/ui/icon.ts';
import { useAnnounce } from '#web/ui/announcer.tsx';
import { CopyMenuItem } from '#web/ui/copy-button.tsx';
import { shorten, shortId } from '#web/ui/format.ts';
import layout from '#web/ui/layout.module.css';
import { useReceipt } from '#web/ui/receipt.tsx';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import table from '#web/ui/table.module.css';
import styles from './routes.module.css';

export type RowDialog =
  | { kind: 'rename'; route: KnownRoute; opener?: HTMLElement | null }
  | { kind: 'toggle'; route: KnownRoute; on: boolean; opener?: HTMLElement | null };

type RouteRowProps = {
  route: KnownRoute;
  /** Tells this row from others with the same label. */
  name: string;
  onDialog: (dialog: RowDialog) => void;
};

export function RouteRow({ route, name, onDialog }: RouteRowProps) {
  const { edge_id, id, seen } = route;
  const path = pathTo(paths.ipRestriction, { edgeId: edge_id, routeId: id });
  return (
    <tr role="row" data-id={id} data-route={routeKey(route)}>
      <th role="rowheader" scope="row">
        <span className={styles.name}>
          {route.pinned && <Pin size={14} strokeWidth={1.6} role="img" aria-label="Pinned" />}
          <Link to={path} title={route.name} aria-label={name === route.name ? undefined : name}>
            {route.name}
          </Link>
          {route.shared && <span className={styles.tag}>Shared</span>}
        </span>
      </th>
      <td role="cell" className={table.id}>
        <span className={`${layout.mono} ${layout.muted} ${table.one}`} title={edge_id}>
          {shortId(edge_id)} /
        </span>{' '}
        <span className={`${layout.mono} ${layout.muted} ${table.one}`} title={id}>
          {shortId(id)}
        </span>
      </td>
      <td role="cell" className={table.state}>
        <RouteState seen={seen} />
      </td>
      <td role="cell" className={table.at}>
        {seen ? <RelativeTime text={new Date(seen.read_at).toISOString()} /> : 'Never'}
      </td>
      <td role="cell" className={table.end}>
        <RouteMenu route={route} name={name} path={path} onDialog={onDialog} />
      </td>
    </tr>
  );
}

function RouteMenu({ route, name, path, onDialog }: RouteRowProps & { path: string }) {
  const navigate = useNavigate();
  const receipt = useReceipt();
  const announce = useAnnounce();
  const opener = useRef<HTMLButtonElement>(null);
  const { edge_id, id, seen } = route;
  // What was seen may be old: where it does not say, both ways are open, and the dialog reads first.
  const isOn = seen?.state === 'module' ? seen.enabled : undefined;
  const toggle = (on: boolean) => onDialog({ kind: 'toggle', route, on, opener: opener.current });

  function remove() {
    const rows = opener.current?.closest('tr');
    const next = rows?.nextElementSibling ?? rows?.previousElementSibling;
    const after = next?.querySelector('a') ?? document.querySelector<HTMLElement>('main h1');
    const undo = knownRoutes().remove(route);
    // The menu gives the focus back to its button first, which is gone.
    setTimeout(() => after?.focus());
    receipt({
      text: (
        <>
          <strong>{shorten(name)}</strong> taken off the list. Nothing changed on the service.
        </>
      ),
      undo,
    });
  }

  return (
    <Menu keepMounted={false}>
      <Menu.Target>
        <ActionIcon ref={opener} aria-label={`Actions for ${name}`}>
          <Ellipsis {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void navigate(path)}>Open</Menu.Item>
        {isOn !== true && <Menu.Item onClick={() => toggle(true)}>Turn enforcement on…</Menu.Item>}
        {isOn !== false && (
          <Menu.Item onClick={() => toggle(false)}>Turn enforcement off…</Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => onDialog({ kind: 'rename', route, opener: opener.current })}>
          Rename
        </Menu.Item>
        <Menu.Item
          onClick={() => {
            knownRoutes().pin(route, !route.pinned);
            announce(`${name} ${route.pinned ? 'unpinned' : 'pinned'}`);
          }}
        >
          {route.pinned ? 'Unpin' : 'Pin'}
        </Menu.Item>
        <CopyMenuItem
          label="Copy as curl"
          text={curlOf(ipRestrictionEndpoints.get, { params: { edge_id, id } })}
        />
        {!route.shared && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={remove}>Remove from list</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
