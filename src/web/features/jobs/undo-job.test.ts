import 'fake-indexeddb/auto';
import { expect, it, vi } from 'vitest';
import { openUndo, reading } from '#web/features/jobs/undo-job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import '#web/test/session.ts';

// It is said on a page, which there is none of here.
vi.mock('#web/ui/announcer.tsx', () => ({ announce() {} }));

const planOf = (heading: string) => {
  return { target: 'bot-user' as const, heading, lines: [], plannedAt: 1, undoes: heading };
};

/** Asks for the way back of a job. @returns lets its reading end */
async function begin(id: string, leadsTo: string = paths.plan) {
  const undoPlan = vi.spyOn(jobs, 'undoPlan');
  const read = new Promise<() => void>((resolve) =>
    undoPlan.mockImplementationOnce(() => new Promise((end) => resolve(() => end(planOf(id))))),
  );
  const opened = openUndo(
    { id, target: 'bot-user' },
    async () => void (location.pathname = leadsTo),
  );
  const end = await read;
  return () => (end(), opened);
}

it('opens the way back that was asked for last; a plan is open till then', async () => {
  jobs.setPlan(planOf('before'));
  const endFirst = await begin('first');
  reading.set(undefined); // it is cancelled
  const endLast = await begin('last');
  await endFirst();
  expect(jobs.plan()?.heading).toBe('before');
  expect(reading.get()).toBeDefined();
  await endLast();
  expect(jobs.plan()?.heading).toBe('last');
  expect(reading.get()).toBeUndefined();
});

it('opens nothing in the next session', async () => {
  jobs.setPlan(undefined);
  const end = await begin('before');
  session.end('signed-out');
  await end();
  expect(jobs.plan()).toBeUndefined();
});

it('leaves the open plan to whoever keeps editing in place of leaving the page', async () => {
  jobs.setPlan(planOf('before'));
  const end = await begin('back', paths.botUserNew);
  await end();
  expect(jobs.plan()?.heading).toBe('before');
  expect(reading.get()).toBeUndefined();
});
