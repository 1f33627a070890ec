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

const WORDS: Partial<Record<LineKind, Words>> = {
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
};

const OTHER: Words = (things) => ({ heading: `change ${things}`, doing: `Changing ${things}` });

/** What a plan of these lines is called: its kind where all that changes is of one, and how many change. */
export function toPlan({ target, lines, plannedAt }: Omit<Plan, 'heading' | 'doing'>): Plan {
  const changes = lines.filter(isChange);
  const kinds = new Set(changes.map(({ kind }) => kind));
  const [kind] = kinds.size === 1 ? kinds : [];
  const words = (kind && WORDS[kind]) ?? OTHER;
  return { target, lines, plannedAt, ...words(countTargets(target, changes.length)) };
}

/** `120 bot users` */
export const countTargets = (target: TargetKind, value: number) =>
  count(value, target === 'bot-user' ? 'bot user' : 'route');

const DONE: Record<string, string> = {
  create: 'Created',
  rename: 'Renamed',
  set: 'Set',
  delete: 'Deleted',
  change: 'Changed',
};

/** What a job has done: `rename 12 bot users` → `Renamed 10 bot users`. */
export const doneText = ({ heading, target }: Pick<Plan, 'heading' | 'target'>, done: number) =>
  heading
    .replace(/^\w+/, (verb) => DONE[verb] ?? verb)
    .replace(/[\d,]+ (bot user|route)s?/, countTargets(target, done));

/**
 * The way back of what was confirmed, the last change first: it may have freed a name. A deletion has none. It is as old
 * as the first of these changes: what others have done since is looked for before it is undone.
 */
export function undoPlan(
  target: TargetKind,
  { kindOf }: Pick<JobTarget, 'kindOf'>,
  items: readonly JobItem[],
  now: number,
): Plan {
  const undone = items.filter(({ status, after }) => status === 'confirmed' && after !== null);
  const plannedAt = undone.reduce((at, { endedAt = at }) => Math.min(at, endedAt), now);
  const lines = undone.toReversed().map(({ id, label, before, after }) => {
    const change = { id, label, before: after, after: before };
    return { ...change, kind: kindOf(change) };
  });
  return toPlan({ target, lines, plannedAt });
}
