import { beforeEach, describe, expect, it } from 'vitest';
import type { Change, JobTarget } from '#bulk/job.ts';
import { createBotUserTarget } from '#web/features/bot-users/bot-user-target.ts';
import { openList } from '#web/features/bot-users/list.test.helper.ts';
import { loadedBotUser, publish } from '#web/features/bot-users/queries.ts';
import {
  makeBotUser,
  makeBotUsers,
  noResponse,
  refuse,
  type FakeService,
} from '#web/test/fake-service.ts';
import '#web/test/session.ts';

const ID = makeBotUser(2).id;
const active = { name: 'name 2', active: true };
const inactive = { name: 'name 2', active: false };
const change = (parts: Partial<Change>): Change => ({
  id: ID,
  label: 'name 2',
  before: active,
  after: inactive,
  ...parts,
});
const creation = change({ id: '', before: null, after: { name: 'wanted', active: true } });

let service: FakeService;
let target: JobTarget;
beforeEach(async () => {
  service = await openList({ botUsers: makeBotUsers(3) });
  target = createBotUserTarget();
});

it('reading tells the present state, and shows it in the list', async () => {
  service.botUsers = [makeBotUser(2, { name: 'renamed', active: false })];
  expect(await target.read(ID, {})).toEqual({ name: 'renamed', active: false });
  expect(loadedBotUser(ID)?.name).toBe('renamed');
});

it('reading knows a bot user that is gone, but not from a web page in between', async () => {
  service.botUsers = [];
  expect(await target.read(ID, {})).toBeNull();
  expect(loadedBotUser(ID)).toBeUndefined();
  service.fail('GET', () => new Response('<h1>Not here</h1>', { status: 404 }));
  await expect(target.read(makeBotUser(1).id, {})).rejects.toMatchObject({
    failure: { status: 404 },
  });
});

it('writing sends only what differs, and shows it in the list', async () => {
  const after = { name: 'renamed', active: true };
  expect(await target.write(change({ after }), {})).toEqual({ id: ID, state: after });
  expect(service.requests).toEqual([`PATCH /bot_users/${ID} {"name":"renamed"}`]);
  expect(loadedBotUser(ID)).toMatchObject(after);
});

it('writing tells what the service has made of it', async () => {
  service.fail('PATCH', () => Response.json(makeBotUser(2, { name: 'as the service likes' })));
  const written = await target.write(change({ after: { name: 'Renamed', active: true } }), {});
  expect(written.state).toEqual({ name: 'as the service likes', active: true });
});

it('writing deletes, and takes one that is gone already as deleted', async () => {
  const gone = { id: ID, state: null };
  expect(await target.write(change({ after: null }), {})).toEqual(gone);
  expect(await target.write(change({ after: null }), {})).toEqual(gone);
  expect([service.botUsers.length, loadedBotUser(ID)]).toEqual([2, undefined]);
});

it('writing creates, and tells the id', async () => {
  const made = await target.write(creation, {});
  expect(made.state).toEqual({ name: 'wanted', active: true });
  expect(loadedBotUser(made.id)?.name).toBe('wanted');
});

it('writing passes on how it is sent', async () => {
  const headers = { 'x-operation-id': 'op_1' };
  service.fail('PATCH', () => Response.json(makeBotUser(2, inactive), { headers }), 1);
  const responses: object[] = [];
  await target.write(change({}), { onResponse: (response) => responses.push(response) });
  expect(responses).toEqual([{ status: 200, operationId: 'op_1' }]);
  expect(service.requests).toEqual([`PATCH /bot_users/${ID} {"active":false}`]);
  const signal = AbortSignal.abort(new Error('paused'));
  await expect(target.write(change({}), { signal })).rejects.toThrow('paused');
});

it('writing sends nothing where the plan holds something else than a state', async () => {
  await expect(target.write(change({ after: { name: 'x' } }), {})).rejects.toThrow(TypeError);
  expect(service.requests).toEqual([]);
});

const since = Date.now();
const at = new Date(since).toISOString();
const made = (number: number, name = 'wanted') => makeBotUser(number, { name, created_at: at });
const lose = () => service.fail('POST', noResponse);

it('a lost creation is found, also behind others that were made since', async () => {
  lose();
  await expect(target.write(creation, {})).rejects.toMatchObject({
    failure: { kind: 'network' },
  });
  service.botUsers = [made(98, 'a'), made(97, 'b'), made(95), ...service.botUsers];
  const found = { id: makeBotUser(95).id, state: { name: 'wanted', active: true } };
  expect(await target.findCreated(creation, since, {})).toEqual(found);
  expect(loadedBotUser(found.id)?.name).toBe('wanted');
  // Our clock may be hours ahead of that of the service, but not days; after a reload, minutes.
  const sentAt = (hours: number, of = target) =>
    of.findCreated(creation, since + hours * 3_600_000, {});
  expect([await sentAt(23.9), await sentAt(24.1)]).toEqual([found, undefined]);
  const reloaded = createBotUserTarget();
  expect([await sentAt(0.08, reloaded), await sentAt(0.09, reloaded)]).toEqual([found, undefined]);
});

it('a lost creation is found where the service has the newest last', async () => {
  lose();
  await target.write(creation, {}).catch(() => {});
  service.pageSize = 2;
  service.botUsers = [...service.botUsers.toReversed(), made(95)];
  expect(await target.findCreated(creation, since, {})).toMatchObject({ id: made(95).id });
});

it('a lost creation is not a bot user that was known when it was sent first', async () => {
  lose();
  const found = [];
  for (const bot of [made(94), made(95)]) {
    service.botUsers = [bot, ...service.botUsers];
    publish({ type: 'created', bot, requestedAt: since });
    await target.write(creation, {}).catch(() => {});
    found.push(await target.findCreated(creation, since, {}));
  }
  expect(found).toMatchObject([undefined, { id: made(95).id }]);
});

it('a lost creation is not what was known when it was sent once more after a refusal', async () => {
  service.fail('POST', () => refuse(409), 1);
  await target.write(creation, {}).catch(() => {});
  service.botUsers = [made(95), ...service.botUsers];
  publish({ type: 'created', bot: made(95), requestedAt: since });
  lose();
  await target.write(creation, {}).catch(() => {});
  expect(await target.findCreated(creation, since, {})).toBeUndefined();
});

it('a lost creation is not what another creation of the job has made', async () => {
  const others = Array.from({ length: 100 }, (_, place) => made(500 - place));
  service.botUsers = [...others, made(94), ...service.botUsers];
  const isTaken = (id: string) => others.some((other) => other.id === id);
  expect(await target.findCreated(creation, since, {}, isTaken)).toMatchObject({
    id: made(94).id,
  });
});

it('a lost creation is not older, and of this name', async () => {
  service.botUsers = [made(95, 'other'), { ...made(94), created_at: '2025-01-01T00:00:00Z' }];
  service.botUsers.push(...makeBotUsers(3));
  service.pageSize = 2;
  expect(await target.findCreated(creation, since, {})).toBeUndefined();
  // All that follows is older.
  expect(service.requests).toHaveLength(1);
});

describe('before a change', () => {
  it.each([
    ['a deletion', { after: null }, true],
    ['a rename', { after: { name: 'x', active: true } }, true],
    ['a switch', { after: inactive }, false],
    ['a creation', { before: null, after: active }, false],
  ])('%s of an old plan is read first or not', (_what, parts, expected) => {
    expect(target.readsFirst(change(parts), 60_001)).toBe(expected);
    expect(target.readsFirst(change(parts), 60_000)).toBe(false);
  });

  it('refuses an id that cannot be part of an address', () => {
    expect(target.refusal(change({ id: '..' }))).toMatch(/its id cannot be part of an address/);
    expect([target.refusal(change({})), target.refusal(creation)]).toEqual([undefined, undefined]);
  });

  it('has nothing to do where what was created is gone', () => {
    expect(target.kindOf(change({ before: null, after: null }))).toBe('no-change');
  });
});
