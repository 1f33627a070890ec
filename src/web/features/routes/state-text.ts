import type { KnownRoute } from '#web/features/routes/join-routes.ts';
import { hasChanged, type LastCheck } from '#web/features/routes/kept-route.ts';
import { count } from '#web/lib/format.ts';

const STATES = {
  none: 'None',
  'not-found': 'Not found',
  forbidden: 'No access',
  failed: 'Not readable',
};

/** `On`, `None`, `Not checked` */
export function stateText(check: LastCheck | undefined): string {
  if (check === undefined) return 'Not checked';
  if (check.state !== 'module') return STATES[check.state];
  return check.enabled ? 'On' : 'Off';
}

/** What it was before it changed: `Off, 3 policies`; empty where nothing has changed. */
export function changeText(route: KnownRoute): string {
  const { changed_from: before } = route;
  if (before === undefined || !hasChanged(route)) return '';
  const policies = before.state === 'module' ? before.ip_policy_ids.length : 0;
  return [stateText(before), policies > 0 && count(policies, 'policy', 'policies')]
    .filter(Boolean)
    .join(', ');
}
