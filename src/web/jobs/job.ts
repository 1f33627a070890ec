import type { CallOptions } from '#client/api-client.ts';

/** What one target is, as JSON: `{ name, active }` of a bot user, `{ enabled, ip_policy_ids }` of a route. */
export type State = Readonly<Record<string, unknown>>;

/** Kinds of targets that jobs and changes are about. */
export type TargetKind = 'bot-user' | 'route';

/** What is to become of one target. `null`: it does not exist. */
export interface Change {
  /** Of the target; empty while it is to be created. */
  id: string;
  /** What it is called: text of the service. */
  label: string;
  before: State | null;
  after: State | null;
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
  /** The person has left it out. */
  isOut?: boolean;
}

/** What a person reads before anything is sent. */
export interface Plan {
  target: TargetKind;
  /** `set 120 bot users inactive`, behind "Plan: ". */
  heading: string;
  /** `Setting 120 bot users to inactive`: of the job that it becomes. */
  doing: string;
  lines: readonly PlanLine[];
  /** Milliseconds since 1970, when the states before were read. */
  plannedAt: number;
  /** Carried out in steps; missing: in one. */
  rollout?: Rollout;
}

/** A job that stops by itself for a person to look. */
export interface Rollout {
  /** Items of the first steps, `[1, 5]`: after each it stops; then comes the rest. */
  steps: readonly number[];
  /** Stops after so many failed since it last went on. `null`: never for that. */
  stopAfter: number | null;
}

/** What a person has let a job do: nothing more starts once so many items have ended, or so many have failed. */
export interface Goal {
  ended: number;
  failed: number;
}

/** Whether a line leads to a request. */
export const isChange = (line: Pick<PlanLine, 'kind' | 'isOut'>) => canChange(line) && !line.isOut;

/** Whether it would, had the person not left it out. */
export const canChange = ({ kind }: Pick<PlanLine, 'kind'>) =>
  kind !== 'no-change' && kind !== 'conflict';

/**
 * `wanted`: nothing was sent, or it certainly did nothing. `sent`: a request is under way, or nobody knows what became
 * of it. `confirmed`: the service has said so. `failed`: it is certain that nothing was done. `unsure`: the tries are
 * over and nobody knows; trying again looks first. `skipped`: the target is not what the plan was made for.
 */
export type ItemStatus = 'wanted' | 'sent' | 'confirmed' | 'failed' | 'unsure' | 'skipped';

/** One change of a job and what became of it. */
export interface JobItem extends Change {
  /** Its place in the job, from 0. */
  at: number;
  status: ItemStatus;
  /** A sentence for people: why it was not done, or "Already gone". */
  reason?: string;
  /** What it was found to be where that is not what the plan was made for; `null`: gone. */
  found?: State | null;
  /** Of the last response; missing where none came. */
  httpStatus?: number;
  code?: string;
  operationId?: string;
  /** Milliseconds since 1970: when it was last sent, and when its status was last settled. */
  sentAt?: number;
  endedAt?: number;
}

/** A job as it is kept in the journal, without its items. */
export interface Job {
  id: string;
  target: TargetKind;
  heading: string;
  doing: string;
  plannedAt: number;
  startedAt: number;
  /** Milliseconds that it has run, pauses left out. */
  elapsedMs: number;
  status: 'running' | 'paused' | 'stopped' | 'finished';
  total: number;
  rollout?: Rollout;
  /** Of a rollout. In the journal, as nobody knows otherwise whether the person has let it go on before a reload. */
  goal?: Goal;
}

export const isOver = ({ status }: Pick<Job, 'status'>) =>
  status === 'stopped' || status === 'finished';

/** Why a job has paused by itself. `account`: the key may be of another account. `look`: a step of its rollout is done; `failures`: as many as its rollout bears. */
export type PauseReason =
  | 'person'
  | 'offline'
  | 'sign-in'
  | 'account'
  | 'refused'
  | 'faults'
  | 'elsewhere'
  | 'look'
  | 'failures';

/** The job as every tab shows it. */
export interface JobState extends Job {
  pausedFor?: PauseReason;
  /** Why, where the service refuses everything or the key may be of another account: a sentence for people. */
  pauseText?: string;
  counts: Readonly<Record<ItemStatus, number>>;
  /** Requests that may be under way at a time. */
  atOnce: number;
  /** Milliseconds since 1970 until which nothing starts, because the service asked for it or because of a fault. */
  waitingUntil?: number;
  /** Those that were not done, the latest last; at most 100. */
  problems: readonly JobItem[];
  /** Whether this tab runs it; another one shows it. */
  isHere: boolean;
  /** Whether the journal could be written: otherwise a reload of the page ends the job. */
  isKept: boolean;
}

/** One thing that a state says: `Inactive`, `Enforcement on`, a policy. */
export interface StatePart {
  text: string;
  /** An id, shown after the text that it stands for. */
  id?: string;
  /** From the other side. */
  differs: boolean;
}

export interface PlanWarning {
  title: string;
  text: string;
  /** Text of a checkbox that has to be ticked before Apply: `I know the list is empty`. */
  consent?: string;
}

/** How one kind of target is read and changed. */
export interface JobTarget {
  /** As it is now; `null`: it does not exist. Only the fields of `State` that a change may be about. */
  read(id: string, options: CallOptions): Promise<State | null>;
  /**
   * Makes `after` of `before` with one request, and shows it in this app.
   *
   * @returns what it is now, by the response; the id of one that was created
   * @throws {ApiError} as the call does; a DELETE of what is gone does not throw
   */
  write(change: Change, options: CallOptions): Promise<{ id: string; state: State | null }>;
  /**
   * Looks for what a creation may have made since then (milliseconds since 1970) though its response was lost.
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
   * What one side of a change says to people, in the order of reading.
   *
   * @param other the other side; `null`: it does not exist there
   */
  describe?(state: State, other: State | null, label: string): readonly StatePart[];
  /** What a person should know before these changes are made, all together. */
  warnings?(changes: readonly Change[]): readonly PlanWarning[];
  /** Address in this app, to look at one target. */
  pathOf?(id: string): string | undefined;
  /** In place of a deletion, what keeps the way back; `undefined` where there is nothing of the kind. */
  insteadOfDelete?(before: State): State;
  /** Whether what was deleted can be put back as it was. */
  restores?: boolean;
  /** What people know an id by; missing: as it is. */
  idText?(id: string): string;
}

/** What the app does with jobs: one at a time in all tabs of a session. */
export interface Jobs {
  /** `undefined`: `connect` is still to come. */
  targetOf: (kind: TargetKind) => JobTarget | undefined;
  state: () => JobState | undefined;
  /** The plan that is open for reading, kept over a reload. */
  plan: () => Plan | undefined;
  /** Called after either has changed. */
  subscribe: (listener: () => void) => () => void;
  setPlan: (plan: Plan | undefined) => void;
  /** Starts the changes of the plan, which is taken away. @throws {Error} another job is not over yet */
  start: (plan: Plan) => Promise<void>;
  pause: () => void;
  resume: () => void;
  stop: () => void;
  /** Those that failed or are unsure, once more. */
  retryFailed: () => void;
  /** Takes the finished job off the page; its changes stay in the list of recent changes. */
  close: () => void;
  /** Whether a job that is not over outlives the sign-out that follows; otherwise it ends there. */
  keepAtSignOut: (keep: boolean) => void;
  /** Of a job, by its id, for the report and for undoing it; from the journal where this tab does not run it. */
  items: (jobId: string) => Promise<readonly JobItem[]>;
  /** The way back of what was confirmed, as a plan; deletions have none. */
  undoPlan: (jobId: string) => Promise<Plan>;
  /** One change at once, without a job: with a look at the target first. Its problem is in `reason`. */
  runOne: (target: TargetKind, change: Change & { isUndo?: boolean }) => Promise<JobItem>;
}
