// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { describe, expect, it, vi } from 'vitest';
import { findCreated } from '#web/features/bot-users/data/find-created.ts';
import {
  bot,
  idOf,
  openTab,
  SimulatedService,
  type Tab,
} from '#web/features/bot-users/data/simulated-service.test.helper.ts';
import { UnsureSwitch } from '#web/features/bot-users/data/switch-active.ts';
import { run } from '#web/api/query-client.ts';

const status = (code: number) => Response.json({}, { status: code });

async function open() {
  const service = new SimulatedService([1, 2, 3]);
  const tab = openTab(service);
  await tab.loadFirst();
  service.auto = false;
  service.requests = [];
  return { service, tab, next: (n: number) => waitingFor(service, n) };
}
/** The nth request that waits, once it has come. */
async function waitingFor(service: SimulatedService, n: number) {
  return vi.waitFor(() => {
    const waiting = service.waiting[n - 1];
    if (!waiting) throw new Error('Not yet asked');
    return waiting;
  });
}
const failureOf = (tab: Tab) => {
  const state = tab.switchActive.stateOf(idOf(2));
  return state?.status === 'failed' ? state : undefined;
};
const press = (tab: Tab, active: boolean) =>
  tab.press(2, active).catch((error: unknown) => error as Error);

describe('a switch', () => {
  it('shows at once, sends one request at a time, and of the presses meanwhile only the latest', async () => {
    const { service, tab, next } = await open();
    const presses = [press(tab, false)];
    const first = await next(1);
    expect(tab.activeOf(2)).toBe(false);
    for (const active of [true, false, true]) presses.push(press(tab, active));
    expect(tab.activeOf(2)).toBe(true);
    first.answer();
    const second = await next(2);
    expect(tab.activeOf(2)).toBe(true);
    second.answer();
    const results = await Promise.all(presses);
    expect(results).toEqual([undefined, undefined, undefined, bot(2)]);
    expect(service.requests).toEqual([
      `PATCH /bot_users/${idOf(2)} {"active":false}`,
      `PATCH /bot_users/${idOf(2)} {"active":true}`,
    ]);
    expect(tab.switchActive.stateOf(idOf(2))).toBeUndefined();
    await vi.waitFor(() => expect(tab.client.getMutationCache().getAll()).toEqual([]));
    // Of what was sent, from one confirmed state to the next.
    const states = tab.recorded.map(({ before, after }) => [before?.['active'], after?.['active']]);
    expect(states).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('that changes nothing is not recorded', async () => {
    const { tab, next } = await open();
    const pressed = press(tab, true);
    (await next(1)).answer();
    await pressed;
    expect(tab.recorded).toEqual([]);
  });

  it('goes back to what was confirmed, and keeps the error for the row until the next press', async () => {
    const { tab, next } = await open();
    const refused = press(tab, false);
    (await next(1)).answer(status(403));
    expect(await refused).toMatchObject({ failure: { status: 403 } });
    expect(tab.activeOf(2)).toBe(true);
    expect(failureOf(tab)).toMatchObject({ wanted: false, error: { failure: { status: 403 } } });
    const again = press(tab, false);
    expect(failureOf(tab)).toBeUndefined();
    (await next(2)).answer();
    await again;
    expect(tab.activeOf(2)).toBe(false);
  });

  it('keeps a later press on the screen when an earlier one fails', async () => {
    const { tab, next } = await open();
    const presses = [press(tab, false)];
    const first = await next(1);
    presses.push(press(tab, true), press(tab, false));
    first.answer(status(403));
    const last = await next(2);
    expect(tab.activeOf(2)).toBe(false);
    last.answer();
    await Promise.all(presses);
    expect(tab.activeOf(2)).toBe(false);
  });

  it('goes back to what the service last said, also after a press that was not sent', async () => {
    const { tab, next } = await open();
    const presses = [press(tab, false)];
    const first = await next(1);
    presses.push(press(tab, true), press(tab, false));
    first.answer();
    (await next(2)).answer(status(403));
    await Promise.all(presses);
    expect(tab.activeOf(2)).toBe(false);
  });

  it('whose answer cannot be read is looked at once, and stands if it happened', async () => {
    const { service, tab, next } = await open();
    const done = press(tab, false);
    const sent = await next(1);
    sent.happen();
    sent.answer(new Response(null, { status: 204 }));
    (await next(2)).answer();
    expect(await done).toMatchObject({ active: false });
    expect(tab.activeOf(2)).toBe(false);
    expect(service.requests[1]).toBe(`GET /bot_users/${idOf(2)}`);
  });

  it('that broke on the service goes back if it did not happen', async () => {
    const { tab, next } = await open();
    const done = press(tab, false);
    (await next(1)).answer(status(500));
    (await next(2)).answer();
    expect(await done).toMatchObject({ failure: { status: 500 } });
    expect(tab.activeOf(2)).toBe(true);
  });

  it('is not sent again before a look while nobody knows whether it happened', async () => {
    const { service, tab, next } = await open();
    const done = press(tab, false);
    (await next(1)).answer(status(500));
    (await next(2)).answer(status(403));
    expect(await done).toBeInstanceOf(UnsureSwitch);
    const again = press(tab, false);
    (await next(3)).answer();
    (await next(4)).answer();
    expect(await again).toMatchObject({ active: false });
    expect(service.requests.map((line) => line.split(' ')[0])).toEqual([
      'PATCH',
      'GET',
      'GET',
      'PATCH',
    ]);
  });

  it('of a bot user that turns out to be gone says so', async () => {
    const { tab, next } = await open();
    const done = press(tab, false);
    (await next(1)).answer(status(500));
    (await next(2)).answer(status(404));
    expect(await done).toMatchObject({ failure: { status: 404 } });
  });

  it('stays on the screen over a page that was read before the service wrote', async () => {
    const { tab, next } = await open();
    const done = press(tab, false);
    await next(1);
    const refreshed = tab.refresh.start();
    (await next(2)).answer();
    await refreshed;
    expect(tab.activeOf(2)).toBe(false);
    (await next(1)).answer();
    await done;
    expect(tab.activeOf(2)).toBe(false);
  });
});

describe('a note that a switch was refused', () => {
  async function refuse() {
    const list = await open();
    const refused = press(list.tab, false);
    (await list.next(1)).answer(status(403));
    await refused;
    expect(failureOf(list.tab)).toBeDefined();
    list.service.auto = true;
    return list;
  }

  it('goes when the bot user was saved on its page, or in another tab', async () => {
    const { tab } = await refuse();
    await run(tab.client, tab.mutations.update(idOf(2)), { active: false });
    expect(failureOf(tab)).toBeUndefined();
  });

  it('goes when the row was read again', async () => {
    const { tab } = await refuse();
    await tab.refresh.start();
    expect(failureOf(tab)).toBeUndefined();
  });

  it('stays over a page that was requested before it', async () => {
    const { tab, next } = await open();
    const reading = tab.refresh.start();
    await next(1);
    const refused = press(tab, false);
    (await next(2)).answer(status(403));
    await refused;
    (await next(1)).answer();
    await reading;
    expect(failureOf(tab)).toBeDefined();
  });
});

describe('other changes', () => {
  it('take a deleted one out, also when it was gone already, and nothing for a web page between', async () => {
    const { service, tab } = await open();
    service.auto = true;
    expect(await run(tab.client, tab.mutations.remove(idOf(1)), undefined)).toBe(true);
    service.remove(idOf(2));
    expect(await run(tab.client, tab.mutations.remove(idOf(2)), undefined)).toBe(false);
    service.refuse = () => new Response('<h1>Not here</h1>', { status: 404 });
    await expect(run(tab.client, tab.mutations.remove(idOf(3)), undefined)).rejects.toMatchObject({
      failure: { status: 404 },
    });
    expect(tab.ranks()).toEqual([3]);
  });
});

describe('a creation that got no answer', () => {
  const since = Date.parse('2026-01-02T03:04:00Z');
  async function lose(tab: Tab, service: SimulatedService) {
    service.auto = true;
    service.refuse = (line) => (line.startsWith('POST') ? status(500) : undefined);
    await run(tab.client, tab.mutations.create(), { name: 'wanted' }).catch(() => {});
  }
  const wanted = (rank: number) => bot(rank, { name: 'wanted' });
  const find = async (tab: Tab) =>
    (await findCreated(tab, { name: 'wanted', since, isKnown: tab.mutations.isKnown })).map(
      ({ id }) => id,
    );

  it('is found, but not an older one, nor one that was known before it was sent', async () => {
    const { service, tab } = await open();
    tab.publish({ type: 'created', bot: wanted(4), requestedAt: Date.now() });
    await lose(tab, service);
    const old = { ...wanted(5), created_at: '2025-01-01T00:00:00Z' };
    service.bots = [wanted(7), wanted(6), old, wanted(4), ...service.bots];
    service.pageSize = 100;
    expect(await find(tab)).toEqual([idOf(7), idOf(6)]);
    expect(tab.ranks()).toEqual([7, 6, 4, 3, 2, 1]);
  });

  it('may be one that the list has loaded since', async () => {
    const { service, tab } = await open();
    await lose(tab, service);
    service.bots = [wanted(4), ...service.bots];
    await tab.refresh.start();
    expect(await find(tab)).toEqual([idOf(4)]);
  });
});
