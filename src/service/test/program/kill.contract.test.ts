import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { HistoryEntry } from '#contract/history.ts';
import { openAccount, type OpenData } from '#service/data.ts';
import { testAuthor } from '#service/domain/author.test.helper.ts';
import { readSettings } from '#service/settings.ts';
import { storage } from '#service/test/postgres.test.helper.ts';
import { start, urlOf } from '#service/test/program.test.helper.ts';
import {
  API_KEY,
  createApi,
  freshData,
  modulePath,
  ownService,
  storedBotUsers,
  type Api,
} from '#service/test/running-service.test.helper.ts';

/** Each has a worker, which changes its module. */
const ROUTES = Array.from({ length: 8 }, (_, worker) => `route_${worker}`);
const KILLS = process.env['TEST_FULL'] ? 40 : storage === 'postgres' ? 1 : 2;

/** A kill comes after some number of answers up to this one, each in a part of its own; the last after each method. */
const ANSWERS_MAX = 100;

/** What a resource may look like: its state after the last answer, and after a write that got none. */
type Possible = Map<string, unknown[]>;

type Write = (method: string, path: string, body?: unknown) => Promise<Resource & { id: string }>;

it('finds every answered write, and one entry of each in the history, at whatever moment it is killed', async () => {
  const data = await freshData();
  const modules = await addRoutes(readSettings(data));
  const possible: Possible = new Map();
  /** Of the answered writes, as their responses name them. */
  const operationIds: string[] = [];
  const methods = new Set<string>();
  let unanswered = 0;
  let made = 0;

  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = start({ ...data, FIRST_API_KEY: API_KEY, LOG_LEVEL: 'warn' });
    const api = createApi(await urlOf(child));
    await expectNothingLost(api, possible);
    const last = operationIds.length + Math.ceil((ANSWERS_MAX * (kill + Math.random())) / KILLS);
    const write: Write = async (method, path, body) => {
      const { status, headers, json } = await api(method, path, { body });
      expect(status).toBeLessThan(300);
      methods.add(method);
      const answered = operationIds.push(headers.get('operation-id') ?? '');
      if (answered >= last && (methods.size === 4 || kill < KILLS - 1)) child.kill('SIGKILL');
      return json;
    };
    await Promise.all([...modules.map((module) => work(write, module)), once(child, 'close')]);
  }
  const service = await ownService(data);
  await expectNothingLost(service.api, possible);
  const entries = await entriesOf(service.account);
  const known = new Set(operationIds);
  const kept = entries.map(({ operation_id }) => operation_id).filter((id) => known.has(id));
  expect(kept.toSorted()).toEqual(operationIds.toSorted());
  expect(entries.length - kept.length).toBeLessThanOrEqual(unanswered);
  await expectSameStates(entries, service.account);

  /** Creates, changes, removes and replaces what is its own, until nobody answers any more. */
  async function work(write: Write, module: string) {
    const change = async (method: string, path: string, after: unknown, body?: unknown) => {
      possible.set(path, [...(possible.get(path) ?? [undefined]), after]);
      await write(method, path, body);
      possible.set(path, [after]);
    };
    try {
      for (let round = made; ; round += 1) {
        const name = `bot ${(made += 1)}`;
        const bot = await write('POST', '/bot_users', { name });
        const path = `/bot_users/${bot.id}`;
        possible.set(path, [toState(bot)]);
        await change('PATCH', path, { name, active: false }, { active: false });
        if (round % 2 === 1) await change('DELETE', path, undefined);
        const put = { enabled: round % 2 === 0, ip_policy_ids: round % 3 === 0 ? [] : ['ipp_1'] };
        await change('PUT', module, put, put);
      }
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error; // no answer, or half of one
      unanswered += 1;
    }
  }
}, 300_000);

/** Of what the workers change, oldest first. */
async function entriesOf({ stores }: OpenData): Promise<HistoryEntry[]> {
  const entries = (await stores.history.page({}, 99_999)).toReversed();
  return entries.filter(({ resource }) => ['bot_user', 'ip_restriction'].includes(resource.type));
}

/** Each entry goes on from the one before it, up to what there is now: none tells of a write that is not there. */
async function expectSameStates(entries: HistoryEntry[], account: OpenData) {
  const told = new Map<string, HistoryEntry['after']>();
  for (const { resource, before, after } of entries) {
    expect(before).toEqual(told.get(resource.id) ?? null);
    if (after === null) told.delete(resource.id);
    else told.set(resource.id, after);
  }
  const current: typeof told = new Map();
  for (const { id, name, active } of await storedBotUsers(account))
    current.set(id, { name, active, ip_policy_ids: null });
  for (const id of ROUTES) {
    const module = await account.stores.ipRestrictions.find(id);
    if (module)
      current.set(id, { name: null, active: module.enabled, ip_policy_ids: module.ip_policy_ids });
  }
  expect(told).toEqual(current);
}

async function addRoutes(settings: Parameters<typeof openAccount>[0]): Promise<string[]> {
  const { stores, close } = await openAccount(settings, { shared: false });
  const routes = ROUTES.map((id) => ({ id, edge_id: 'edge', label: id }));
  await stores.ipRestrictions.addRoutes(routes, testAuthor);
  await stores.ipRestrictions.addPolicies([{ id: 'ipp_1', description: '' }], testAuthor);
  await close();
  return ROUTES.map((id) => modulePath({ id, edge_id: 'edge' }));
}

async function expectNothingLost(api: Api, possible: Possible) {
  for (const [path, states] of possible) {
    const { status, json } = await api('GET', path);
    const found = status === 404 ? undefined : toState(json);
    expect(states).toContainEqual(found);
    possible.set(path, [found]); // a write without an answer has happened or not, from now on for good
  }
}

/** What was written of a resource. */
const toState = (resource: Resource) =>
  'name' in resource
    ? { name: resource.name, active: resource.active }
    : { enabled: resource.enabled, ip_policy_ids: resource.ip_policies.map(({ id }) => id) };

type Resource =
  | { name: string; active: boolean }
  | { enabled: boolean; ip_policies: { id: string }[] };
