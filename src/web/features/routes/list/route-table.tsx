import { Menu } from '@mantine/core';
import Pin from 'lucide-react/icons/pin';
import { memo, useId, useRef } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import {
  type KnownRoute,
  knownRoutes,
  routeKey,
  rowId,
} from '#web/features/routes/known-routes.ts';
import { ipRestrictionCurl } from '#web/features/routes/queries.ts';
import { RouteState } from '#web/features/routes/state-badge.tsx';
import { shorten, shortId } from '#web/lib/format.ts';
import { paths, pathTo } from '#web/paths.ts';
import { useAnnounce } from '#web/ui/feedback/announcer.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { RelativeTime } from '#web/ui/feedback/relative-time.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { CopyMenuItem } from '#web/ui/form/copy-button.tsx';
import layout from '#web/ui/layout/layout.module.css';
import { InertMenuItem } from '#web/ui/table/inert-menu-item.tsx';
import { nameOf, toSafeLine } from '#web/ui/table/labels.ts';
import { RowButton } from '#web/ui/table/row-controls.tsx';
import { RowNote } from '#web/ui/table/row-note.tsx';
import table from '#web/ui/table/table.module.css';
import styles from '../routes.module.css';

type RouteTableProps = {
  routes: KnownRoute[];
  /** By `routeKey`; tell each row from others with the same label. */
  names: Map<string, string>;
  onDialog: (dialog: RowDialog) => void;
};

/** A table for its reading keys; roles are stated because the narrow layout drops the native ones. */
export function RouteTable({ routes, names, onDialog }: RouteTableProps) {
  return (
    <div className={table.wrap}>
      <table role="table" aria-label="Routes" className={table.table}>
        <thead role="rowgroup">
          <tr role="row">
            {['Label', 'Edge and route', 'IP restriction', 'Checked'].map((text) => (
              <th key={text} role="columnheader" scope="col">
                {text}
              </th>
            ))}
            <th role="columnheader" scope="col" className={table.end}>
              <div className="visually-hidden">Actions</div>
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {routes.map((route) => (
            <RouteRow
              key={routeKey(route)}
              route={route}
              name={names.get(routeKey(route)) ?? nameOf(route)}
              onDialog={onDialog}
            />
          ))}
        </tbody>
      </table>
    </div>
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
  return (
    <>
      <tr role="row" id={rowId(route)} data-id={id} data-noted={path === undefined || undefined}>
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
      {path === undefined && <RowNote id={noteId} text={NO_ADDRESS} columns={5} />}
    </>
  );
});

export type RowDialog =
  | { kind: 'rename'; route: KnownRoute }
  | { kind: 'toggle'; route: KnownRoute; on: boolean };

type RouteMenuProps = RouteRowProps & {
  path: string | undefined;
  /** Id of the text that says why there is no path. */
  noteId: string;
};

function RouteMenu({ route, name, path, noteId, onDialog }: RouteMenuProps) {
  const navigate = useNavigate();
  const receipt = useReceipt();
  const announce = useAnnounce();
  const opener = useRef<HTMLButtonElement>(null);
  const check = route.last_check;
  // Both ways are open where the last check does not say; it may be old, so the dialog reads first.
  const isOn = check?.state === 'module' ? check.enabled : undefined;
  const toggle = (on: boolean) => onDialog({ kind: 'toggle', route, on });

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
          <strong>
            <UntrustedText text={shorten(name)} />
          </strong>{' '}
          taken off the list. Nothing changed on the service.
        </>
      ),
      undo,
    });
  }

  return (
    <Menu keepMounted={false}>
      <Menu.Target>
        <RowButton drawing="more" ref={opener} aria-label={`Actions for ${name}`} />
      </Menu.Target>
      <Menu.Dropdown>
        {path === undefined ? (
          <InertMenuItem label="Open" reason={noteId} />
        ) : (
          <>
            <Menu.Item onClick={() => void navigate(path)}>Open</Menu.Item>
            {isOn !== true && (
              <Menu.Item onClick={() => toggle(true)}>Turn enforcement on…</Menu.Item>
            )}
            {isOn !== false && (
              <Menu.Item onClick={() => toggle(false)}>Turn enforcement off…</Menu.Item>
            )}
          </>
        )}
        <Menu.Divider />
        <Menu.Item onClick={() => onDialog({ kind: 'rename', route })}>Rename</Menu.Item>
        <Menu.Item
          onClick={() => {
            knownRoutes().pin(route, !route.pinned);
            announce(`${name} ${route.pinned ? 'unpinned' : 'pinned'}`);
          }}
        >
          {route.pinned ? 'Unpin' : 'Pin'}
        </Menu.Item>
        {path === undefined ? (
          <InertMenuItem label="Copy as curl" reason={noteId} />
        ) : (
          <CopyMenuItem label="Copy as curl" text={ipRestrictionCurl.get(route)} />
        )}
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
