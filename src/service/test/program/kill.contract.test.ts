import { once } from 'node:events';
import { expect, it } from 'vitest';
import { start, urlOf } from '#service/test/program.test.helper.ts';
import { openExclusive } from '#service/data.ts';
import { readSettings } from '#service/settings.ts';
import {
  API_KEY,
  createApi,
  freshData,
  ownService,
  type Api,
} from '#service/test/running-service.test.helper.ts';

const WORKERS = 8;
const KILLS = process.env['TEST_FULL'] ? 15 : 2;

/** A kill comes after some number of answers up to this one, each kill in a part of its own. */
const ANSWERS_MAX = 100;

/** What a resource may look like: its state after the last answer, and after a write that got none. */
type Possible = Map<string, unknown[]>;

it(`finds every answered write after ${KILLS} kills at random moments`, async () => {
  const data = await freshData();
  const modules = await addRoutes(readSettings(data));
  const possible: Possible = new Map();
  const answered = { create: 0, patch: 0, remove: 0, put: 0 };
  let made = 0;
  const touched: string[] = [];

  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = start({ ...data, FIRST_API_KEY: API_KEY, LOG_LEVEL: 'warn' });
    const api = createApi(await urlOf(child));
    await expectNothingLost(api, possible, touched.splice(0));
    let left = Math.ceil((ANSWERS_MAX * (kill + Math.random())) / KILLS);
    const count = (kind: keyof typeof answered) => {
      answered[kind] += 1;
      if ((left -= 1) === 0) child.kill('SIGKILL');
    };
    await Promise.all([...modules.map((module) => work(api, module, count)), once(child, 'close')]);
  }
  const service = await ownService(data);
  await expectNothingLost(service.api, possible, [...possible.keys()]);
  for (const count of Object.values(answered)) expect(count).toBeGreaterThan(0);

  /** Creates, changes, removes and replaces what is its own, until nobody answers any more. */
  async function work(api: Api, module: string, count: (kind: keyof typeof answered) => void) {
    try {
      for (let round = made; ; round += 1) {
        const name = `bot ${(made += 1)}`;
        const bot = await write(api, 'POST', '/bot_users', { name });
        const path = `/bot_users/${bot.id}`;
        possible.set(path, [toState(bot)]);
        touched.push(path, module);
        count('create');

        await change(api, 'PATCH', path, { name, active: false }, { active: false });
        count('patch');
        if (round % 2 === 1) {
          await change(api, 'DELETE', path, undefined);
          count('remove');
        }
        const put = { enabled: round % 2 === 0, ip_policy_ids: round % 3 === 0 ? [] : ['ipp_1'] };
        await change(api, 'PUT', module, put, put);
        count('put');
      }
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error; // no answer, or half of one
    }
  }

  async function change(api: Api, method: string, path: string, after: unknown, body?: unknown) {
    possible.set(path, [...(possible.get(path) ?? [undefined]), after]);
    await write(api, method, path, body);
    possible.set(path, [after]);
  }
}, 300_000);

async function write(api: Api, method: string, path: string, body: unknown) {
  const { status, json } = await api(method, path, { body });
  expect(status).toBeLessThan(300);
  return json;
}

async function addRoutes(settings: Parameters<typeof openExclusive>[0]): Promise<string[]> {
  const ids = Array.from({ length: WORKERS }, (_, worker) => `route_${worker}`);
  const { stores, close } = await openExclusive(settings);
  await stores.ipRestrictions.addRoutes(ids.map((id) => ({ id, edge_id: 'edge', label: id })));
  await stores.ipRestrictions.addPolicies([{ id: 'ipp_1', description: '' }]);
  await close();
  return ids.map((id) => `/edges/https/edge/routes/${id}/ip_restriction`);
}

async function expectNothingLost(api: Api, possible: Possible, touched: string[]) {
  const paths = [...new Set(touched)].filter((path) => possible.has(path));
  for (let first = 0; first < paths.length; first += 50)
    await Promise.all(
      paths.slice(first, first + 50).map(async (path) => {
        const { status, json } = await api('GET', path);
        const found = status === 404 ? undefined : toState(json);
        expect(possible.get(path)).toContainEqual(found);
        possible.set(path, [found]); // a write without an answer has happened or not, from now on for good
      }),
    );
}

/** What was written of a resource. */
const toState = (resource: Resource) =>
  'name' in resource
    ? { name: resource.name, active: resource.active }
    : { enabled: resource.enabled, ip_policy_ids: resource.ip_policies.map(({ id }) => id) };

type Resource =
  | { name: string; active: boolean }
  | { enabled: boolean; ip_policies: { id: string }[] };
