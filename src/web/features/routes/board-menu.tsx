import { Menu } from '@mantine/core';
import { Link } from 'react-router-dom';
import { downloadList, downloadStates } from '#web/features/routes/export-states.ts';
import { useKnownRoutes, type KnownRoute } from '#web/features/routes/known-routes.ts';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import { paths } from '#web/paths.ts';
import { AnchoredMenu } from '#web/ui/anchored-menu.tsx';

type BoardMenuProps = {
  button: HTMLElement;
  shown: readonly KnownRoute[];
  onClose: () => void;
};

export function BoardMenu({ button, shown, onClose }: BoardMenuProps) {
  const { routes } = useKnownRoutes();
  const { nameOf } = usePolicyNames();
  return (
    <AnchoredMenu button={button} onClose={onClose}>
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
