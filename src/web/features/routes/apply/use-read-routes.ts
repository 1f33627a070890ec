import { useEffect, useRef, useState } from 'react';
import { useConfig } from '#web/api/config.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import type { Target } from '#web/features/routes/apply/build-plan.ts';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { routeKey } from '#web/features/routes/kept-route.ts';
import {
  checkRoutes,
  pauseSentence,
  progressSentence,
  resultSentence,
  startSentence,
} from '#web/features/routes/list/use-check-all.ts';
import type { ModuleRead } from '#web/features/routes/module-read.ts';
import { readModule } from '#web/features/routes/queries.ts';
import { session } from '#web/session/session.ts';
import { announce } from '#web/ui/announcer.tsx';

/** By `routeKey`: who has cancelled goes on from there. */
const reads = new Map<string, ModuleRead>();
session.onEnd(() => reads.clear());

const FRESH_MS = 5 * 60_000;

/** @returns what is not old, and was neither read nor changed from here since */
function freshRead(route: KnownRoute): ModuleRead | undefined {
  const read = reads.get(routeKey(route));
  const isFresh =
    read &&
    Date.now() - read.read_at < FRESH_MS &&
    (route.last_check?.read_at ?? 0) <= read.read_at;
  return isFresh ? read : undefined;
}

/** Reads the modules of routes for a plan, at the pace of the service; ends with the page. */
export function useReadRoutes() {
  const { limits } = useConfig();
  const running = useRef<AbortController>(undefined);
  const [busy, setBusy] = useState(false);
  const [status, setStatus] = useState('');
  const [problem, setProblem] = useState('');
  useEffect(() => () => running.current?.abort(), []);

  function announceStatus(text: string) {
    setStatus(text);
    announce(text);
  }

  /** @returns `undefined` where it was cancelled, or where the service refuses all of them */
  async function read(routes: readonly KnownRoute[]): Promise<Target[] | undefined> {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const found = new Map<string, Target['read']>();
    for (const route of routes) {
      const fresh = freshRead(route);
      if (fresh) found.set(routeKey(route), fresh);
    }
    const begun = found.size;
    const all = routes.length;
    setProblem('');
    setBusy(true);
    announceStatus(startSentence(all, rateLimiter.msFor(all - begun)));
    let quarter = 0;
    const { checked, stoppedBy } = await checkRoutes({
      routes: routes.filter((route) => !found.has(routeKey(route))),
      async read(route, options) {
        try {
          const result = await readModule(route, options);
          reads.set(routeKey(route), result);
          found.set(routeKey(route), result);
        } catch (error) {
          found.set(routeKey(route), { error });
          throw error;
        }
      },
      atOnce: limits.requests_at_once,
      signal,
      onProgress(done) {
        const now = begun + done;
        const text = progressSentence(now, all, rateLimiter.msFor(all - now));
        const isNext = Math.floor((now * 4) / all) > quarter;
        quarter = Math.floor((now * 4) / all);
        // A short one is over before it could be read out.
        (isNext && all > 20 ? announceStatus : setStatus)(text);
      },
      onPause: (ms) => announceStatus(pauseSentence(ms)),
    });
    setBusy(false);
    if (!signal.aborted && stoppedBy === undefined) {
      setStatus('');
      return routes.map((route) => ({
        id: routeKey(route),
        label: route.name,
        read: found.get(routeKey(route)) ?? { error: undefined },
      }));
    }
    const reason = stoppedBy === undefined ? undefined : reasonOf(stoppedBy, 'read');
    const text = resultSentence(begun + checked, all, reason);
    if (reason === undefined) announceStatus(text);
    else {
      setStatus('');
      setProblem(text);
    }
    return undefined;
  }

  return { busy, status, problem, read, cancel: () => running.current?.abort() };
}
