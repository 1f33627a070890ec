import { expect } from 'vitest';
import type { RawAnswer } from '#service/test/hostile-connection.test.helper.ts';
import type { Known } from '#service/test/hostile-requests.test.helper.ts';
import {
  API_KEY,
  modulePath,
  type RunningService,
} from '#service/test/running-service.test.helper.ts';

interface Bot {
  id: string;
  name: string;
  active: boolean;
}

/** What the answers have said is stored. */
export async function createModel(service: RunningService) {
  const stored = new Map((await listAll(service)).map((bot) => [bot.id, bot]));
  const [route = { edge_id: '', id: '' }] = await service.account.stores.ipRestrictions.routes();
  const policies = await service.account.stores.ipRestrictions.policies();
  const readModule = async () => (await service.api('GET', modulePath(route))).json;
  let module: unknown = await readModule();

  return {
    known: (): Known => ({
      bot: [...stored.keys()].at(-1) ?? '',
      edge: route.edge_id,
      route: route.id,
      policy: policies[0]?.id ?? '',
      policy2: policies[1]?.id ?? '',
      host: new URL(service.url).host,
      key: API_KEY,
    }),

    /** @param known with which the request was sent */
    learn(method: string, target: string, { status, body }: RawAnswer, known: Known): void {
      const path = target.replaceAll(/\{(bot|edge|route)\}/g, (_, name: 'bot') => known[name]);
      if (status === 204 && method === 'DELETE' && path.includes('ip_restriction'))
        module = undefined;
      else if (status === 204) stored.delete(decodeURIComponent(path.split(/[/?#]/)[3] ?? ''));
      if (!path.startsWith('/api/') || status < 200 || status > 201) return;
      if (!['POST', 'PATCH', 'PUT'].includes(method)) return;

      const json: unknown = JSON.parse(body.toString());
      if (method === 'PUT') return void (module = json);
      const bot = json as Bot; // a success of these two
      expect(bot.name).toBe(bot.name.trim());
      expect(bot.name).toMatch(/^[^\p{Cc}\p{Cs}\u2028\u2029]+$/u);
      expect([...bot.name].length).toBeLessThanOrEqual(255);
      stored.set(bot.id, bot);
    },

    async expectStored(): Promise<void> {
      const there = await listAll(service);
      expect(there).toEqual([...stored.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1)));
      const now = await readModule();
      if (module === undefined) expect(now.error_code).toBe('MODULE_NOT_FOUND');
      else expect(now).toEqual(module);
    },
  };
}

/** Oldest last, as the service lists them. */
async function listAll(service: RunningService): Promise<Bot[]> {
  const bots: Bot[] = [];
  for (let query = ''; ;) {
    const { json } = await service.api('GET', `/bot_users${query}`);
    bots.push(...json.bot_users);
    if (json.next_page_uri === null) return bots;
    query = new URL(json.next_page_uri).search;
  }
}
