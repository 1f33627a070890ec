import type { createEngine, EngineOptions } from '#bulk/engine.ts';
import type { Job, JobState } from '#bulk/job.ts';
import { reached } from '#bulk/rollout.ts';
import type { Journal } from '#web/jobs/journal.ts';
import type { TabsOptions } from '#web/jobs/tabs.ts';

export type JobsOptions = Omit<
  EngineOptions,
  'items' | 'target' | 'plannedAt' | 'atOnce' | 'save' | 'onChange'
> &
  TabsOptions & { journal: Journal; account: () => string; atOnce: () => number };

/** The job whose items this tab has. */
export type LoadedJob = {
  job: Job;
  engine: ReturnType<typeof createEngine>;
  /** There while this tab runs it. `since` is of the clock. */
  running?: { halt: AbortController; since: number; end?: 'paused' | 'stopped' } | undefined;
  /** This tab has run it last. */
  isHere?: true;
};

/** The job as it is now, with the time that it has run. */
export const jobNow = ({ job, running }: LoadedJob, clock: () => number): Job =>
  running ? { ...job, elapsedMs: job.elapsedMs + clock() - running.since } : job;

export function jobState(of: LoadedJob, clock: () => number) {
  const { job, engine, isHere = false } = of;
  const progress = engine.state();
  const why = job.goal && reached(job.goal, progress.counts);
  const state: Omit<JobState, 'isKept'> = { ...progress, ...jobNow(of, clock), isHere };
  if (job.status !== 'paused') return state;
  const reason = of.running?.end === 'stopped' ? 'stop' : (why ?? 'person');
  return { pausedFor: reason, ...state } as const;
}
