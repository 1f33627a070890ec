import type { JobTarget, LineKind, Plan, State } from '#bulk/job.ts';
import { noTarget } from '#web/jobs/jobs.test.helper.ts';

/** One line of each of some kinds. */
export const plan: Plan = {
  target: 'bot-user',
  plannedAt: Date.now(),
  lines: [
    line(0, 'eu-new', 'set-inactive', { name: 'eu-new', active: false }),
    line(1, 'us', 'rename', { name: 'us-renamed', active: true }),
    line(2, 'eu-old', 'delete', null),
    line(3, 'us-idle', 'no-change', { name: 'us-idle', active: true }),
  ],
};

function line(at: number, name: string, kind: LineKind, after: State | null) {
  return { id: `bot_${at}`, label: name, before: { name, active: true }, after, kind };
}

export const createTarget = (): JobTarget => ({
  ...noTarget,
  readsFirst: ({ before, after }, ageMs) => ageMs > 60_000 && before?.name !== after?.name,
});
