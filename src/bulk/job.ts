import type { CallOptions } from '#client/api-client.ts';
import type { Wait } from '#client/retry.ts';

/** The fields of one target that can change: `{ name, active }`, or `{ enabled, ip_policy_ids }` of a route. */
export type State = Readonly<Record<string, unknown>>;

/** Kinds of targets that jobs and changes are about, and what one of each is called. */
export const TARGET_NAMES = { 'bot-user': 'bot user', route: 'route' };
export type TargetKind = keyof typeof TARGET_NAMES;

/** One target before and after. `null`: it does not exist. */
export interface Change {
  /** Id of the target; empty while it is to be created. */
  id: string;
  /** Its name: text of the service. */
  label: string;
  before: State | null;
  after: State | null;
  /** It takes another change back. */
  isUndo?: boolean;
}

export type LineKind =
  | 'create'
  | 'rename'
  | 'set-active'
  | 'set-inactive'
  | 'delete'
  | 'replace'
  | 'no-change'
  | 'conflict';

/** One line of a plan. Nothing is sent for `no-change` and `conflict`. */
export interface PlanLine extends Change {
  kind: LineKind;
  /** Why nothing will be sent, or why it was chosen: a short text for people. */
  note?: string;
}

/** A line for which nothing can be sent, and why. */
export const conflictOf = (label: string, note: string, id = ''): PlanLine => {
  return { id, label, before: null, after: null, kind: 'conflict', note };
};

/** The changes that a person reads before anything is sent. */
export interface Plan {
  target: TargetKind;
  /** What its maker calls it, with `#` for the number; missing: by the kinds of its changes. */
  words?: string;
  /** The same array as long as the plan is open: what is derived from its lines is derived once. */
  lines: readonly PlanLine[];
  /** Places of the lines that the person has left out. */
  out?: ReadonlySet<number>;
  /** Milliseconds since 1970, when the states before were read. */
  plannedAt: number;
  /** The steps in which it is carried out; missing: all at once. */
  rollout?: Rollout;
  /** The job that it undoes. */
  undoes?: string;
  /** Its deletions are of what a file leaves out: before they are sent, their number is asked for. */
  deletesMissing?: true;
  /** Called once its job has begun. */
  onApplied?: () => void;
}

/** A job that stops by itself for a person to look. */
export interface Rollout {
  /** Items of the first steps, `[1, 5]`: the job stops after each; then comes the rest. */
  steps: readonly number[];
  /** Stops after so many failures since it last went on. `null`: failures do not stop it. */
  stopAfter: number | null;
}

/** How far a person has let a job go: nothing more starts once so many items have ended, or so many have failed. */
export interface Goal {
  ended: number;
  failed: number;
}

/** Whether a line leads to a request, unless it is left out. */
export const isChange = ({ kind }: Pick<PlanLine, 'kind'>) =>
  kind !== 'no-change' && kind !== 'conflict';

/** The lines of a plan that lead to a request. */
export const changesOf = ({ lines, out }: Pick<Plan, 'lines' | 'out'>) =>
  lines.filter((line, at) => isChange(line) && !out?.has(at));

/**
 * `wanted`: nothing was sent, or it certainly did nothing. `sent`: a request is under way, or nobody knows what became
 * of it. `confirmed`: the service has said so. `failed`: it is certain that nothing was done. `unsure`: the tries are
 * over and nobody knows; trying again reads first. `skipped`: the target is not what the plan was made for.
 */
export type ItemStatus = 'wanted' | 'sent' | 'confirmed' | 'failed' | 'unsure' | 'skipped';

/** One change of a job and what became of it. */
export interface JobItem extends Change {
  /** Its place in the job, from 0. */
  at: number;
  status: ItemStatus;
  /** A sentence for people: why it was not done, or "Already gone". */
  reason?: string;
  /** Its state, where that is not what the plan was made for; `null`: gone. */
  found?: State | null;
  /** Status of the last response; missing where none came. */
  httpStatus?: number;
  code?: string;
  operationId?: string | undefined;
  /** What was sent may still be carried out, so that not finding its creation tells nothing. */
  isLate?: true;
  /** Milliseconds since 1970: when it was last sent, and when its status was last settled. */
  sentAt?: number;
  endedAt?: number;
}

/** The changes of a plan as the items of a job. */
export const itemsOf = (changes: readonly PlanLine[]) =>
  changes.map(({ id, label, before, after }, at): JobItem => {
    return { id, label, before, after, at, status: 'wanted' };
  });

/** A job in the journal, without its items. */
export interface Job extends Pick<Plan, 'target' | 'plannedAt' | 'rollout' | 'undoes'> {
  id: string;
  /** `set 120 bot users inactive` */
  heading: string;
  /** Milliseconds that it has run, without pauses. */
  elapsedMs: number;
  status: 'running' | 'paused' | 'stopped' | 'finished';
  total: number;
  /** How far a roll-out may go. In the journal, so that a reload does not let it go on without the person. */
  goal?: Goal;
  pausedFor?: PauseReason;
  /** Why, as a sentence, where the service refuses everything or the key may be of another account. */
  pauseText?: string | undefined;
}

export const isOver = ({ status }: Pick<Job, 'status'>) =>
  status === 'stopped' || status === 'finished';

/**
 * Why a job has paused by itself. `look`: a step of its roll-out is done; `failures`: as many as its roll-out bears;
 * `account`: the key that somebody has signed in with since may be of another account; `stop`: it was stopped, and ends
 * with what is under way.
 */
export type PauseReason =
  | 'person'
  | 'stop'
  | 'offline'
  | 'sign-in'
  | 'account'
  | 'refused'
  | 'faults'
  | 'look'
  | 'failures';

export type Counts = Readonly<Record<ItemStatus, number>>;

export function countsOf(items: readonly Pick<JobItem, 'status'>[]) {
  const counts = { wanted: 0, sent: 0, confirmed: 0, failed: 0, unsure: 0, skipped: 0 };
  for (const { status } of items) counts[status] += 1;
  return counts;
}

/** The job as every tab shows it. */
export interface JobState extends Job {
  counts: Counts;
  /** Nothing starts for so long, from this state on. */
  wait?: Wait | undefined;
  /** Whether this tab runs it; another one shows it. */
  isHere: boolean;
  /** Whether the journal could be written: otherwise a reload of the page ends the job. */
  isKept: boolean;
}

/** One thing that a state says: `Inactive`, `On`, a policy. */
export interface StatePart {
  text: string;
  /** An id, shown after the text that it stands for. */
  id?: string;
  /** Whether the other side of the change says something else. */
  differs: boolean;
}

export interface PlanWarning {
  title: string;
  text: string;
  /** Text of a checkbox that has to be ticked before the plan is applied: `I know the list is empty`. */
  consent?: string;
}

/** How one kind of target is read and changed. */
export interface JobTarget {
  /** Its present state; `null`: it does not exist. Only the fields of `State` that a change may be about. */
  read(id: string, options: CallOptions): Promise<State | null>;
  /**
   * Makes `after` of `before` with one request, and shows it in this app.
   *
   * @returns its state by the response; the id of a created target
   * @throws {ApiError} as the call does; a DELETE of what is gone does not throw
   */
  write(change: Change, options: CallOptions): Promise<{ id: string; state: State | null }>;
  /**
   * Looks for a target that a creation may have made since then (milliseconds since 1970) though its response was lost.
   *
   * @param isTaken whether another creation is known to have made it
   */
  findCreated(
    change: Change,
    since: number,
    options: CallOptions,
    isTaken?: (id: string) => boolean,
  ): Promise<{ id: string; state: State } | undefined>;
  /** Whether it is read before it is changed, so that nothing is done to what has become something else. */
  readsFirst(change: Change, plannedAgoMs: number): boolean;
  /** Why it must not be changed from here, as a sentence; `undefined`: it may. */
  refusal(change: Change): string | undefined;
  kindOf(change: Change): LineKind;
  /**
   * The words for one side of a change, in the order of reading.
   *
   * @param other the other side; `null`: it does not exist there
   */
  describe?(state: State, other: State | null, label: string): readonly StatePart[];
  /** What a person should know before these changes are made, all together. */
  warnings?(changes: readonly Change[]): readonly PlanWarning[];
  /** Address in this app, to look at one target. */
  pathOf?(id: string): string | undefined;
  /** The id as people know it; missing: as it is. */
  idText?(id: string): string;
}

export type JobTargets = Record<TargetKind, JobTarget>;
