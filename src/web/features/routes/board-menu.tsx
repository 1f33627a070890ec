import { ActionIcon, Menu } from '@mantine/core';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { Link } from 'react-router-dom';
import { toCsv } from '#bulk/write-csv.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { useKnownRoutes, type KnownRoute } from '#web/features/routes/known-routes.ts';
import { usePolicyNames } from '#web/features/routes/policies.ts';
import { checkText } from '#web/features/routes/route-state.tsx';
import { download } from '#web/lib/download.ts';
import { paths } from '#web/paths.ts';
import { icon } from '#web/ui/icon.ts';

/** What else can be done with the list, and with what is shown of it. */
export function BoardMenu({ shown }: { shown: readonly KnownRoute[] }) {
  const { routes } = useKnownRoutes();
  const { nameOf } = usePolicyNames();
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label="More">
          <Ellipsis {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.length > 0 && (
          <Menu.Item onClick={() => downloadStates(shown, nameOf)}>Export states</Menu.Item>
        )}
        {routes.length > 0 && (
          <Menu.Item onClick={() => downloadList(routes)}>Export list</Menu.Item>
        )}
        <Menu.Item component={Link} to={paths.policies}>
          IP policies
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const ownLabel = ({ name, id }: KnownRoute) => (name === id ? '' : name);
const fileName = (what: string, end: string) =>
  `${what}-${runtimeConfig().service_host.replaceAll(/\W+/g, '-')}${end}`;

const COLUMNS = 'label edge_id route_id state policies policy_names checked_at'.split(' ');

/**
 * What was found, as CSV: for an audit. Times are ISO 8601; nothing stands in them where a route was never read.
 *
 * @param nameOf of an IP policy; empty where it has none
 */
function downloadStates(routes: readonly KnownRoute[], nameOf: (id: string) => string) {
  const rows = routes.map((route) => {
    const { edge_id, id, last_check: check } = route;
    const policies = check?.ip_policy_ids ?? [];
    const names = policies.map(nameOf).filter(Boolean);
    const at = check ? new Date(check.read_at).toISOString() : '';
    const ids = policies.join(' ');
    return [ownLabel(route), edge_id, id, checkText(check), ids, names.join(', '), at];
  });
  const day = new Date().toISOString().slice(0, 10);
  download(toCsv([COLUMNS, ...rows]), fileName('route-states', `-${day}.csv`), 'text/csv');
}

/** What addresses and names a route: no state of the service, and never a key. "Add routes" reads it. */
function downloadList(routes: readonly KnownRoute[]) {
  const { service_host } = runtimeConfig();
  const listed = routes.map((route) => {
    return { label: ownLabel(route), edge_id: route.edge_id, id: route.id };
  });
  const text = `${JSON.stringify({ service_host, routes: listed }, null, 2)}\n`;
  download(text, fileName('routes', '.json'), 'application/json');
}
