import { describe, expect, it, vi } from 'vitest';
import type { Job, JobItem, Plan, PlanLine, State } from '#bulk/job.ts';
import '#web/test/config.ts';
import { ApiError } from '#client/errors.ts';
import { makeItem } from '#web/jobs/jobs.test.helper.ts';
import { doingText, doneText, headingOf, planUndo } from '#web/jobs/plan.ts';

const item = (at: number, end: Partial<JobItem>) =>
  makeItem(at, {
    before: { name: 'old', active: true },
    after: { name: 'new', active: true },
    status: 'confirmed',
    sentAt: 0,
    ...end,
  });

const target = {
  kindOf: () => 'rename' as const,
  read: async () => ({ name: 'new', active: true }),
  atOnce: 2,
};

it('is the way back of what the job has done, the last first, and of no deletion', async () => {
  const [failed, deleted] = [item(1, { status: 'failed' }), item(2, { after: null })];
  const { sentAt: _, ...doneByAnother } = item(4, { reason: 'Already so.' });
  const done = [item(0, {}), failed, deleted, item(3, {}), doneByAnother];
  const plan = await planUndo('bot-user', target, done);
  const { lines } = plan;
  expect(headingOf(plan)).toBe('rename 2 bot users');
  expect(lines.map(({ id }) => id)).toEqual(['bot_3', 'bot_0']);
  expect(lines[0]).toMatchObject({ before: { name: 'new' }, after: { name: 'old' } });
});

it('puts back what was removed where that can be', async () => {
  const done = [item(0, {}), item(1, { after: null })];
  const read = async (id: string) => (id === 'bot_1' ? null : { name: 'new', active: true });
  const plan = await planUndo('route', { ...target, read }, done);
  expect(headingOf(plan)).toBe('put back 2 routes');
  expect(plan.lines[0]).toMatchObject({ id: 'bot_1', before: null, after: { name: 'old' } });
});

it('reads each target, as many at once as it may, and says what cannot be undone', async () => {
  const states: Record<string, State | null> = {
    bot_0: { name: 'new', active: false },
    bot_1: { name: 'other', active: true },
    bot_2: null,
    bot_3: { name: 'old', active: true },
  };
  let [now, most] = [0, 0];
  const reads: number[] = [];
  vi.spyOn(Date, 'now').mockImplementation(() => reads.length);
  const plan = await planUndo(
    'bot-user',
    {
      ...target,
      async read(id) {
        most = Math.max(most, (now += 1));
        await Promise.resolve();
        now -= 1;
        if (id === 'bot_4') throw new ApiError('', { kind: 'network' });
        return states[id] ?? null;
      },
    },
    [0, 1, 2, 3, 4].map((at) => item(at, {})),
    (read) => reads.push(read),
  );
  expect(most).toBe(target.atOnce);
  expect(reads).toEqual([1, 2, 3, 4, 5]);
  expect(plan.plannedAt).toBe(0); // as old as its first read
  expect(headingOf(plan)).toBe('rename 1 bot user');
  const lines = plan.lines.toReversed();
  // The other field is as somebody else has set it since.
  expect(lines[0]).toMatchObject({ kind: 'rename', after: { name: 'old', active: false } });
  expect(lines.map(({ kind, note }) => `${kind} ${note}`)).toEqual([
    'rename undefined',
    'conflict Changed since.',
    'conflict Deleted since.',
    'no-change Already undone.',
    expect.stringMatching(/^conflict Cannot be read: ./),
  ]);
  // As it is now, not as the job has left it.
  const before = lines.slice(1).map((line) => line.before);
  expect(before).toEqual([states['bot_1'], null, states['bot_3'], null]);
});

it.each([
  ['set 12 bot users inactive', 12, 'Setting 12 bot users inactive', 'Set 1 bot user inactive'],
  ['rename 12 bot users', 12, 'Renaming 12 bot users', 'Renamed 1 bot user'],
  ['delete 1 bot user', 1, 'Deleting 1 bot user', 'Deleted 1 bot user'],
  ['put back 28 routes', 28, 'Putting back 28 routes', 'Put back 1 route'],
  [
    'add 1,200 policies to 1,200 routes',
    1200,
    'Adding 1,200 policies to 1,200 routes',
    'Added 1,200 policies to 1 route',
  ],
])('tells what a job that is to %s does, and has done', (heading, total, doing, done) => {
  const isOfRoutes = heading.endsWith('routes');
  const job = { heading, target: isOfRoutes ? 'route' : 'bot-user', total } as Job;
  expect(doingText(job)).toBe(doing);
  const counts = { wanted: 0, sent: 0, confirmed: 1, failed: 0, unsure: 0, skipped: 0 };
  expect(doneText(job, counts)).toBe(done);
  const failed = { ...counts, failed: 1, unsure: 1 };
  expect(doneText(job, failed)).toBe(`${done}, 2 failed`);
});

describe('what a plan is called', () => {
  const line = (at: number, kind: PlanLine['kind']): PlanLine => ({ ...item(at, {}), kind });
  const of = (...kinds: Array<PlanLine['kind']>): Plan => ({
    target: 'route',
    lines: kinds.map((kind, at) => line(at, kind)),
    plannedAt: 0,
  });

  it.each([
    [['create', 'create', 'conflict'], 'add an IP restriction to 2 routes'],
    [['delete'], 'remove the IP restriction from 1 route'],
    [['create', 'replace'], 'change 2 routes'],
  ] as const)('by its kinds: %j', (kinds, heading) => {
    expect(headingOf(of(...kinds))).toBe(heading);
  });

  it('by no kind where a rename switches as well', () => {
    const lines = [line(0, 'rename'), line(1, 'rename')];
    const plan = { target: 'bot-user', plannedAt: 0 } as const;
    expect(headingOf({ ...plan, lines })).toBe('rename 2 bot users');
    const both = { ...line(1, 'rename'), after: { name: 'new', active: false } };
    expect(headingOf({ ...plan, lines: [line(0, 'rename'), both] })).toBe('change 2 bot users');
  });

  it('follows what is left of it, and keeps words of its own with the number in them', () => {
    const plan = of('create', 'replace');
    expect(headingOf({ ...plan, out: new Set([1]) })).toBe('add an IP restriction to 1 route');
    const worded = { ...plan, words: 'add 1 policy to #' };
    expect(headingOf({ ...worded, out: new Set([0]) })).toBe('add 1 policy to 1 route');
  });
});
