// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { InfiniteQueryObserver } from '@tanstack/react-query';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createChannels,
  openTab,
  settled,
  SimulatedService,
} from '#web/features/bot-users/data/simulated-service.test.helper.ts';

const WHAT = {
  'elsewhere-create': 2,
  'elsewhere-edit': 2,
  'elsewhere-delete': 2,
  create: 1,
  delete: 1,
  press: 4,
  more: 3,
  all: 1,
  refresh: 2,
  check: 1,
  stop: 1,
  happen: 4,
  answer: 8,
  refuse: 2,
  lose: 1,
  leave: 1,
};
const command = fc.record({
  what: fc.oneof(
    ...Object.entries(WHAT).map(([what, weight]) => ({ weight, arbitrary: fc.constant(what) })),
  ),
  n: fc.nat(40),
});

async function play(
  commands: ReadonlyArray<{ what: string; n: number }>,
  pageSize: number,
  size: number,
) {
  const ranks = Array.from({ length: size }, (_, at) => (at + 1) * 10);
  const service = new SimulatedService(ranks, pageSize);
  const channel = createChannels();
  const tabs = [
    openTab(service, { channel: channel() }),
    openTab(service, { channel: channel() }),
  ] as const;
  const observers = tabs.map(
    ({ client, queries }) => new InfiniteQueryObserver(client, queries.list()),
  );
  const observe = () => observers.map((observer) => observer.subscribe(() => {}));
  let leave = observe();
  await settled();
  service.auto = false;
  let newest = size * 10;
  const deletedHere = new Set<string>();

  for (const { what, n } of commands) {
    const tab = tabs[n % 2] ?? tabs[0];
    const observer = observers[n % 2];
    const some = service.bots[n % Math.max(1, service.bots.length)];
    const loaded = tab.rows();
    const row = loaded[n % Math.max(1, loaded.length)];
    const waiting = service.waiting[n % Math.max(1, service.waiting.length)];
    if (what === 'elsewhere-create') service.create((newest += 10));
    if (what === 'elsewhere-edit' && some)
      service.edit(some.id, { name: `edit ${n}`, active: n % 3 === 0 });
    if (what === 'elsewhere-delete' && some) service.remove(some.id);
    if (what === 'create') {
      const bot = service.create((newest += 10));
      tab.publish({ type: 'created', bot, requestedAt: Date.now() });
    }
    if (what === 'delete' && row) {
      service.remove(row.id);
      deletedHere.add(row.id);
      tab.publish({ type: 'deleted', id: row.id });
    }
    if (what === 'press' && row) void tab.switchActive.press(row.id, n % 4 < 2).catch(() => {});
    if (what === 'more' && observer?.getCurrentResult().hasNextPage)
      void observer.fetchNextPage({ cancelRefetch: false });
    if (what === 'all') void tab.loadAll.start();
    if (what === 'refresh') void tab.refresh.start();
    if (what === 'check') void tab.checkAll.start();
    if (what === 'stop') {
      tab.checkAll.stop();
      tab.loadAll.stop();
    }
    if (what === 'happen') waiting?.happen();
    if (what === 'answer' || what === 'refuse' || (what === 'lose' && isWrite(waiting?.line))) {
      service.waiting = service.waiting.filter((each) => each !== waiting);
      if (what === 'answer') waiting?.answer();
      else if (what === 'lose') waiting?.answer(new TypeError('Failed to fetch'));
      else waiting?.answer(Response.json({}, { status: 403 }));
    }
    if (what === 'leave') {
      for (const each of leave) each();
      leave = observe();
    }
    await settled();
    for (const each of tabs) {
      const ids = each.rows().map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => deletedHere.has(id))).toEqual([]);
      expect(each.cache.size()).toBe(ids.length);
      for (const [id, state] of each.cache.changes.switches.get()) {
        const active = each.cache.find(id)?.active;
        expect(state.status === 'failed' || [state.wanted, undefined].includes(active)).toBe(true);
      }
    }
  }

  service.auto = true;
  for (let round = 0; round < 50 && (service.waiting.length > 0 || round < 3); round++) {
    for (const waiting of service.waiting.splice(0)) waiting.answer();
    await settled();
  }
  for (const tab of tabs) {
    await tab.loadFirst();
    await tab.loadAll.start();
    await tab.refresh.start();
    await tab.loadAll.start();
    await tab.checkAll.start();
    expect(tab.rows()).toEqual(service.bots);
    expect([...tab.cache.changes.switches.get().values()]).not.toContainEqual(
      expect.objectContaining({ status: 'pending' }),
    );
  }
  for (const each of leave) each();
}

const isWrite = (line = '') => line.startsWith('PATCH');

it('ends at what the service has, whatever happens in which order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 14 }),
      play,
    ),
    { numRuns: Number(process.env['RUNS'] ?? 25) },
  );
});
