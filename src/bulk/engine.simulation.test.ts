import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { underFalseClock } from '#bulk/false-clock.test.helper.ts';
import { goalFrom, reached } from '#bulk/rollout.ts';
import {
  isLeft,
  simulateJob,
  untruths,
  type SimulatedJob,
} from '#bulk/simulated-job.test.helper.ts';
import '#web/test/config.ts';

const MINUTE = 60_000;

const forJobs = (body: (job: SimulatedJob) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(fc.noShrink(fc.nat()), (seed) =>
      underFalseClock(() => body(simulateJob(seed))),
    ),
  );

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What is reported is true, and nothing is left to do. */
function expectTruth(job: SimulatedJob, { engine }: ReturnType<SimulatedJob['open']>) {
  const items = engine.items();
  expect(untruths(job, items)).toEqual([]);
  expect(items.filter(isLeft)).toEqual([]);
  expect(job.journal).toEqual(items);
  for (const [status, count] of Object.entries(engine.state().counts))
    expect(items.filter((item) => item.status === status)).toHaveLength(count);
}

/** The faults end, and a person tries again what failed. */
async function expectAllDoneIn(job: SimulatedJob) {
  job.service.faultShare = 0;
  const tab = job.open();
  tab.engine.retryFailed();
  await tab.runToEnd();
  expectTruth(job, tab);
  const { confirmed, skipped } = tab.engine.state().counts;
  expect(confirmed + skipped).toBe(job.planned.length);
}

it('does all that was planned, once, and reports the truth, also in tabs that die', () =>
  forJobs(async (job) => {
    const { random, service } = job;
    job.disturb();
    for (let deaths = Math.floor(random() * 5); deaths > 0; deaths -= 1) {
      const tab = job.open();
      const work = tab.run();
      await later(random() * 3000);
      tab.die();
      await work;
    }
    const last = job.open();
    await last.runToEnd();
    expectTruth(job, last);
    await expectAllDoneIn(job);
    expect(service.mostAtOnce).toBeLessThanOrEqual(4);
  }));

it('sends no more than a person has let it, also in tabs that die', () =>
  forJobs(async (job) => {
    const { random, service } = job;
    job.disturb();
    const rollout = { steps: [1, 5], stopAfter: Math.floor(random() * 3) || null };
    const ends: number[] = [];
    for (;;) {
      const goal = goalFrom(rollout, job.open().engine.state().counts);
      let tab = job.open();
      for (let deaths = 0; deaths < 2; deaths += 1) {
        const work = tab.run(goal);
        await later(random() * 2000);
        tab.die();
        await work;
        tab = job.open();
      }
      await tab.run(goal);
      const writes = service.seen.filter(({ isWrite }) => isWrite);
      expect(new Set(writes.map(({ target }) => target)).size).toBeLessThanOrEqual(goal.ended);
      const { counts, pausedFor } = tab.engine.state();
      expect(counts.failed + counts.unsure).toBeLessThanOrEqual(goal.failed);
      if (!tab.engine.items().some(isLeft)) return expectTruth(job, tab);
      expect(pausedFor ?? reached(goal, counts)).toBeDefined();
      ends.push(counts.wanted);
      // Each press goes on.
      expect(ends.at(-2)).not.toBe(ends.at(-1));
    }
  }));

it('starts nothing while it is paused, and goes on from there', () =>
  forJobs(async (job) => {
    const { random, service } = job;
    job.disturb();
    const tab = job.open();
    for (let pauses = 0; pauses < 4; pauses += 1) {
      const work = tab.run();
      await later(random() * 5000);
      tab.halt();
      const before = service.seen.length;
      await work;
      expect(service.atOnce).toBe(0);
      await later(10 * MINUTE);
      expect(service.seen.slice(before)).toEqual([]);
      expect(untruths(job, tab.engine.items())).toEqual([]);
    }
    await tab.runToEnd();
    expectTruth(job, tab);
  }));
