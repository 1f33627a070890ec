import {
  isChange,
  type JobItem,
  type JobTarget,
  type LineKind,
  type Plan,
  type TargetKind,
} from '#web/jobs/job.ts';
import { count } from '#web/lib/format.ts';

/** What is planned, and what a job is then doing. */
type Words = (things: string) => { heading: string; doing: string };

const WORDS: Record<TargetKind, Partial<Record<LineKind, Words>>> = {
  'bot-user': {
    create: (things) => ({ heading: `create ${things}`, doing: `Creating ${things}` }),
    rename: (things) => ({ heading: `rename ${things}`, doing: `Renaming ${things}` }),
    'set-active': (things) => ({
      heading: `set ${things} active`,
      doing: `Setting ${things} to active`,
    }),
    'set-inactive': (things) => ({
      heading: `set ${things} inactive`,
      doing: `Setting ${things} to inactive`,
    }),
    delete: (things) => ({ heading: `delete ${things}`, doing: `Deleting ${things}` }),
  },
  route: {
    create: (things) => ({
      heading: `add an IP restriction to ${things}`,
      doing: `Adding an IP restriction to ${things}`,
    }),
    delete: (things) => ({
      heading: `remove the IP restriction from ${things}`,
      doing: `Removing the IP restriction from ${things}`,
    }),
  },
};

const OTHER: Words = (things) => ({ heading: `change ${things}`, doing: `Changing ${things}` });

/** By its kind where all that changes is of one, and how many change. */
function wordsOf({ target, lines }: Pick<Plan, 'target' | 'lines'>) {
  const changes = lines.filter(isChange);
  const kinds = new Set(changes.map(({ kind }) => kind));
  const [kind] = kinds.size === 1 ? kinds : [];
  const words = (kind && WORDS[target][kind]) ?? OTHER;
  return words(countTargets(target, changes.length));
}

/** What a plan of these lines is called. */
export const toPlan = (of: Omit<Plan, 'heading' | 'doing'>): Plan => ({ ...of, ...wordsOf(of) });

/** The plan with other lines. Where whoever made it has found words of its own, only the number in them changes. */
export function withLines(plan: Plan, lines: Plan['lines']): Plan {
  const next = toPlan({ ...plan, lines });
  const { heading, doing } = plan;
  if (recount(heading, '') === recount(wordsOf(plan).heading, '')) return next;
  const things = countTargets(plan.target, lines.filter(isChange).length);
  return { ...next, heading: recount(heading, things), doing: recount(doing, things) };
}

const recount = (text: string, things: string) =>
  text.replace(/[\d,]+ (bot user|route)s?\b/, things);

/** `120 bot users` */
export const countTargets = (target: TargetKind, value: number) =>
  count(value, target === 'bot-user' ? 'bot user' : 'route');

const DONE: Record<string, string> = {
  create: 'Created',
  rename: 'Renamed',
  set: 'Set',
  delete: 'Deleted',
  change: 'Changed',
  add: 'Added',
  remove: 'Removed',
  replace: 'Replaced',
  turn: 'Turned',
  put: 'Put',
};

/** What a job has done: `rename 12 bot users` → `Renamed 10 bot users`. */
export const doneText = ({ heading, target }: Pick<Plan, 'heading' | 'target'>, done: number) =>
  recount(heading, countTargets(target, done)).replace(/^\w+/, (verb) => DONE[verb] ?? verb);

/** What a job has changed itself, and what there is a way back from. */
export const undoable = (items: readonly JobItem[], { restores }: Pick<JobTarget, 'restores'>) =>
  items.filter(
    ({ status, after, sentAt }) =>
      status === 'confirmed' && sentAt !== undefined && (after !== null || restores),
  );

/**
 * The way back of what was done, the last change first: it may have freed a name. It is as old as the first of these
 * changes: what others have done since is looked for before it is undone.
 */
export function undoPlan(
  target: TargetKind,
  of: Pick<JobTarget, 'kindOf' | 'restores'>,
  items: readonly JobItem[],
  now: number,
): Plan {
  const undone = undoable(items, of);
  const plannedAt = undone.reduce((at, { endedAt = at }) => Math.min(at, endedAt), now);
  const lines = undone.toReversed().map(({ id, label, before, after }) => {
    const change = { id, label, before: after, after: before };
    return { ...change, kind: of.kindOf(change) };
  });
  const plan = toPlan({ target, lines, plannedAt });
  if (target === 'bot-user') return plan;
  const routes = countTargets(target, lines.length);
  return { ...plan, heading: `put back ${routes}`, doing: `Putting back ${routes}` };
}
