import { idTextOf, partsOf, partText } from '#web/features/jobs/describe.ts';
import {
  canChange,
  isChange,
  type JobTarget,
  type LineKind,
  type Plan,
  type PlanLine,
} from '#web/jobs/job.ts';
import { withLines } from '#web/jobs/to-plan.ts';

/** What lines say, found out once: a plan may have thousands, and is filtered with each key that is pressed. */
export type LineTexts = WeakMap<PlanLine, string>;

type Shown = { kind: LineKind | 'all'; text: string; texts?: LineTexts };

/** What is shown, with the place of each line in the plan. */
export function linesShown(
  plan: Plan,
  target: JobTarget,
  { kind, text, texts = new WeakMap() }: Shown,
) {
  const wanted = text.trim().toLowerCase();
  return plan.lines
    .map((line, at) => ({ line, at }))
    .filter(
      ({ line }) =>
        (kind === 'all' || line.kind === kind) &&
        (wanted === '' || hasText(line, target, wanted, texts)),
    );
}

/** By any part of its name or of what it holds on either side; an id from its start. */
function hasText(line: PlanLine, target: JobTarget, wanted: string, texts: LineTexts): boolean {
  const id = idTextOf(target, line.id);
  const starts = [id, ...id.split(' ')].some((each) => each.toLowerCase().startsWith(wanted));
  return starts || textOf(line, target, texts).includes(wanted);
}

function textOf(line: PlanLine, target: JobTarget, texts: LineTexts): string {
  const { label, before, after } = line;
  const known = texts.get(line);
  if (known !== undefined) return known;
  const parts = [
    before && partsOf(target, label, before, after),
    after && partsOf(target, label, after, before),
  ].flatMap((side) => side?.map(partText) ?? []);
  const held = [before, after].flatMap((state) => Object.values(state ?? {}).flat());
  const text = [label, ...parts, ...held.filter((each) => typeof each === 'string')]
    .join('\n')
    .toLowerCase();
  texts.set(line, text);
  return text;
}

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
