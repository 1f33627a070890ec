import { useEffect, useRef, useState } from 'react';
import { runtimeConfig } from '#web/api/config.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { checkRoutes } from '#web/features/routes/list/check-routes.ts';
import {
  isLong,
  pauseSentence,
  progressSentence,
  resultSentence,
  startSentence,
} from '#web/features/routes/list/check-sentences.ts';
import { readModule } from '#web/features/routes/queries.ts';
import type { RouteIds } from '#web/features/routes/route-address.ts';
import { useAnnounce } from '#web/ui/feedback/announcer.tsx';

/** Reads every route's module; ends with the page. What is read goes to the list of routes as it comes. */
export function useCheckAll() {
  const announce = useAnnounce();
  const running = useRef<AbortController>(undefined);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  useEffect(() => () => running.current?.abort(), []);

  function check(routes: RouteIds[]) {
    const controller = new AbortController();
    running.current = controller;
    const all = routes.length;
    const ms = rateLimiter.msFor(all);
    const tell = (text: string, aloud: boolean) => {
      setSaid(text);
      if (aloud) announce(text);
    };
    setBusy(true);
    tell(startSentence(all, ms), true);

    // Never aloud with every route: at each quarter of a long check, and when a pause is over.
    let told = isLong(ms) ? 0 : Infinity;
    function onProgress(checked: number) {
      const quarter = Math.floor((checked * 4) / all);
      const isNext = quarter > told;
      tell(progressSentence(checked, all, rateLimiter.msFor(all - checked)), isNext);
      if (isNext) told = quarter;
    }
    function onPause(pauseMs: number) {
      told = -1;
      tell(pauseSentence(pauseMs), true);
    }

    void checkRoutes({
      routes,
      read: readModule,
      atOnce: runtimeConfig().limits.requests_at_once,
      signal: controller.signal,
      onProgress,
      onPause,
    }).then(({ checked, stoppedBy }) => {
      setBusy(false);
      const reason = stoppedBy === undefined ? undefined : reasonOf(stoppedBy);
      setSaid(resultSentence(checked, all, reason));
    });
  }

  return { busy, said, check, cancel: () => running.current?.abort() };
}
