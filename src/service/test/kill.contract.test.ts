import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { readSettings } from '#service/settings.ts';
import {
  API_KEY,
  freshData,
  removeDirectories,
} from '#service/test/running-service.test.helper.ts';
import { ask, end, endAll, run, urlOf } from '#service/test/service-process.test.helper.ts';
import { openExclusive } from '#service/account.ts';

afterAll(() => {
  endAll();
  removeDirectories();
});

const WORKERS = 8;
const KILLS = 20;

/** What a resource may look like: its state after the last answer, and after a write that got none. */
type Possible = Map<string, unknown[]>;

it(`finds every answered write after ${KILLS} kills at random moments`, async () => {
  const data = await freshData();
  const routes = Array.from({ length: WORKERS }, (_, worker) => ({
    id: `route_${worker}`,
    edge_id: 'edge',
    label: `route ${worker}`,
  }));
  const { stores, close } = await openExclusive(readSettings(data));
  await stores.ipRestrictions.addRoutes(routes);
  await stores.ipRestrictions.addPolicies([{ id: 'ipp_1', description: '' }]);
  await close();

  const possible: Possible = new Map();
  const answered = { create: 0, patch: 0, remove: 0, put: 0 };
  let made = 0;
  const touched: string[] = [];

  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = run({ ...data, FIRST_API_KEY: API_KEY, LOG_LEVEL: 'warn' });
    const url = await urlOf(child);
    await expectNothingLost(url, possible, touched.splice(0));
    const workers = routes.map(({ id }) =>
      work(url, `/edges/https/edge/routes/${id}/ip_restriction`),
    );
    await sleep(50 + Math.random() * 250);
    await end(child, 'SIGKILL');
    await Promise.all(workers);
  }
  const child = run({ ...data, FIRST_API_KEY: API_KEY });
  await expectNothingLost(await urlOf(child), possible, [...possible.keys()]);
  await end(child, 'SIGTERM');
  for (const count of Object.values(answered)) expect(count).toBeGreaterThan(KILLS);

  /** Creates, changes, removes and replaces what is its own, until nobody answers any more. */
  async function work(url: string, modulePath: string): Promise<void> {
    try {
      for (let round = 0; ; round += 1) {
        const name = `bot ${(made += 1)}`;
        const bot = (await ask(url, 'POST', '/bot_users', { name })).json;
        const path = `/bot_users/${bot.id}`;
        possible.set(path, [toState(bot)]);
        touched.push(path, modulePath);
        answered.create += 1;

        await write(path, { name, active: false }, () =>
          ask(url, 'PATCH', path, { active: false }),
        );
        answered.patch += 1;
        if (round % 2 === 1) {
          await write(path, undefined, () => ask(url, 'DELETE', path));
          answered.remove += 1;
        }
        const ip_policy_ids = round % 3 === 0 ? [] : ['ipp_1'];
        const enabled = round % 2 === 0;
        await write(modulePath, { enabled, ip_policy_ids }, () =>
          ask(url, 'PUT', modulePath, { enabled, ip_policy_ids }),
        );
        answered.put += 1;
      }
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error; // no answer, or half of one
    }
  }

  async function write(path: string, after: unknown, send: () => Promise<{ status: number }>) {
    possible.set(path, [...(possible.get(path) ?? [undefined]), after]);
    const { status } = await send();
    expect(status).toBeLessThan(300);
    possible.set(path, [after]);
  }
}, 60_000);

async function expectNothingLost(url: string, possible: Possible, touched: string[]) {
  const paths = [...new Set(touched)].filter((path) => possible.has(path));
  for (let start = 0; start < paths.length; start += 50)
    await Promise.all(
      paths.slice(start, start + 50).map(async (path) => {
        const { status, json } = await ask(url, 'GET', path);
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
