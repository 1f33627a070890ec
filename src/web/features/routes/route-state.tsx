import { Badge } from '@mantine/core';
import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleSlash2 from 'lucide-react/icons/circle-slash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { LastCheck } from '#web/features/routes/known-routes.ts';

/** What a read of a route has shown, in the order in which it needs a person. */
const STATES: Record<LastCheck['state'] | 'unread', string> = {
  none: 'None',
  'not-found': 'Not found',
  forbidden: 'No access',
  failed: 'Not readable',
  unread: 'Not checked',
  off: 'Off',
  on: 'On',
};
const RANKS = Object.keys(STATES);

export type Exposure = 'open' | 'protected' | 'errors' | 'unchecked';

/** Whether traffic is checked, as far as this device knows. What was never read is never protected. */
export function exposureOf(check: LastCheck | undefined): Exposure {
  if (check === undefined) return 'unchecked';
  const { state, ip_policy_ids } = check;
  if (state === 'on' && ip_policy_ids.length > 0) return 'protected';
  return state === 'on' || state === 'off' || state === 'none' ? 'open' : 'errors';
}

/** Lower needs a person more: open by nobody's decision, then what cannot be told, then off, then protected. */
export const severityOf = (check: LastCheck | undefined) =>
  check?.state === 'on' && check.ip_policy_ids.length === 0
    ? 0.5
    : RANKS.indexOf(check?.state ?? 'unread');

export const checkText = (check: LastCheck | undefined) => STATES[check?.state ?? 'unread'];

const SIGN = { size: 13, strokeWidth: 2, 'aria-hidden': true } as const;
const SIGNS = { on: CircleCheck, off: Circle, none: CircleSlash2 } as const;

/** What the last check has shown. Amber marks what lets everybody through. */
export function RouteState({ check }: { check: LastCheck | undefined }) {
  if (!check) return <span className="dim">{checkText(check)}</span>;
  const exposure = exposureOf(check);
  const Sign = exposure === 'errors' ? TriangleAlert : SIGNS[check.state as keyof typeof SIGNS]; // no error: one of these
  const color = { open: 'warn', protected: 'ok', errors: 'danger', unchecked: 'gray' }[exposure];
  return (
    <Badge color={color} leftSection={<Sign {...SIGN} />}>
      {checkText(check)}
    </Badge>
  );
}
