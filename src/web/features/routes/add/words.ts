import type { RoutesPlan } from '#web/features/routes/add/plan-routes.ts';
import type { Place, UnreadableLine } from '#web/features/routes/add/read-routes.ts';
import { count, formatNumber } from '#web/lib/format.ts';

type Counts = { added: number; relabelled: number };

/** `Add 12 routes, change 3 labels` */
export function buttonWords({ added, relabelled }: Counts): string {
  if (added + relabelled === 0) return 'Add routes';
  if (added === 0) return `Change ${count(relabelled, 'label')}`;
  return `Add ${count(added, 'route')}${relabelled > 0 ? `, change ${count(relabelled, 'label')}` : ''}`;
}

/** `Added 12 routes, changed 3 labels.` */
export function doneWords({ added, relabelled }: Counts): string {
  if (added === 0) return `Changed ${count(relabelled, 'label')}.`;
  return `Added ${count(added, 'route')}${relabelled > 0 ? `, changed ${count(relabelled, 'label')}` : ''}.`;
}

/** `12 new, 3 labels change, 40 already here, 2 repeated, 1 cannot be read` */
export function planWords({ lines }: RoutesPlan, unreadable: readonly UnreadableLine[]): string {
  const of = (kind: RoutesPlan['lines'][number]['kind']) =>
    lines.filter((line) => line.kind === kind).length;
  const relabelled = of('relabel');
  const groups = [
    [of('new'), 'new'],
    [relabelled, relabelled === 1 ? 'label changes' : 'labels change'],
    [of('same'), 'already here'],
    [of('repeated'), 'repeated'],
    [unreadable.length, 'cannot be read'],
  ] as const;
  return groups
    .filter(([size]) => size > 0)
    .map(([size, group]) => `${formatNumber(size)} ${group}`)
    .join(', ');
}

/** `Line 7`, `Line 1, entry 3` */
export const placeWords = ({ line, entry }: Place) =>
  `Line ${formatNumber(line)}${entry === undefined ? '' : `, entry ${formatNumber(entry)}`}`;
