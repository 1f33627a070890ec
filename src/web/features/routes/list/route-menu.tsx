import { ActionIcon, Menu } from '@mantine/core';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { KnownRoute } from '#web/features/routes/known-route.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { ipRestrictionCurl } from '#web/features/routes/queries.ts';
import { icon } from '#web/ui/theme/icon.ts';
import { useAnnounce } from '#web/ui/feedback/announcer.tsx';
import { CopyMenuItem } from '#web/ui/form/copy-button.tsx';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import { shorten } from '#web/lib/format.ts';
import { InertMenuItem } from '#web/ui/table/inert-menu-item.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';

export type RowDialog =
  | { kind: 'rename'; route: KnownRoute }
  | { kind: 'toggle'; route: KnownRoute; on: boolean };

type RouteMenuProps = {
  route: KnownRoute;
  /** Tells this row from others with the same label. */
  name: string;
  onDialog: (dialog: RowDialog) => void;
  path: string | undefined;
  /** Id of the text that says why there is no path. */
  noteId: string;
};

export function RouteMenu({ route, name, path, noteId, onDialog }: RouteMenuProps) {
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
        <ActionIcon ref={opener} aria-label={`Actions for ${name}`}>
          <Ellipsis {...icon} />
        </ActionIcon>
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
