import { changesOf, type JobTarget, type LineKind, type Plan, type PlanLine } from '#bulk/job.ts';
import { idTextOf, partText, sidesOf } from '#web/features/jobs/texts.ts';
import { toPlan } from '#web/jobs/to-plan.ts';
import { foldCase } from '#web/lib/fold-case.ts';
import { formatNumber } from '#web/lib/format.ts';

/** Finds the places of lines that have a text: in their name, in their kind or in a state; an id from its start. */
export function createSearch(target: JobTarget, kinds: Record<LineKind, string>) {
  /** There may be thousands of lines, and each key that is typed searches them. */
  const texts = new WeakMap<PlanLine, string>();
  const hasText = (line: PlanLine, wanted: string) => {
    const ids = foldCase(idTextOf(target, line.id)).split(' ');
    if (ids.some((id) => id.startsWith(wanted))) return true;
    const text = texts.get(line) ?? textOf(line, target, kinds);
    texts.set(line, text);
    return text.includes(wanted);
  };
  return (lines: readonly PlanLine[], typed: string): number[] => {
    const wanted = foldCase(typed.trim());
    return lines.flatMap((line, at) => (wanted === '' || hasText(line, wanted) ? [at] : []));
  };
}

function textOf(line: PlanLine, target: JobTarget, kinds: Record<LineKind, string>): string {
  const { label, kind, note = '', before, after } = line;
  const { removed, added } = sidesOf(target, line);
  const values = [before, after].flatMap((state) => Object.values(state ?? {}).flat());
  const texts = [label, kinds[kind], note, ...[...removed, ...added].map(partText), ...values];
  return foldCase(texts.filter((text) => typeof text === 'string').join('\n'));
}

/** `118 Set inactive, 2 Conflict`, where there are several kinds. */
export function kindsText(lines: readonly PlanLine[], kinds: Record<LineKind, string>) {
  const counts = new Map<string, number>();
  for (const { kind } of lines) counts.set(kinds[kind], (counts.get(kinds[kind]) ?? 0) + 1);
  if (counts.size < 2) return '';
  return [...counts].map(([kind, number]) => `${kind}: ${formatNumber(number)}`).join(', ');
}

/** Requests that it takes: some targets are read first, but only once the plan has become old. */
export function requestsOf(plan: Plan, { readsFirst }: JobTarget) {
  const changes = changesOf(plan);
  const reads = changes.filter((line) => readsFirst(line, Infinity)).length;
  return { most: changes.length + reads, isExact: reads === 0 };
}

/** The plan with a way back: where it deletes, it does what is offered in place of that. */
export const withoutDeletions = (plan: Plan, { insteadOfDelete, kindOf }: JobTarget): Plan =>
  toPlan({
    ...plan,
    lines: plan.lines.map((line): PlanLine => {
      if (line.kind !== 'delete' || !line.before || !insteadOfDelete) return line;
      const change = { ...line, after: insteadOfDelete(line.before) };
      return { ...change, kind: kindOf(change) };
    }),
  });
