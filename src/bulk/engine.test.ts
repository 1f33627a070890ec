import { expect, it, vi } from 'vitest';
import { createEngine, type EngineOptions } from '#bulk/engine.ts';
import type { JobTarget } from '#bulk/job.ts';
import { ApiError, type ApiFailure } from '#client/errors.ts';
import { AT_ONCE, makeItem, noTarget } from '#web/jobs/jobs.test.helper.ts';
import { waitFor } from '#web/test/wait.ts';

/** Creates a bot user of a name that another one gets as well. */
const twin = (at: number) => makeItem(at, { id: '', label: 'twin', before: null });

const target: JobTarget = {
  ...noTarget,
  async write({ id, after }, { onResponse }) {
    onResponse?.({ status: 200, operationId: `op ${id}` });
    return { id, state: after };
  },
};
const options: Omit<EngineOptions, 'items'> = {
  ...AT_ONCE,
  target,
  plannedAt: Date.now(),
  atOnce: 4,
  save: async () => {},
  onChange: () => {},
  clock: () => 0,
  sleep: () => new Promise(() => {}),
  random: () => 0,
};
const start = (engine: ReturnType<typeof createEngine>) =>
  engine.run(new AbortController().signal, new AbortController().signal);

it('starts nothing while the service asks to wait, also after it has waited for the budget', async () => {
  const limited = { kind: 'status', status: 429, fields: {}, retryAfterMs: 5000 } as const;
  const write = vi
    .fn<JobTarget['write']>(async ({ id, after }) => ({ id, state: after }))
    .mockRejectedValueOnce(new ApiError('Too many', limited));
  const hasRoom: Array<() => void> = [];
  const sleep = vi.fn<EngineOptions['sleep']>(() => new Promise(() => {}));
  const engine = createEngine({
    ...options,
    items: [makeItem(0), makeItem(1)],
    target: { ...target, write },
    room: () => new Promise((resolve) => hasRoom.push(resolve)),
    sleep,
  });
  void start(engine);

  await waitFor(() => expect(hasRoom).toHaveLength(1));
  hasRoom.shift()?.();
  await waitFor(() => expect(engine.state().wait).toEqual({ for: 'limit', ms: 5000 }));
  hasRoom.shift()?.();
  await waitFor(() => expect(sleep).toHaveBeenCalledWith(5000, expect.anything()));
  expect(write).toHaveBeenCalledOnce();
});

/** A clock that goes on as soon as it is waited for. */
function waitingClock(now = 0) {
  return { clock: () => now, sleep: async (ms: number) => void (now += ms) };
}

/** A service that refuses every write in this way until it is mended, and what was sent to it. */
function failing(status: number, code = '') {
  const write = vi.fn<JobTarget['write']>(() =>
    Promise.reject(new ApiError('', { kind: 'status', status, code, fields: {} })),
  );
  return { write, mend: () => write.mockImplementation(target.write) };
}
const many = Array.from({ length: 20 }, (_, at) => makeItem(at));

it('takes a plan for an old one also where the clock was set back since', async () => {
  const readsFirst = vi.fn<JobTarget['readsFirst']>(() => false);
  vi.spyOn(Date, 'now').mockReturnValue(0);
  const parts = { plannedAt: 3_600_000, target: { ...target, readsFirst } };
  await start(createEngine({ ...options, ...parts, items: [makeItem(0)] }));
  expect(readsFirst).toHaveBeenCalledWith(expect.anything(), 3_600_000);
});

it('waits for somebody who signs in again, and sends nothing more with the key that was refused', async () => {
  const { write, mend } = failing(401);
  const signIns: Array<() => void> = [];
  const renewed: EngineOptions['renewed'] = (signal) =>
    new Promise((resolve, reject) => {
      signIns.push(resolve);
      signal.addEventListener('abort', reject);
    });
  const engine = createEngine({ ...options, items: many, target: { ...target, write }, renewed });
  const halt = new AbortController();
  const halted = engine.run(halt.signal, new AbortController().signal);
  await waitFor(() => expect(signIns).toHaveLength(1));
  expect(engine.state()).toMatchObject({ pausedFor: 'sign-in' });
  expect(engine.state().pauseText).toBeUndefined();
  expect(write.mock.calls.length).toBeLessThanOrEqual(4);
  // Then the person holds it, and no key.
  halt.abort();
  await halted;
  expect(engine.state().pausedFor).toBeUndefined();
  const run = start(engine);
  await waitFor(() => expect(signIns).toHaveLength(2));
  mend();
  signIns[1]?.();
  await run;
  expect(engine.state().counts.confirmed).toBe(20);
  expect(engine.state().pausedFor).toBeUndefined();
});

it('waits for the connection where a request found none, however often', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const write = vi.fn<JobTarget['write']>(target.write);
  const parts = { read: async () => makeItem(0).before, write };
  for (let lost = 0; lost < 5; lost += 1)
    write.mockRejectedValueOnce(new ApiError('', { kind: 'network' }));
  const sleep = vi.fn<EngineOptions['sleep']>(async () => {});
  const engine = createEngine({
    ...options,
    items: [makeItem(0)],
    target: { ...target, ...parts },
    sleep,
  });
  await start(engine);
  expect(sleep.mock.calls.map(([ms]) => ms)).toEqual(Array(5).fill(Infinity));
  expect(engine.state().counts.confirmed).toBe(1);
});

it('waits for a person where every request would be refused alike, and sends no more', async () => {
  const { write } = failing(403, 'ERR_X_205'); // the account is suspended
  const engine = createEngine({ ...options, items: many, target: { ...target, write } });
  await start(engine);
  expect(engine.state()).toMatchObject({
    pausedFor: 'refused',
    pauseText: expect.stringMatching(/suspended/),
  });
  expect(write.mock.calls.length).toBeLessThanOrEqual(4);
});

it('holds while the service is down, and nothing is lost', async () => {
  const { write, mend } = failing(503);
  const read: JobTarget['read'] = async () => ({ active: true });
  const parts = { ...waitingClock(), target: { ...target, read, write } };
  const reasons = new Set<unknown>();
  const onChange = () => reasons.add(engine.state().wait?.for);
  const engine = createEngine({ ...options, items: many, ...parts, onChange });
  await start(engine);
  expect(engine.state().pausedFor).toBe('faults');
  expect(reasons).toEqual(new Set([undefined, 'fault']));
  expect(engine.state().atOnce).toBe(4);
  expect(engine.state().counts.wanted + engine.state().counts.sent).toBeGreaterThan(10);
  mend();
  engine.retryFailed();
  await start(engine);
  expect(engine.state().counts.confirmed).toBe(20);
  expect(engine.items()[1]).toMatchObject({ httpStatus: 200, operationId: 'op bot_1' });
});

it('slows down once for all that were refused together, and recovers one by one', async () => {
  let now = 0;
  let refusals = 8;
  const waits: Array<[ms: number, atOnce: number]> = [];
  const engine = createEngine({
    ...options,
    items: Array.from({ length: 44 }, (_, at) => makeItem(at)),
    target: {
      ...target,
      async write({ id, after }) {
        // The others are on their way by then.
        await new Promise((resolve) => setTimeout(resolve));
        if (refusals-- > 0) throw new ApiError('', { kind: 'status', status: 429, fields: {} });
        return { id, state: after };
      },
    },
    clock: () => now,
    async sleep(ms) {
      waits.push([ms, engine.state().atOnce]);
      // What was refused with it has said so before the pause is over.
      await waitFor(() => expect(engine.state().counts.sent).toBe(0));
      now += ms;
    },
  });
  await start(engine);
  expect(engine.state()).toMatchObject({ counts: { confirmed: 44 }, atOnce: 3 });
  expect(waits.slice(0, 2)).toEqual([
    [500, 2],
    [1000, 1],
  ]);
});

it.each([
  ['request', false],
  ['response', true],
])('makes two of one name where the %s of the first was lost', async (_, arrived) => {
  const made: string[] = [];
  let isLost = true;
  const engine = createEngine({
    ...options,
    items: [twin(0), twin(1), makeItem(2, { id: 'bot', before: null, status: 'confirmed' })],
    target: {
      ...target,
      async write({ after }) {
        if (isLost) {
          isLost = false;
          if (arrived) made.push('bot_0');
          throw new ApiError('', { kind: 'network' });
        }
        const id = `bot_${made.length}`;
        made.push(id);
        return { id, state: after };
      },
      async findCreated(_change, _since, _call, isTaken) {
        const id = made.find((each) => isTaken?.(each) !== true);
        return id === undefined ? undefined : { id, state: { active: false } };
      },
    },
    ...waitingClock(),
  });
  await start(engine);
  expect(engine.items().map(({ id, status }) => [id, status].join(' '))).toEqual([
    'bot_0 confirmed',
    'bot_1 confirmed',
    'bot confirmed',
  ]);
  expect(made).toHaveLength(2);
});

it.each<ApiFailure>([
  { kind: 'timeout' },
  // It was made, and a list may be some seconds behind, or hold it as a row that cannot be read.
  { kind: 'shape', status: 201, issues: [] },
  { kind: 'network', status: 201 },
])('asks before it sends a creation again that a read need not show yet: %j', async (failure) => {
  const write = vi
    .fn<JobTarget['write']>(target.write)
    .mockRejectedValueOnce(new ApiError('', failure));
  const parts = { target: { ...target, write }, ...waitingClock() };
  const engine = createEngine({ ...options, items: [twin(0)], ...parts });
  await start(engine);
  expect(engine.items()[0]).toMatchObject({ status: 'unsure', isLate: true });
  expect(write).toHaveBeenCalledOnce();
  engine.retryFailed();
  await start(engine);
  expect(engine.items()[0]?.status).toBe('confirmed');
  expect(write).toHaveBeenCalledTimes(2);
});

it('keeps a creation waiting for another of its label, whatever else of that label ends', async () => {
  const creations: Array<() => void> = [];
  const engine = createEngine({
    ...options,
    items: [twin(0), twin(1), makeItem(2, { label: 'twin' })],
    target: {
      ...target,
      findCreated: () => Promise.reject(new Error('Nothing was lost')),
      async write({ id, before, after }) {
        if (before === null) await new Promise<void>((resolve) => creations.push(resolve));
        return { id: id || 'made', state: after };
      },
    },
  });
  const run = start(engine);
  await waitFor(() => expect(engine.items()[2]?.status).toBe('confirmed'));
  await new Promise((resolve) => setTimeout(resolve));
  expect(creations).toHaveLength(1);
  creations[0]?.();
  await waitFor(() => expect(creations).toHaveLength(2));
  creations[1]?.();
  await run;
});
