import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isOutcomeUnknown } from '#client/errors.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { run } from '#web/api/query-client.ts';
import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import type { RouteIds } from '#web/features/routes/kept-route.ts';
import { knownRoutes, useKnownRoutes } from '#web/features/routes/known-routes.ts';
import {
  changeModule,
  isProtected,
  moduleChange,
  readModule,
} from '#web/features/routes/queries.ts';
import { PROTECTED } from '#web/api/access.ts';
import { requestUndo } from '#web/jobs/current-job.ts';
import { shorten } from '#web/lib/format.ts';
import { absoluteTime } from '#web/lib/time.ts';
import { type Receipt, useReceipt } from '#web/ui/feedback/receipt.tsx';
import { useNow } from '#web/ui/relative-time.tsx';
import { nameOf } from '#web/ui/safe-line.ts';

/** Turned off until a time that is over, and not known to be on again. @param now milliseconds since 1970 */
export const isPastEnd = (route: Pick<KnownRoute, 'off_until' | 'last_check'>, now: number) =>
  route.off_until !== undefined && route.off_until <= now && isStillOff(route);

/** A route that was turned off until a time, and is not known to be anything else by now. */
const isStillOff = ({ last_check: check }: Pick<KnownRoute, 'last_check'>) =>
  check?.state === 'module' && !check.enabled;

/** Those that are off past their time, in the order of the list; draws again each minute. */
export function useRoutesPastEnd(): KnownRoute[] {
  const { routes } = useKnownRoutes();
  const now = useNow();
  return useMemo(() => routes.filter((route) => isPastEnd(route, now)), [routes, now]);
}

/** `05:34`; on another day `21 Nov, 05:34`; in another year `21 Nov 2027, 05:34`. */
export function timeOn(at: number, now: number): string {
  const [day = '', time = ''] = absoluteTime(at)
    .replace(/ GMT.*/, '')
    .split(', ');
  const [today = ''] = absoluteTime(now).split(',');
  const [year = ''] = / \d+$/.exec(today) ?? [];
  return day === today ? time : `${day.replace(year, '')}, ${time}`;
}

/**
 * Reads the module and sends it with `enabled: true`, nothing else changed; the receipt says what became of it. One
 * press: whoever wants to see the list first has the editor.
 */
export function useTurnOnAgain() {
  const client = useQueryClient();
  const receipt = useReceipt();
  return async (route: RouteIds & { name: string }) => receipt(await turnOnAgain(client, route));
}

/** @returns what to tell; it never rejects */
export async function turnOnAgain(
  client: QueryClient,
  route: RouteIds & { name: string },
): Promise<Receipt> {
  const { edge_id, id } = route;
  const ids = { edge_id, id };
  const label = shorten(nameOf(route));
  const failed = (why: string) => ({ failed: true, text: `${label} was not turned on. ${why}` });
  let isSent = false;
  if (isProtected(ids)) return failed(PROTECTED);
  try {
    const basis = await readModule(ids);
    const { module } = basis;
    if (module === null) return failed('It no longer has an IP restriction.');
    if (module.enabled) {
      knownRoutes().setOffUntil(ids, undefined);
      return { text: `Enforcement is already on for ${label}.` };
    }
    if (module.ip_policy_ids.length === 0)
      return failed('Its list of policies is empty: turn it on in the editor.');
    isSent = true;
    const { kind, read } = await run(client, changeModule(ids), {
      wanted: { ...module, enabled: true },
      basis,
    });
    if (kind === 'changed') return failed('Somebody else changed it just now. Press again.');
    if (!read.module?.enabled)
      return failed('The service saved something different. Open it and check.');
    return {
      text: `Enforcement is on again for ${label}.`,
      undo: () => requestUndo('route', moduleChange(ids, basis, read)),
    };
  } catch (error) {
    if (isSent && isOutcomeUnknown(error)) {
      const text = `We do not know if ${label} was turned on. ${reasonOf(error, 'unsure')}`;
      return { failed: true, text };
    }
    return failed(reasonOf(error));
  }
}
