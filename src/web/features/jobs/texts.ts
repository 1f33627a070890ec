import {
  isOver,
  TARGET_NAMES,
  type Change,
  type ItemStatus,
  type JobState,
  type JobTarget,
  type LineKind,
  type State,
  type StatePart,
  type TargetKind,
} from '#bulk/job.ts';
import { differingFields } from '#bulk/make-change.ts';
import { endedOf, failedOf, goalFrom } from '#bulk/rollout.ts';
import { waitingText } from '#web/api/failure-text.ts';
import { countTargets, doingText, doneText } from '#web/jobs/plan.ts';
import { count, countEach, formatNumber } from '#web/lib/format.ts';

const KINDS: Record<LineKind, string> = {
  create: 'Create',
  rename: 'Rename',
  'set-active': 'Set active',
  'set-inactive': 'Set inactive',
  replace: 'Change',
  delete: 'Delete',
  'no-change': 'No change',
  conflict: 'Conflict',
};

/** The words for the two kinds of targets. `none` and `gone` stand for a state where there is none. */
export const TARGET_WORDS = {
  'bot-user': {
    one: TARGET_NAMES['bot-user'],
    list: 'Bot users',
    name: 'Name',
    kinds: KINDS,
    none: '–',
    gone: 'Deleted',
    deletion: {
      title: 'Delete #?',
      confirmLabel: 'Delete #',
      text: 'This cannot be undone. Programs that still use what is deleted may stop working.',
    },
    instead: { label: 'Set inactive instead', state: { active: false } },
  },
  route: {
    one: TARGET_NAMES.route,
    list: 'Routes',
    name: 'Route',
    kinds: { ...KINDS, create: 'Add', delete: 'Remove' },
    none: 'No IP restriction',
    gone: 'Removed',
    deletion: {
      title: 'Remove the IP restriction from #?',
      confirmLabel: 'Remove from #',
      text: 'No IP address will be checked there. The policies are not deleted, and the report offers an Undo.',
    },
    instead: { label: 'Turn it off instead', state: { enabled: false } },
  },
} satisfies Record<TargetKind, object>;

export const RESULTS: Record<ItemStatus, string> = {
  confirmed: 'Done',
  failed: 'Failed',
  unsure: 'Not known',
  skipped: 'Skipped',
  sent: 'Left',
  wanted: 'Left',
};

/** What a target says of itself; nothing, where it is not known yet. */
export type Described = Pick<JobTarget, 'describe' | 'idText' | 'pathOf'>;

export const idTextOf = ({ idText }: Described, id: string) => idText?.(id) ?? id;

/** What one side of a change says; without words of its target those of a bot user. */
export const partsOf = (target: Described, label: string, state: State, other: State | null) =>
  target.describe?.(state, other, label) ?? fieldsOf(label, state, other);

/** What each side of a change says: nothing where the target does not exist. */
export const sidesOf = (target: Described, { label, before, after }: Change) => ({
  removed: before ? partsOf(target, label, before, after) : [],
  added: after ? partsOf(target, label, after, before) : [],
});

/** `Office (ipp_1)` */
export const partText = ({ text, id }: StatePart) => (id === undefined ? text : `${text} (${id})`);

/** What is changed, or all where nothing is. What a line is called by is said again only where it becomes another. */
function fieldsOf(label: string, state: State, other: State | null): readonly StatePart[] {
  const changed = other ? differingFields(state, other) : [];
  const others = Object.keys(state).filter((field) => state[field] !== label);
  const differs = other === null || changed.length > 0;
  const fields = changed.length > 0 ? changed : others;
  return fields.map((field) => ({ text: fieldText(field, state[field]), differs }));
}

function fieldText(field: string, value: unknown): string {
  if (field === 'active') return value === true ? 'Active' : 'Inactive';
  return typeof value === 'string' ? value : `${field}: ${JSON.stringify(value)}`;
}

type Counted = Pick<JobState, 'counts' | 'total'>;

const leftOf = ({ counts }: Counted) => counts.wanted + counts.sent;

/** `84 of 128` */
export const shareText = ({ counts, total }: Counted) =>
  `${formatNumber(endedOf(counts))} of ${formatNumber(total)}`;

/** `82 done, 2 failed, 44 left`, and how many were skipped, if any. */
export function progressText(job: Counted): string {
  const { confirmed, skipped } = job.counts;
  const sure = `${formatNumber(confirmed)} done, ${formatNumber(failedOf(job.counts))} failed`;
  return [sure, countEach({ skipped, left: leftOf(job) })].filter(Boolean).join(', ');
}

/** `80 set inactive, 2 failed.`, of a job that is over. */
export function endText(job: JobState): string {
  const { skipped, confirmed } = job.counts;
  const done = doneText(job, job.counts).replace(
    new RegExp(`^(\\w+) ${countTargets(job.target, confirmed)}`),
    (_, verb: string) => `${formatNumber(confirmed)} ${verb.toLowerCase()}`,
  );
  const more = skipped > 0 ? `, ${formatNumber(skipped)} skipped` : '';
  return job.status === 'stopped'
    ? `Stopped: ${done}${more}, ${formatNumber(leftOf(job))} not tried.`
    : `${done}${more}.`;
}

/** Whether its roll-out has stopped it. */
export const waitsForLook = ({ status, pausedFor }: JobState) =>
  status === 'paused' && (pausedFor === 'look' || pausedFor === 'failures');

/** What a person is to do where a roll-out has stopped. */
export function lookText({ counts, target, pausedFor }: JobState): string {
  if (pausedFor === 'failures')
    return `Stopped after ${count(failedOf(counts), 'failure')}. See why, then go on or stop.`;
  if (counts.confirmed === 0) return 'Nothing has been changed yet. See why, then go on or stop.';
  return counts.confirmed === 1
    ? `Look at the first ${TARGET_WORDS[target].one}, then go on.`
    : `Look at these ${countTargets(target, counts.confirmed)}, then go on.`;
}

/** `Go on with 5 routes`, or with all that are left. */
export function goOnText(job: JobState): string {
  const { target, rollout, counts } = job;
  const left = leftOf(job);
  const next = rollout ? goalFrom(rollout, counts).ended - endedOf(counts) : Infinity;
  if (next < left) return `Go on with ${countTargets(target, next)}`;
  return left === 1 ? 'Go on with the last one' : `Go on with the other ${formatNumber(left)}`;
}

const PAUSED = {
  person: 'Paused',
  stop: 'Stopping',
  look: 'Paused for you to look',
  failures: 'Paused after failures',
  offline: 'Waiting for the connection',
  'sign-in': 'Waiting for you to sign in again',
  account: 'Paused: this key may be of another account',
  refused: 'Paused: the service refuses everything',
  faults: 'Paused: too many faults in a row',
};

/** Why nothing is being done now; `undefined` while something is. */
export const pauseText = ({ status, pausedFor }: JobState) =>
  pausedFor ? PAUSED[pausedFor] : status === 'paused' ? PAUSED.person : undefined;

const spokenPause = (job: JobState) =>
  waitsForLook(job) ? `Paused. ${lookText(job)}` : pauseText(job);

/** What is said aloud from one state to the next: start, each quarter, each pause; never each item. */
export function spokenText(before: JobState | undefined, job: JobState): string | undefined {
  if (isOver(job)) return undefined;
  const isNew = before?.id !== job.id;
  const why = spokenPause(job);
  // It may have paused before the code of its line has loaded, or in an earlier visit.
  if (isNew) return [`${doingText(job)}: ${progressText(job)}.`, why].filter(Boolean).join(' ');
  if (why !== spokenPause(before)) return why ?? `Goes on: ${progressText(job)}.`;
  if (job.wait && !before.wait) return `${waitingText(job.wait)}.`;
  const quarter = quarterOf(job);
  return quarter > quarterOf(before) ? `${quarter * 25} %: ${progressText(job)}.` : undefined;
}

/** The last one is told by the notification at the end. */
const quarterOf = ({ counts, total }: Counted) =>
  Math.min(3, Math.floor((4 * endedOf(counts)) / Math.max(1, total)));
