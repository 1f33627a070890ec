import {
  canChange,
  isChange,
  type JobTarget,
  type LineKind,
  type Plan,
  type PlanLine,
  type State,
} from '#web/jobs/job.ts';
import { withLines } from '#web/jobs/to-plan.ts';

/** In the order in which they are offered. */
export const KINDS: Record<LineKind, string> = {
  create: 'Create',
  rename: 'Rename',
  'set-active': 'Set active',
  'set-inactive': 'Set inactive',
  replace: 'Replace',
  delete: 'Delete',
  'no-change': 'No change',
  conflict: 'Conflict',
};

/** What is shown, with the place of each line in the plan. */
export function linesShown(plan: Plan, kind: LineKind | 'all', text: string) {
  const wanted = text.trim().toLowerCase();
  return plan.lines
    .map((line, at) => ({ line, at }))
    .filter(({ line }) => (kind === 'all' || line.kind === kind) && hasText(line, wanted));
}

/** A name by any part of it, also the new one; an id from its start. */
const hasText = ({ id, label, after }: PlanLine, wanted: string) =>
  label.toLowerCase().includes(wanted) ||
  id.toLowerCase().startsWith(wanted) ||
  (typeof after?.name === 'string' && after.name.toLowerCase().includes(wanted));

export function countKinds({ lines }: Plan): ReadonlyMap<LineKind, number> {
  const counts = new Map<LineKind, number>();
  for (const { kind } of lines) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** Requests that it takes: what is read first is read only once the plan has become old. */
export function requestsOf({ lines }: Plan, { readsFirst }: JobTarget) {
  const changes = lines.filter(isChange);
  const reads = changes.filter((line) => readsFirst(line, Infinity)).length;
  return { most: changes.length + reads, isExact: reads === 0 };
}

export const leaveOut = (plan: Plan, at: number, isOut: boolean): Plan =>
  withLines(
    plan,
    plan.lines.map((line, index) => (index === at ? { ...line, isOut } : line)),
  );

/** What must not be changed from here is shown, with the reason, and is not asked for. */
export function withRefusals(plan: Plan, { refusal }: JobTarget): Plan {
  const lines = plan.lines.map((line): PlanLine => {
    const note = canChange(line) ? refusal(line) : undefined;
    return note === undefined ? line : { ...line, kind: 'conflict', note };
  });
  return lines.some((line, at) => line !== plan.lines[at]) ? withLines(plan, lines) : plan;
}

/** The plan with a way back: where it deletes, it does what is offered in place of that. */
export const withoutDeletions = (plan: Plan, { insteadOfDelete, kindOf }: JobTarget): Plan =>
  withLines(
    plan,
    plan.lines.map((line): PlanLine => {
      if (line.kind !== 'delete' || !line.before || !insteadOfDelete) return line;
      const change = { ...line, after: insteadOfDelete(line.before) };
      return { ...change, kind: kindOf(change) };
    }),
  );

/**
 * What one side says of what is changed, or of all where nothing is. What a line is called by is said once: again only
 * where it becomes another.
 *
 * @returns `differs`: from the other side
 */
export function fieldsOf(label: string, state: State, other: State | null) {
  const fields = Object.entries(state).map(([field, value]) => ({
    field,
    text: fieldText(field, value),
    differs: other === null || other[field] !== value,
    isLabel: value === label,
  }));
  const differing = fields.filter(({ differs }) => differs);
  return (differing.length > 0 ? differing : fields).filter(
    ({ isLabel, differs }) => !isLabel || (differs && other !== null),
  );
}

function fieldText(field: string, value: unknown): string {
  if (field === 'active') return value === true ? 'Active' : 'Inactive';
  return typeof value === 'string' ? value : `${field}: ${JSON.stringify(value)}`;
}
