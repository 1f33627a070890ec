import { changesOf, itemsOf, type Job, type Plan } from '#bulk/job.ts';
import { endedOf } from '#bulk/rollout.ts';
import { sleep } from '#client/retry.ts';
import { forgetAccess } from '#web/api/access.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { changes } from '#web/jobs/changes.ts';
import { jobTargets } from '#web/jobs/current-job.ts';
import { accountOf, clearAtSignOut, journal } from '#web/jobs/journal.ts';
import type { LoadedJob, JobsOptions } from '#web/jobs/loaded.ts';
import { doneText, headingOf, planUndo, whyNotUndoable } from '#web/jobs/plan.ts';
import { createRunner } from '#web/jobs/runner.ts';
import { openChannel } from '#web/lib/channel.ts';
import { until as untilMet } from '#web/lib/store.ts';
import { session } from '#web/session/session.ts';

const MOST_AT_ONCE = 4;

export type UndoneJob = Pick<Job, 'id' | 'target'>;

/** The job of a tab. */
export function createJobs(options: JobsOptions) {
  const runner = createRunner(options, record);

  /** A page takes presses before the code that connects has come. */
  const whenConnected = () => untilMet(jobTargets.subscribe, runner.isConnected, session.signal());

  return {
    ...runner,

    /** Somebody may have given the key the right to change: the next change tells. */
    resume() {
      forgetAccess();
      runner.resume();
    },

    /** Starts the changes of a plan. @throws {Error} another job is not over yet */
    async start(of: Plan): Promise<void> {
      const wanted = itemsOf(changesOf(of));
      const { lines: _, words: __, out, undoes, onApplied, ...rest } = of;
      const job: Job = {
        ...rest,
        // What was left out, or cannot be read, is not undone: such a job is only a part of the way back.
        ...(undoes !== undefined && !out?.size && !hasConflict(of) && { undoes }),
        id: `${Date.now()}-${options.random()}`,
        heading: headingOf(of),
        elapsedMs: 0,
        status: 'running',
        total: wanted.length,
      };
      await whenConnected();
      await runner.begin(job, wanted);
      onApplied?.();
    },

    /**
     * The way back of a job, from fresh reads.
     *
     * @param signal of the reads: once it is aborted the plan is worth nothing
     * @param onRead called with how many targets were read, of how many
     */
    async undoPlan(
      of: UndoneJob,
      signal: AbortSignal,
      onRead?: (read: number, all: number) => void,
    ) {
      await whenConnected();
      const target = runner.targetOf(of.target);
      const read = (id: string) => target.read(id, { signal, retry: 'background' });
      const items = await runner.items(of.id);
      if (items.length === 0) throw new Error('There was no room for its items.');
      const undoing = { ...target, read, atOnce: options.atOnce() };
      return { ...(await planUndo(of.target, undoing, items, onRead)), undoes: of.id };
    },
  };

  /** Adds a job that has ended to the recent changes, or replaces it there after a retry. */
  function record({ job, engine }: LoadedJob) {
    const { counts } = engine.state();
    if (endedOf(counts) === 0) return;
    const { id: jobId, target, total, undoes } = job;
    const at = changes.get().find((each) => each.jobId === jobId)?.at ?? Date.now();
    const noUndo = whyNotUndoable(engine.items(), target);
    changes.record({ jobId, target, label: doneText(job, counts), at, noUndo });
    if (undoes !== undefined && counts.confirmed === total) void markUndone(undoes);
  }
}

const hasConflict = ({ lines }: Plan) => lines.some(({ kind }) => kind === 'conflict');

async function markUndone(jobId: string) {
  await changes.load();
  for (const change of changes.get())
    if (change.jobId === jobId) changes.record({ ...change, isUndone: true });
}

/** The jobs of this tab. */
export const jobs = createJobs({
  journal,
  locks: navigator.locks,
  channel: openChannel('gatehouse-jobs'),
  account: accountOf,
  atOnce: () => Math.min(MOST_AT_ONCE, runtimeConfig().limits.requests_at_once),
  renewed: session.renewed,
  room: rateLimiter.room,
  clock: () => performance.now(),
  sleep,
  random: Math.random,
  reasonOf,
});

// A job may be of another account than the key in use.
session.onEnd(() => clearAtSignOut(jobs.account()));
session.subscribe(() => void (session.state().kind === 'signed-in' && jobs.rebind()));
