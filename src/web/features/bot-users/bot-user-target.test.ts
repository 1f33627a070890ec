// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { describe, expect, it } from 'vitest';
import {
  bot,
  createChannels,
  idOf,
  openTab,
  range,
  SimulatedService,
} from '#web/features/bot-users/data/simulated-service.test.helper.ts';
import { createBotUserTarget } from '#web/features/bot-users/plan/bot-user-target.ts';
import type { Change } from '#web/jobs/job.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { setConfig } from '#web/api/config.ts';

setConfig(testConfig());

const active = { name: 'name 2', active: true };
const inactive = { name: 'name 2', active: false };
const change = (parts: Partial<Change>): Change => ({
  id: idOf(2),
  label: 'name 2',
  before: active,
  after: inactive,
  ...parts,
});
const creation = change({ id: '', before: null, after: { name: 'wanted', active: true } });

async function open() {
  const service = new SimulatedService(range(1, 3));
  const channel = createChannels();
  const [tab, other] = [
    openTab(service, { channel: channel() }),
    openTab(service, { channel: channel() }),
  ];
  await Promise.all([tab.loadFirst(), other.loadFirst()]);
  service.requests = [];
  const target = createBotUserTarget(tab);
  return { service, tab, other, target };
}

const lost = new Error('connection lost');

describe('reading', () => {
  it('tells what it is now, and shows it here and in the other tabs', async () => {
    const { service, tab, other, target } = await open();
    service.edit(idOf(2), { name: 'renamed', active: false });
    expect(await target.read(idOf(2), {})).toEqual({ name: 'renamed', active: false });
    expect(tab.cache.find(idOf(2))?.name).toBe('renamed');
    expect(other.cache.find(idOf(2))?.name).toBe('renamed');
  });

  it('knows one that is gone, but not from the web page of something in between', async () => {
    const { service, tab, target } = await open();
    service.remove(idOf(2));
    expect(await target.read(idOf(2), {})).toBeNull();
    expect(tab.ranks()).toEqual([3, 1]);
    service.refuse = () => new Response('<h1>Not here</h1>', { status: 404 });
    await expect(target.read(idOf(1), {})).rejects.toMatchObject({ failure: { status: 404 } });
  });
});

describe('writing', () => {
  it.each([
    ['the switch', inactive, '{"active":false}'],
    ['the name', { name: 'renamed', active: true }, '{"name":"renamed"}'],
    ['both', { name: 'renamed', active: false }, '{"name":"renamed","active":false}'],
  ])('sends only what differs: %s', async (_what, after, body) => {
    const { service, tab, other, target } = await open();
    expect(await target.write(change({ after }), {})).toEqual({ id: idOf(2), state: after });
    expect(service.requests).toEqual([`PATCH /bot_users/${idOf(2)} ${body}`]);
    expect(tab.cache.find(idOf(2))).toMatchObject(after);
    expect(other.cache.find(idOf(2))).toMatchObject(after);
  });

  it('tells what the service has made of it', async () => {
    const { service, target } = await open();
    service.refuse = () => Response.json(bot(2, { name: 'as the service likes' }));
    const written = await target.write(change({ after: { name: 'Renamed', active: true } }), {});
    expect(written.state).toEqual({ name: 'as the service likes', active: true });
  });

  it('deletes, and takes one that is gone already as deleted', async () => {
    const { service, tab, other, target } = await open();
    const gone = { id: idOf(2), state: null };
    expect(await target.write(change({ after: null }), {})).toEqual(gone);
    expect(await target.write(change({ after: null }), {})).toEqual(gone);
    expect([service.bots.length, tab.ranks(), other.ranks()]).toEqual([2, [3, 1], [3, 1]]);
  });

  it('creates, and tells the id', async () => {
    const { tab, other, target } = await open();
    const made = await target.write(creation, {});
    expect(made).toEqual({ id: idOf(4), state: { name: 'wanted', active: true } });
    expect([tab.ranks()[0], other.ranks()[0]]).toEqual([4, 4]);
  });

  it('passes on how it is sent', async () => {
    const { service, target } = await open();
    const statuses: number[] = [];
    await target.write(change({}), { onResponse: ({ status }) => statuses.push(status) });
    expect(statuses).toEqual([200]);
    const { signal } = new AbortController();
    const ended = AbortSignal.abort(new Error('paused'));
    await expect(target.write(change({}), { signal: ended })).rejects.toThrow('paused');
    await target.write(change({ after: null }), { signal });
    expect(service.requests).toHaveLength(2);
  });

  it('sends nothing of a state that is none', async () => {
    const { service, target } = await open();
    await expect(target.write(change({ after: { name: 'x' } }), {})).rejects.toThrow(TypeError);
    expect(service.requests).toEqual([]);
  });
});

describe('a creation whose response was lost', () => {
  const since = Date.parse('2026-01-02T03:04:00Z');
  const wanted = (rank: number) => bot(rank, { name: 'wanted' });

  it('is found, also behind others that were made since', async () => {
    const { service, tab, target } = await open();
    service.refuse = (line) => {
      if (!line.startsWith('POST')) return undefined;
      service.bots = [bot(8), bot(7), bot(6), wanted(5), ...service.bots];
      return lost;
    };
    await expect(target.write(creation, {})).rejects.toMatchObject({
      failure: { kind: 'network' },
    });
    const found = { id: idOf(5), state: { name: 'wanted', active: true } };
    expect(await target.findCreated(creation, since, {})).toEqual(found);
    expect(tab.cache.find(idOf(5))?.name).toBe('wanted');
  });

  it('is none that was known when it was sent first', async () => {
    const { service, tab, target } = await open();
    service.bots = [wanted(4), ...service.bots];
    tab.publish({ type: 'created', bot: wanted(4), requestedAt: Date.now() });
    service.refuse = (line) => (line.startsWith('POST') ? lost : undefined);
    await target.write(creation, {}).catch(() => {});
    expect(await target.findCreated(creation, since, {})).toBeUndefined();

    service.bots = [wanted(5), ...service.bots];
    await tab.refresh.start();
    await target.write(creation, {}).catch(() => {});
    expect(await target.findCreated(creation, since, {})).toMatchObject({ id: idOf(5) });
  });

  it('is none that another creation of the job has made', async () => {
    const { service, target } = await open();
    service.bots = [wanted(5), wanted(4), ...service.bots];
    const isTaken = (id: string) => id === idOf(5);
    expect(await target.findCreated(creation, since, {}, isTaken)).toMatchObject({ id: idOf(4) });
  });

  it('is none that is older, or of another name', async () => {
    const { service, target } = await open();
    service.bots = [bot(5), { ...wanted(4), created_at: '2025-01-01T00:00:00Z' }];
    expect(await target.findCreated(creation, since, {})).toBeUndefined();
  });
});

describe('what is read before it is changed', () => {
  it.each([
    ['a deletion', { after: null }, true],
    ['a rename', { after: { name: 'x', active: true } }, true],
    ['a switch', { after: inactive }, false],
    ['a creation', { before: null, after: active }, false],
  ])('%s of an old plan', async (_what, parts, expected) => {
    const { target } = await open();
    expect(target.readsFirst(change(parts), 60_001)).toBe(expected);
    expect(target.readsFirst(change(parts), 60_000)).toBe(false);
  });

  it('refuses what no address leads to', async () => {
    const { target } = await open();
    expect(target.refusal(change({ id: '..' }))).toMatch(/its id cannot be part of an address/);
    expect([target.refusal(change({})), target.refusal(creation)]).toEqual([undefined, undefined]);
  });

  it('keeps the name where it sets inactive in place of deleting', async () => {
    const { target } = await open();
    expect(target.insteadOfDelete?.(active)).toEqual(inactive);
  });
});
