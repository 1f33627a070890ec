import { useEffect, useRef, useState } from 'react';
import { failureOf } from '#client/api-error.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { checkRoutes, type CheckResult } from '#web/features/routes/check-routes.ts';
import { readModule } from '#web/features/routes/queries.ts';
import type { RouteIds } from '#web/features/routes/route-address.ts';
import { count, formatNumber } from '#web/ui/format.ts';

/** Reads every route's module; ends with the page. What is read goes to the list of routes as it comes. */
export function useCheckAll() {
  const running = useRef<AbortController>(undefined);
  const notBefore = useRef(0);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  useEffect(() => () => running.current?.abort(), []);

  function check(routes: RouteIds[]) {
    const wait = Math.ceil((notBefore.current - Date.now()) / 1000);
    if (wait > 0) {
      setSaid(`Not started: the service asks to wait ${wait} s more.`);
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    setSaid(`Checking ${count(routes.length, 'route')}…`);
    void checkRoutes({
      routes,
      read: readModule,
      signal: controller.signal,
      onProgress: () => {},
    }).then((result) => {
      if (controller.signal.aborted) return;
      notBefore.current = Date.now() + pauseOf(result.stoppedBy);
      setBusy(false);
      setSaid(resultSentence(result, routes.length));
    });
  }

  return { busy, said, check };
}

function pauseOf(error: unknown): number {
  const failure = failureOf(error);
  return (failure?.kind === 'status' && failure.retryAfterMs) || 0;
}

function resultSentence({ checked, stoppedBy }: CheckResult, all: number): string {
  if (stoppedBy === undefined) return `Checked ${count(checked, 'route')}.`;
  return `Stopped after ${formatNumber(checked)} of ${formatNumber(all)}. ${reasonOf(stoppedBy)} What was read before stays.`;
}
