import { countsOf, type Goal, type JobItem, type JobTarget, type PauseReason } from '#bulk/job.ts';
import { endOfError, makeChange, type End } from '#bulk/make-change.ts';
import { createPace } from '#bulk/pace.ts';
import { endedOf, failedOf } from '#bulk/rollout.ts';
import type { CallOptions } from '#client/api-client.ts';
import {
  failureOf,
  isAnyRefused,
  isKeyRefused,
  isOutcomeUnknown,
  mayStillHappen,
  refusalCause,
  type ApiFailure,
} from '#client/errors.ts';
import { isOffline } from '#client/retry.ts';

/** How often an item is tried again after faults. */
const RETRIES = 3;
/** So many items in a row that failed for a reason that the next would meet as well: a person has to look. */
const MOST_ALIKE = 5;

export type EngineOptions = {
  items: readonly JobItem[];
  target: JobTarget;
  /** Milliseconds since 1970. */
  plannedAt: number;
  /** Most requests under way at a time. */
  atOnce: number;
  /** Writes an item into the journal; never rejects. */
  save: (item: JobItem) => Promise<void>;
  onChange: () => void;
  /** Resolves once the budget has room for work in the background. */
  room: (signal: AbortSignal) => Promise<void>;
  /** Resolves once somebody is signed in. */
  renewed: (signal: AbortSignal) => Promise<void>;
  /** Milliseconds of a clock that is never set: for all that is waited for. */
  clock: () => number;
  /** An infinite time ends when the connection is back. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  random: () => number;
  /** Why a change was not made, as a sentence. */
  reasonOf: (error: unknown) => string;
};

/**
 * Works through the items of a job, a few at a time. It is the one place that repeats a write, and it never sends one
 * again without reading first, unless the service has refused it.
 */
export function createEngine(options: EngineOptions) {
  const { plannedAt, save, onChange, reasonOf } = options;
  const items = [...options.items];
  // Another item may have made a bot user of the same name: that is not the lost one of this item.
  const isTaken = (id: string) =>
    items.some((item) => item.status === 'confirmed' && item.id === id);
  const target: JobTarget = {
    ...options.target,
    findCreated: (change, since, call) => options.target.findCreated(change, since, call, isTaken),
  };
  const counts = countsOf(items);
  /** Places of the items that are still to be done, the next one last. */
  let queue: number[] = [];
  /** Labels of creations under way. Two of one label wait for each other: a read could not tell them apart. */
  const creating = new Set<string>();
  const isFree = (at: number) => items[at]?.before !== null || !creating.has(items[at].label);
  const tries = new Map<number, number>();
  const pace = createPace(options);
  let alike = 0;
  let pausedFor: PauseReason | undefined;
  let pauseText: string | undefined;

  function put(item: JobItem) {
    const before = items[item.at];
    if (before) counts[before.status] -= 1;
    counts[item.status] += 1;
    items[item.at] = item;
  }

  async function settle(item: JobItem) {
    put(item);
    onChange();
    await save(item);
  }

  function hold(reason: PauseReason, text?: string): undefined {
    pausedFor = reason;
    pauseText = text;
    onChange();
  }

  /** @param waits ends before anything that is still to be sent */
  async function handle(planned: JobItem, waits: AbortSignal, session: AbortSignal) {
    let item = planned;
    /** In this try; an earlier one may have been sent as well, then the item is `sent` from the start. */
    let isSent = false;
    const call: CallOptions = {
      signal: session,
      waitSignal: waits,
      retry: 'background',
      once: true,
      onResponse({ status, operationId }) {
        item = { ...item, httpStatus: status, operationId };
      },
    };
    const onSend = async () => {
      waits.throwIfAborted();
      const { at, id, label, before, after } = item;
      item = { at, id, label, before, after, status: 'sent', sentAt: Date.now() };
      await settle(item);
      waits.throwIfAborted();
      isSent = true;
    };
    try {
      const end = await makeChange(item, target, Math.abs(Date.now() - plannedAt), call, onSend);
      pace.wentWell();
      alike = 0;
      await settle({ ...item, ...end, endedAt: Date.now() });
    } catch (error) {
      if (session.aborted) return;
      if (error === waits.reason) return put(planned);
      const failure = failureOf(error);
      // A refusal is certain: this try has done nothing.
      if (isSent && failure && !isOutcomeUnknown(error)) item = { ...item, status: 'wanted' };
      if (isSent && failure && mayStillHappen(failure)) item = { ...item, isLate: true };
      const end = tryLater(item, error);
      if (end) await settle({ ...item, ...end, endedAt: Date.now() });
    }
  }

  /** Puts an item back; what stands in the way of every item holds the job. @returns how it ends otherwise */
  function tryLater(item: JobItem, error: unknown): End | undefined {
    const failure = failureOf(error);
    const isFault = failure !== undefined && isOutcomeUnknown(error);
    const again = () => {
      put(item);
      queue.push(item.at);
    };
    const hindrance = hindranceOf(failure, isFault);
    if (hindrance) {
      again();
      return hold(hindrance, hindrance === 'refused' ? reasonOf(error) : undefined);
    }
    const isTooMany = failure?.kind === 'paused' || refusalCause(failure) === 'too-many';
    const tried = tries.get(item.at) ?? 0;
    if (isTooMany || (isFault && tried < RETRIES)) {
      again();
      if (!isTooMany) tries.set(item.at, tried + 1);
      const askedMs = failure && 'retryAfterMs' in failure ? failure.retryAfterMs : undefined;
      pace.pause(isTooMany, askedMs);
      onChange();
      return undefined;
    }
    alike = isFault || refusalCause(failure) === 'no-right' ? alike + 1 : 0;
    if (alike >= MOST_ALIKE) hold(isFault ? 'faults' : 'refused', reasonOf(error));
    return endOfError(error, item, target, item.status === 'sent', reasonOf);
  }

  return {
    items: () => items,
    state: () => ({
      counts: { ...counts },
      atOnce: pace.allowed(),
      wait: pace.wait(),
      ...(pausedFor && { pausedFor }),
      ...(pauseText !== undefined && { pauseText }),
    }),

    /**
     * Resolves when nothing is left, or when it has been halted or holds and what was under way has ended.
     *
     * @param halt starts nothing more
     * @param session aborts what is under way
     * @param goal starts nothing more either
     */
    async run(
      halt: AbortSignal,
      session: AbortSignal,
      goal: Goal = { ended: Infinity, failed: Infinity },
    ): Promise<void> {
      pausedFor = pauseText = undefined;
      alike = 0;
      const waits = AbortSignal.any([halt, session]);
      const left = items.filter(({ status }) => status === 'wanted' || status === 'sent');
      queue = left.map(({ at }) => at).toReversed();
      const underWay = new Set<Promise<void>>();
      // Were all that is under way to fail, it would be no more than may.
      const canStart = () =>
        underWay.size <
          Math.min(pace.allowed(), goal.ended - endedOf(counts), goal.failed - failedOf(counts)) &&
        queue.some(isFree);
      try {
        while (!waits.aborted) {
          if (pausedFor === 'offline' || pausedFor === 'sign-in') {
            if (pausedFor === 'sign-in') await options.renewed(waits);
            else if (isOffline()) await options.sleep(Infinity, waits);
            pausedFor = undefined;
            onChange();
          } else if (pausedFor) break;
          else if (!canStart()) {
            if (underWay.size === 0) break;
            await Promise.race(underWay);
          } else if (pace.waitMs() > 0) await options.sleep(pace.waitMs(), waits);
          else {
            await options.room(waits);
            if (pausedFor || pace.waitMs() > 0 || !canStart()) continue;
            const [at = -1] = queue.splice(queue.findLastIndex(isFree), 1);
            const item = items[at];
            if (item === undefined) continue;
            if (item.before === null) creating.add(item.label);
            const work = handle(item, waits, session).finally(() => {
              underWay.delete(work);
              if (item.before === null) creating.delete(item.label);
            });
            underWay.add(work);
          }
        }
      } catch (reason) {
        if (!waits.aborted) throw reason;
      } finally {
        await Promise.all(underWay);
        if (pausedFor === 'offline' || pausedFor === 'sign-in') pausedFor = undefined;
      }
    },

    /** Lets the failed and the unsure items be done once more. */
    retryFailed() {
      tries.clear();
      for (const { at, id, label, before, after, status, sentAt } of items) {
        const item = { at, id, label, before, after, ...(sentAt !== undefined && { sentAt }) };
        if (status === 'failed') put({ ...item, status: 'wanted' });
        // It is read first.
        if (status === 'unsure') put({ ...item, status: 'sent' });
      }
      onChange();
    },
  };
}

/** Why no item can be done now. */
function hindranceOf(failure: ApiFailure | undefined, isFault: boolean): PauseReason | undefined {
  if (failure?.kind === 'offline' || (isFault && isOffline())) return 'offline';
  if (isKeyRefused(failure)) return 'sign-in';
  return isAnyRefused(failure) ? 'refused' : undefined;
}
