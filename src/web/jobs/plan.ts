import {
  changesOf,
  conflictOf,
  isChange,
  TARGET_NAMES,
  type Counts,
  type Job,
  type JobItem,
  type JobTarget,
  type LineKind,
  type Plan,
  type PlanLine,
  type State,
  type TargetKind,
} from '#bulk/job.ts';
import { changedFields, holds, wayBack } from '#bulk/make-change.ts';
import { failedOf } from '#bulk/rollout.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { count, formatNumber } from '#web/lib/format.ts';

/** `#` is how many. */
const HEADINGS: Record<TargetKind, Partial<Record<LineKind, string>>> = {
  'bot-user': {
    create: 'create #',
    rename: 'rename #',
    'set-active': 'set # active',
    'set-inactive': 'set # inactive',
    delete: 'delete #',
  },
  route: { create: 'add an IP restriction to #', delete: 'remove the IP restriction from #' },
};

/** `120 bot users` */
export const countTargets = (target: TargetKind, value: number) =>
  count(value, TARGET_NAMES[target]);

/** What a rename also switches would not be in its heading. */
const isOfTwoKinds = ({ kind, before, after }: PlanLine) =>
  kind === 'rename' && before?.['active'] !== after?.['active'];

/** `set 120 bot users inactive`: by words of its own, else by the kind of its changes where all are of one. */
export function headingOf(plan: Plan): string {
  const changes = changesOf(plan);
  const [kind, ...others] = new Set(
    changes.map((line) => (isOfTwoKinds(line) ? undefined : line.kind)),
  );
  const ofKind = kind && others.length === 0 ? HEADINGS[plan.target][kind] : undefined;
  const words = plan.words ?? ofKind ?? 'change #';
  return words.replace('#', countTargets(plan.target, changes.length));
}

/** Lines that must not be changed from here are shown, with the reason, and nothing is sent for them. */
export const withRefusals = (lines: Plan['lines'], { refusal }: Pick<JobTarget, 'refusal'>) =>
  lines.map((line): PlanLine => {
    const note = isChange(line) ? refusal(line) : undefined;
    return note === undefined ? line : { ...line, kind: 'conflict', note };
  });

const isUnchanging = (verb: string) => verb === 'set' || verb === 'put';

/** `rename 12 bot users` → `Renaming 12 bot users` */
export const doingText = ({ heading }: Pick<Job, 'heading'>) =>
  capital(
    heading.replace(/^\w+/, (verb) =>
      isUnchanging(verb) ? `${verb}ting` : `${verb.replace(/e$/, '')}ing`,
    ),
  );

/** `rename 12 bot users` → `Renamed 10 bot users, 2 failed` */
export function doneText({ heading, target, total }: Job, counts: Counts) {
  const done = heading
    .replace(countTargets(target, total), countTargets(target, counts.confirmed))
    .replace(/^\w+/, (verb) => (isUnchanging(verb) ? verb : `${verb.replace(/e$/, '')}ed`));
  const failed = failedOf(counts);
  return capital(done) + (failed > 0 ? `, ${formatNumber(failed)} failed` : '');
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether the job has made the change itself. */
const isMade = ({ status, sentAt }: JobItem) => status === 'confirmed' && sentAt !== undefined;

/** Of the changes that a job has made those with a way back: nothing makes a bot user with the same id. */
export const undoable = (items: readonly JobItem[], target: TargetKind) =>
  items.filter((item) => isMade(item) && (item.after !== null || target === 'route'));

export const NOTHING_DONE = 'Nothing was changed.';
export const IS_DELETED = 'A deletion cannot be undone.';

/** Why a job cannot be undone; `undefined`: it can. */
export function whyNotUndoable(items: readonly JobItem[], target: TargetKind) {
  if (undoable(items, target).length > 0) return undefined;
  return items.some(isMade) ? IS_DELETED : NOTHING_DONE;
}

type Undoing = Pick<JobTarget, 'kindOf'> & {
  read: (id: string) => Promise<State | null>;
  /** Most reads under way at a time. */
  atOnce: number;
};

/** The way back of a job, the last change first: it may have freed a name. Each target is read. */
export async function planUndo(
  target: TargetKind,
  of: Undoing,
  items: readonly JobItem[],
  onRead?: (read: number, all: number) => void,
): Promise<Plan> {
  const plannedAt = Date.now();
  const undone = undoable(items, target).toReversed();
  const lines: PlanLine[] = [];
  let [next, read] = [0, 0];
  async function readOn() {
    for (let at = next++, item = undone[at]; item; at = next++, item = undone[at]) {
      lines[at] = await undoLine(item, of);
      onRead?.((read += 1), undone.length);
    }
  }
  await Promise.all(Array.from({ length: of.atOnce }, readOn));
  return { target, lines, plannedAt, ...(target === 'route' && { words: 'put back #' }) };
}

async function undoLine(item: JobItem, of: Undoing): Promise<PlanLine> {
  const { id, label, after } = item;
  try {
    const now = await of.read(id);
    const back = wayBack(item, now);
    if (holds(now, back.after)) return { ...back, kind: 'no-change', note: 'Already undone.' };
    if (holds(now, after, changedFields(item, of))) return { ...back, kind: of.kindOf(back) };
    return { ...back, kind: 'conflict', note: now === null ? 'Deleted since.' : 'Changed since.' };
  } catch (error) {
    return conflictOf(label, `Cannot be read: ${reasonOf(error, 'read')}`, id);
  }
}
