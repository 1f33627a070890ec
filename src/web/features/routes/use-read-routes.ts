import { useEffect, useRef, useState } from 'react';
import { reasonOf } from '#web/api/failure-text.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import type { Target } from '#web/features/routes/build-plan.ts';
import type { KnownRoute } from '#web/features/routes/known-routes.ts';
import { readMany } from '#web/features/routes/read-many.ts';
import type { RestrictionRead } from '#web/features/routes/restriction-read.ts';
import { routeKey } from '#web/features/routes/stored-route.ts';
import { progressText, stoppedText, waitText } from '#web/features/routes/use-checks.ts';
import { count } from '#web/lib/format.ts';
import { announce } from '#web/ui/announcer.tsx';

const FRESH_MS = 5 * 60_000;
/** Fewer are over before it could be read out. */
const ANNOUNCED_FROM = 20;

/** Reads routes for a plan, at the pace of the service. After a cancel or a fault the next press goes on from there. */
export function useReadRoutes() {
  const found = useRef(new Map<string, RestrictionRead>());
  const running = useRef<AbortController>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [progress, setProgress] = useState('');
  const [problem, setProblem] = useState('');
  useEffect(() => () => running.current?.abort(), []);

  function tell(text: string) {
    setProgress(text);
    announce(text);
  }

  /** @returns `undefined`: it was cancelled, or the service refuses all */
  async function read(routes: readonly KnownRoute[]): Promise<Target[] | undefined> {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const due = routes.filter((route) => !isFresh(route, found.current.get(routeKey(route))));
    const all = routes.length;
    const begun = all - due.length;
    let quarter = 0;
    setProblem('');
    setBusy(true);
    tell(`Reading ${count(all, 'route')}…`);
    const { results, stoppedBy } = await readMany(due, {
      signal,
      onProgress(done) {
        const text = progressText(begun + done, all, rateLimiter.msFor(due.length - done));
        const now = Math.floor(((begun + done) * 4) / all);
        (now > quarter && all > ANNOUNCED_FROM ? tell : setProgress)(text);
        quarter = now;
      },
      onWait: (wait) => wait?.for === 'limit' && tell(waitText(wait.until)),
    });
    for (const [key, result] of results)
      if (!(result instanceof Error)) found.current.set(key, result);
    setBusy(false);
    setProgress('');
    if (signal.aborted || stoppedBy !== undefined) {
      const reason = stoppedBy === undefined ? '' : reasonOf(stoppedBy, 'read');
      setProblem(stoppedText(begun + results.size, all, reason));
      return undefined;
    }
    return routes.map((route): Target => {
      const key = routeKey(route);
      const result = results.get(key) ?? found.current.get(key) ?? new Error('Not read');
      return { id: key, label: route.name, read: result };
    });
  }

  return { isBusy, progress, problem, read, cancel: () => running.current?.abort() };
}

/** Not old, and neither read nor changed from here since. */
const isFresh = ({ last_check: check }: KnownRoute, read: RestrictionRead | undefined) =>
  read !== undefined && Date.now() - read.readAt < FRESH_MS && (check?.read_at ?? 0) <= read.readAt;
