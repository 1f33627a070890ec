import type { KnownRoute } from '#web/features/routes/known-route.ts';
import { routeKey } from '#web/features/routes/route-address.ts';
import { idTail } from '#web/ui/format.ts';

/** What each route is called in the names of its controls; equal names get the end of their id. By `routeKey`. */
export function rowNames(routes: KnownRoute[]): Map<string, string> {
  const times = new Map<string, number>();
  for (const { name } of routes) times.set(name, (times.get(name) ?? 0) + 1);
  return new Map(
    routes.map((route) => {
      const isOnly = times.get(route.name) === 1;
      return [routeKey(route), isOnly ? route.name : `${route.name} (${idTail(route.id)})`];
    }),
  );
}
