import '#web/styles/more.css';
import { Menu } from '@mantine/core';
import { useNavigate } from 'react-router-dom';
import type { CopiedRoute } from '#web/features/routes/copied-route.ts';
import { knownRoutes, type KnownRoute } from '#web/features/routes/known-routes.ts';
import { restrictionCurl, useRestrictionRefusal } from '#web/features/routes/queries.ts';
import { routeSelection } from '#web/features/routes/selection.ts';
import { routeKey } from '#web/features/routes/stored-route.ts';
import type { Wish } from '#web/features/routes/switch-dialog.tsx';
import { count, shorten } from '#web/lib/format.ts';
import { paths, pathTo } from '#web/paths.ts';
import { AnchoredMenu, InertMenuItem } from '#web/ui/anchored-menu.tsx';
import { announce } from '#web/ui/announcer.tsx';
import { CopyMenuItem } from '#web/ui/copy-menu-item.tsx';
import { focusFirst } from '#web/ui/focus.ts';
import { notify } from '#web/ui/notify.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

type RouteMenuProps = {
  route: KnownRoute;
  /** Tells its row from others with the same label. */
  name: string;
  button: HTMLElement;
  onRename: () => void;
  onSwitch: (wish: Wish) => void;
  onClose: () => void;
};

/** Of each state what it allows; where the last check does not tell, both ways, for the dialog reads first. */
function wishesOf({ last_check: check, former }: KnownRoute): Array<{ wish: Wish; label: string }> {
  const on = { wish: 'on', label: 'Turn on…' } as const;
  const off = { wish: 'off', label: 'Turn off…' } as const;
  switch (check?.state) {
    case 'on':
      return [off];
    case 'off':
      return [on];
    case 'not-found':
      return [];
    case 'none': {
      if (!former) return [];
      const policies = count(former.ip_policy_ids.length, 'policy', 'policies');
      return [{ wish: 'put-back', label: `Put back ${policies}…` }];
    }
    default:
      return [on, off];
  }
}

export function RouteMenu(props: RouteMenuProps) {
  const { route, name, button, onRename, onSwitch, onClose } = props;
  const navigate = useNavigate();
  const refusal = useRestrictionRefusal(route).replace;
  const { edge_id, id, last_check: check } = route;
  const path = pathTo(paths.ipRestriction, { edgeId: edge_id, routeId: id });

  function applyToOthers(enabled: boolean, ip_policy_ids: string[]) {
    const state: CopiedRoute = { from: routeKey(route), restriction: { enabled, ip_policy_ids } };
    void navigate(paths.applyToRoutes, { state });
  }

  function pin() {
    knownRoutes().pin(route, !route.pinned);
    announce(`${name} ${route.pinned ? 'unpinned' : 'pinned'}`);
  }

  function remove() {
    const row = button.closest('tr');
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    const undo = knownRoutes().remove(route);
    routeSelection.set([routeKey(route)], false);
    // The menu gives the focus back to its button first, which then goes.
    setTimeout(() => focusFirst([next?.querySelector('a'), document.querySelector('main h1')]));
    notify({
      text: (
        <>
          Removed from the list:{' '}
          <strong>
            <UntrustedText text={shorten(name)} />
          </strong>
          . The route itself is unchanged.
        </>
      ),
      undo,
    });
  }

  return (
    <AnchoredMenu button={button} onClose={onClose}>
      {path && <Menu.Item onClick={() => void navigate(path)}>Open</Menu.Item>}
      {wishesOf(route).map(({ wish, label }) =>
        refusal === undefined ? (
          <Menu.Item key={wish} onClick={() => onSwitch(wish)}>
            {label}
          </Menu.Item>
        ) : (
          <InertMenuItem key={wish} label={label} reason={refusal} />
        ),
      )}
      {(check?.state === 'on' || check?.state === 'off') && (
        <Menu.Item onClick={() => applyToOthers(check.state === 'on', check.ip_policy_ids)}>
          Apply to others…
        </Menu.Item>
      )}
      <Menu.Divider />
      <Menu.Item onClick={onRename}>Rename</Menu.Item>
      <Menu.Item onClick={pin}>{route.pinned ? 'Unpin' : 'Pin'}</Menu.Item>
      <CopyMenuItem label="Copy as curl" text={restrictionCurl.get(route)} />
      {!route.shared && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={remove}>Remove from list</Menu.Item>
        </>
      )}
    </AnchoredMenu>
  );
}
