import { Badge } from '@mantine/core';
import Circle from 'lucide-react/icons/circle';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleSlash2 from 'lucide-react/icons/circle-slash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { LastCheck } from '#web/features/routes/known-routes.ts';
import { checkText, exposureOf } from '#web/features/routes/restriction.ts';

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
