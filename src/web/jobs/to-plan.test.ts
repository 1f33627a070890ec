import { describe, expect, it } from 'vitest';
import type { JobItem, PlanLine } from '#web/jobs/job.ts';
import { doneText, toPlan, undoPlan, withLines } from '#web/jobs/to-plan.ts';

const item = (at: number, end: Partial<JobItem>): JobItem => ({
  at,
  id: `bot_${at}`,
  label: `bot ${at}`,
  before: { name: 'old', active: true },
  after: { name: 'new', active: true },
  status: 'confirmed',
  sentAt: 0,
  ...end,
});
const target = { kindOf: () => 'rename' as const };

it('is the way back of what was done, the last first, and of no deletion', () => {
  const done = [item(0, {}), item(1, { status: 'failed' }), item(2, { after: null }), item(3, {})];
  const { heading, lines } = undoPlan('bot-user', target, done, 9);
  expect(heading).toBe('rename 2 bot users');
  expect(lines.map(({ id }) => id)).toEqual(['bot_3', 'bot_0']);
  expect(lines[0]).toMatchObject({ before: { name: 'new' }, after: { name: 'old' } });
});

it('is of nothing that somebody else had done before', () => {
  const { sentAt: _, ...alreadySo } = item(0, { reason: 'Already so.' });
  expect(undoPlan('bot-user', target, [alreadySo], 9).lines).toEqual([]);
});

it('puts back what was removed where that can be', () => {
  const done = [item(0, {}), item(1, { after: null })];
  const plan = undoPlan('route', { ...target, restores: true }, done, 9);
  expect([plan.heading, plan.doing]).toEqual(['put back 2 routes', 'Putting back 2 routes']);
  expect(plan.lines[0]).toMatchObject({ id: 'bot_1', before: null, after: { name: 'old' } });
});

it('is as old as what it knows, so that what others did since is looked for', () => {
  const done = [item(0, { endedAt: 7 }), item(1, { endedAt: 5 }), item(2, { endedAt: 6 })];
  expect(undoPlan('bot-user', target, done, 9).plannedAt).toBe(5);
  expect(undoPlan('bot-user', target, [item(0, {})], 9).plannedAt).toBe(9);
});

it.each([
  ['set 1,200 bot users inactive', 'Set 1 bot user inactive'],
  ['rename 12 bot users', 'Renamed 1 bot user'],
  ['delete 1 bot user', 'Deleted 1 bot user'],
  ['put back 28 routes', 'Put back 1 bot user'],
  ['add 2 policies to 28 routes', 'Added 2 policies to 1 bot user'],
])('tells what a job that was to %s has done', (heading, text) => {
  expect(doneText({ heading, target: 'bot-user' }, 1)).toBe(text);
});

describe('what a plan is called', () => {
  const line = (at: number, kind: PlanLine['kind']): PlanLine => ({ ...item(at, {}), kind });
  const of = (...kinds: Array<PlanLine['kind']>) =>
    toPlan({
      target: 'route',
      lines: kinds.map((kind, at) => line(at, kind)),
      plannedAt: 0,
      rollout: { steps: [1], stopAfter: 1 },
    });

  it.each([
    [['create', 'create', 'conflict'], 'add an IP restriction to 2 routes'],
    [['delete'], 'remove the IP restriction from 1 route'],
    [['create', 'replace'], 'change 2 routes'],
  ] as const)('by its kinds: %j', (kinds, heading) => {
    expect(of(...kinds).heading).toBe(heading);
  });

  it('follows what is left of it', () => {
    const plan = of('create', 'replace');
    const next = withLines(plan, plan.lines.slice(0, 1));
    expect(next).toMatchObject({
      heading: 'add an IP restriction to 1 route',
      rollout: plan.rollout,
    });
  });

  it('keeps words of its own, with the number in them', () => {
    const words = { heading: 'add 1 policy to 2 routes', doing: 'Adding 1 policy to 2 routes' };
    const plan = { ...of('create', 'replace'), ...words };
    expect(withLines(plan, plan.lines.slice(1))).toMatchObject({
      heading: 'add 1 policy to 1 route',
      doing: 'Adding 1 policy to 1 route',
    });
  });
});
