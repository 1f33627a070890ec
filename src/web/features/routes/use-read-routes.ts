import { useRef } from 'react';
import type { Target } from '#web/features/routes/build-plan.ts';
import type { KnownRoute } from '#web/features/routes/known-routes.ts';
import type { RestrictionRead } from '#web/features/routes/restriction-read.ts';
import { routeKey } from '#web/features/routes/stored-route.ts';
import { useReading } from '#web/features/routes/use-reading.ts';

const FRESH_MS = 5 * 60_000;

/** Not old, and neither read nor changed from here since. */
const isFresh = ({ last_check: check }: KnownRoute, read: RestrictionRead | undefined) =>
  read !== undefined && Date.now() - read.readAt < FRESH_MS && (check?.read_at ?? 0) <= read.readAt;

/** Reads routes for a plan. After a cancel or a fault the next press goes on from there. */
export function useReadRoutes() {
  const found = useRef(new Map<string, RestrictionRead>());
  const { read: readDue, ...reading } = useReading();

  /** @returns `undefined`: it was cancelled, or the service refuses all */
  async function read(routes: readonly KnownRoute[]): Promise<Target[] | undefined> {
    const due = routes.filter((route) => !isFresh(route, found.current.get(routeKey(route))));
    const { results, isComplete } = await readDue(due, routes.length - due.length);
    for (const [key, result] of results)
      if (!(result instanceof Error)) found.current.set(key, result);
    if (!isComplete) return undefined;
    return routes.map((route): Target => {
      const key = routeKey(route);
      const result = results.get(key) ?? found.current.get(key) ?? new Error('Not read');
      return { id: key, label: route.name, read: result };
    });
  }

  return { ...reading, read };
}
