import type { Counts, Goal, Rollout } from '#bulk/job.ts';

/** A plan begins with it: a stop after the first item, and after five more. */
export const ROLLOUT: Rollout = { steps: [1, 5], stopAfter: 1 };

export const endedOf = ({ confirmed, failed, unsure, skipped }: Counts) =>
  confirmed + failed + unsure + skipped;
/** An item of which nobody knows what became is no success. */
export const failedOf = ({ failed, unsure }: Counts) => failed + unsure;

/** How far a job may go from here until a person looks: to the end of the step, or so many more failures. */
export function goalFrom({ steps, stopAfter }: Rollout, counts: Counts): Goal {
  let [at, ended] = [0, Infinity];
  for (const step of steps) {
    at += step;
    if (at > endedOf(counts)) ended = Math.min(ended, at);
  }
  return { ended, failed: failedOf(counts) + (stopAfter ?? Infinity) };
}

/** Whether nothing more may start. */
export function reached(goal: Goal, counts: Counts): 'failures' | 'look' | undefined {
  if (failedOf(counts) >= goal.failed) return 'failures';
  return endedOf(counts) >= goal.ended ? 'look' : undefined;
}
