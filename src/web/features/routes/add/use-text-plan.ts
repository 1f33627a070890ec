import { useEffect, useState } from 'react';
import { ownHosts, useConfig } from '#web/api/config.ts';
import { planRoutes } from '#web/features/routes/add/plan-routes.ts';
import { readRoutes } from '#web/features/routes/add/read-routes.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { session } from '#web/session/session.ts';

/** Characters: a longer text is planned a moment after the last key. */
const LONG = 50_000;

/** What adding a text of routes would do, as it is typed. A text with the key in it is not read. */
export function useTextPlan(text: string) {
  const hosts = ownHosts(useConfig());
  const [planned, setPlanned] = useState(() => planOf(''));

  function planOf(of: string) {
    const hasKey = session.containsKey(of);
    const read = readRoutes(hasKey ? '' : of, hosts);
    return { of, hasKey, ...read, plan: planRoutes(read, knownRoutes().get().byKey) };
  }

  useEffect(() => {
    const wait = setTimeout(() => setPlanned(planOf(text)), text.length > LONG ? 300 : 0);
    return () => clearTimeout(wait);
    // Only for another text: what is known changes with each check of a route.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text]);

  return {
    planned,
    /** For a press that is faster than the plan. */
    planNow() {
      const now = planned.of === text ? planned : planOf(text);
      setPlanned(now);
      return now;
    },
  };
}
