import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { download } from '#web/lib/download.ts';

/** The file holds what addresses and names a route: no state of the service, and never a key. `readRoutes` reads it. */
export function toListFile(routes: readonly KnownRoute[], service_host: string): string {
  const listed = routes.map(({ name, edge_id, id, pinned }) => ({
    label: name === id ? '' : name,
    edge_id,
    id,
    pinned,
  }));
  return `${JSON.stringify({ service_host, routes: listed }, null, 2)}\n`;
}

export const downloadListFile = (routes: readonly KnownRoute[], service_host: string) =>
  download(
    toListFile(routes, service_host),
    `routes-${service_host.replace(/\W+/g, '-')}.json`,
    'application/json',
  );
