import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { routeKey } from '#bulk/route-ids.ts';
import { useKnownRoutes, type KnownRoute } from '#web/features/routes/known-routes.ts';
import { sharedRoutesQuery } from '#web/features/routes/shared-routes.ts';
import { useReading } from '#web/features/routes/use-reading.ts';
import { useNow } from '#web/ui/relative-time.tsx';

/** So many are read without a press. */
export const UNASKED_MAX = 30;
const STALE_MS = 60_000;

/** Also where the clock was set back since. */
const isStale = ({ last_check: check }: KnownRoute, now: number) =>
  !check || Math.abs(now - check.read_at) > STALE_MS;

/** Reads routes while the page is open. A few that are older than a minute are read by themselves, each once. */
export function useChecks() {
  const { routes } = useKnownRoutes();
  const { isLoading } = useQuery(sharedRoutesQuery);
  const now = useNow();
  const { read, ...reading } = useReading();
  const stale = useMemo(() => routes.filter((route) => isStale(route, now)), [routes, now]);
  /** What failed or was cancelled waits for a press. */
  const asked = useRef(new Set<string>());
  useEffect(() => () => asked.current.clear(), []);

  function check(due: readonly KnownRoute[]) {
    for (const route of due) asked.current.add(routeKey(route));
    void read(due);
  }

  const checkUnasked = useEffectEvent(check);
  useEffect(() => {
    if (isLoading || reading.isBusy) return;
    const due = stale.filter((route) => !asked.current.has(routeKey(route)));
    if (due.length > 0 && due.length <= UNASKED_MAX) checkUnasked(due);
  }, [isLoading, reading.isBusy, stale]);

  return { ...reading, stale, check };
}

export type Checks = ReturnType<typeof useChecks>;
