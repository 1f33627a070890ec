import { useNavigate } from 'react-router-dom';
import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import type { CopiedRoute } from '#web/features/routes/copied-route.ts';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { routeKey } from '#web/features/routes/kept-route.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { moduleIn } from '#web/features/routes/module-read.ts';
import { ipRestrictionCurl, useModuleRefusal } from '#web/features/routes/queries.ts';
import { routeSelection } from '#web/features/routes/selection.ts';
import { shorten } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { announce } from '#web/ui/announcer.tsx';
import { useReceipt } from '#web/ui/feedback/receipt.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import {
  CopyMenuItem,
  InertMenuItem,
  MenuDivider,
  MenuItem,
  MenuPanel,
} from '#web/ui/menu/menu-panel.tsx';
import type { MenuState } from '#web/ui/menu/use-menu.ts';

export type RowDialog =
  | { kind: 'rename'; route: KnownRoute }
  | { kind: 'toggle'; route: KnownRoute; on: boolean }
  | { kind: 'json'; module: IpRestrictionReplace };

export type RouteMenuProps = {
  route: KnownRoute;
  /** Tells its row from others with the same label. */
  name: string;
  path: string | undefined;
  /** Id of the text that says why there is no path. */
  noteId: string;
  onDialog: (dialog: RowDialog) => void;
};

export function RouteMenuPanel({
  route,
  name,
  path,
  noteId,
  onDialog,
  ...menu
}: RouteMenuProps & MenuState) {
  const navigate = useNavigate();
  const receipt = useReceipt();
  const refusal = useModuleRefusal(route).replace;
  const check = route.last_check;
  // Both ways are open where the last check does not say; it may be old, so the dialog reads first.
  const module = check?.state === 'module' ? check : undefined;
  const isOn = module?.enabled;
  const toggleItem = (label: string, on: boolean) =>
    refusal === undefined ? (
      <MenuItem onClick={() => onDialog({ kind: 'toggle', route, on })}>{label}</MenuItem>
    ) : (
      <InertMenuItem label={label} text={refusal} />
    );

  function applyToOthers(copied: CopiedRoute['module']) {
    const state: CopiedRoute = { from: routeKey(route), module: moduleIn(copied) };
    void navigate(paths.applyToRoutes, { state });
  }

  function remove() {
    const rows = menu.button.current?.closest('tr');
    const next = rows?.nextElementSibling ?? rows?.previousElementSibling;
    const after = next?.querySelector('a') ?? document.querySelector<HTMLElement>('main h1');
    const undo = knownRoutes().remove(route);
    routeSelection.set([routeKey(route)], false);
    // The menu gives the focus back to its button first, which then goes.
    setTimeout(() => after?.focus());
    receipt({
      text: (
        <>
          <strong>
            <UntrustedText text={shorten(name)} />
          </strong>{' '}
          removed from the list. The route itself is unchanged.
        </>
      ),
      undo,
    });
  }

  return (
    <MenuPanel {...menu}>
      {path === undefined ? (
        <InertMenuItem label="Open" reason={noteId} />
      ) : (
        <>
          <MenuItem onClick={() => void navigate(path)}>Open</MenuItem>
          {isOn !== true && toggleItem('Turn enforcement on…', true)}
          {isOn !== false && toggleItem('Turn enforcement off…', false)}
          {module && <MenuItem onClick={() => applyToOthers(module)}>Apply to others…</MenuItem>}
        </>
      )}
      <MenuDivider />
      <MenuItem onClick={() => onDialog({ kind: 'rename', route })}>Rename</MenuItem>
      <MenuItem
        onClick={() => {
          knownRoutes().pin(route, !route.pinned);
          announce(`${name} ${route.pinned ? 'unpinned' : 'pinned'}`);
        }}
      >
        {route.pinned ? 'Unpin' : 'Pin'}
      </MenuItem>
      {path === undefined ? (
        <InertMenuItem label="Copy as curl" reason={noteId} />
      ) : (
        <CopyMenuItem label="Copy as curl" text={ipRestrictionCurl.get(route)} />
      )}
      {module && (
        <MenuItem onClick={() => onDialog({ kind: 'json', module: moduleIn(module) })}>
          View as JSON…
        </MenuItem>
      )}
      {!route.shared && (
        <>
          <MenuDivider />
          <MenuItem onClick={remove}>Remove from list</MenuItem>
        </>
      )}
    </MenuPanel>
  );
}
