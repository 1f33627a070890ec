import '#web/styles/more.css';
import { Menu } from '@mantine/core';
import { Link } from 'react-router-dom';
import { downloadList, downloadStates } from '#web/features/routes/export-states.ts';
import { knownRoutes, type KnownRoute } from '#web/features/routes/known-routes.ts';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import { hasChanged } from '#web/features/routes/stored-route.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { AnchoredMenu } from '#web/ui/anchored-menu.tsx';
import { notify } from '#web/ui/notify.ts';

type BoardMenuProps = {
  button: HTMLElement;
  routes: readonly KnownRoute[];
  shown: readonly KnownRoute[];
  onClose: () => void;
};

export function BoardMenu({ button, routes, shown, onClose }: BoardMenuProps) {
  const { nameOf } = usePolicyNames();
  const changed = routes.filter(hasChanged).length;

  function markSeen() {
    const undo = knownRoutes().markSeen();
    notify({ text: `${count(changed, 'change')} marked as seen.`, undo });
  }
  return (
    <AnchoredMenu button={button} onClose={onClose}>
      {changed > 0 && (
        <Menu.Item onClick={markSeen}>Mark {formatNumber(changed)} as seen</Menu.Item>
      )}
      {shown.length > 0 && (
        <Menu.Item onClick={() => downloadStates(shown, nameOf)}>Export states</Menu.Item>
      )}
      {routes.length > 0 && <Menu.Item onClick={() => downloadList(routes)}>Export list</Menu.Item>}
      <Menu.Item component={Link} to={paths.policies}>
        IP policies
      </Menu.Item>
    </AnchoredMenu>
  );
}
