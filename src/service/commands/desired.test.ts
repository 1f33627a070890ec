import { afterAll, expect, it } from 'vitest';
import { createRandom, underFalseClock } from '#bulk/false-clock.test.helper.ts';
import { command as run } from '#service/test/program.test.helper.ts';
import { fileOf, removeDirectories } from '#service/test/running-service.test.helper.ts';
import {
  makeBotUser,
  makeBotUsers,
  noResponse,
  refuse,
  startFakeService,
} from '#web/test/fake-service.ts';

const LIMIT = 120;
const MINUTE = 60_000;
const API = 'https://api.test/api';

/** Runs a command on a file with this content. */
const command = (name: 'plan' | 'apply', content: string, ...options: string[]) =>
  run({ API_KEY: 'key-of-a-service' }, name, fileOf(content), '--url', API, ...options);

afterAll(removeDirectories);

it('makes 1,000 lines true at the pace of a faulty service, and doubles nothing', () =>
  underFalseClock(async () => {
    const random = createRandom(7);
    // It takes a name twice: what is doubled is seen.
    const service = startFakeService({ botUsers: makeBotUsers(350) });
    const heard: number[] = [];
    const counts = { lostWrites: 0, refused: 0 };
    service.on('', async (happen, { method }) => {
      await new Promise((resolve) => setTimeout(resolve, 20 + random() * 400));
      heard.push(Date.now());
      if (heard.filter((at) => at > Date.now() - MINUTE).length > LIMIT) {
        counts.refused += 1;
        return refuse(429, {}, random() < 0.5 ? { 'Retry-After': '20' } : {});
      }
      const fault = random();
      if (fault < 0.05) return refuse(503);
      const response = happen();
      if (fault > 0.1) return response;
      if (method !== 'GET') counts.lostWrites += 1;
      return noResponse();
    });
    const known = service.botUsers.map(({ id, name, active }) => [id, name, active]);
    const lines = [
      ...known.slice(50).map(([id], at) => [id, `old ${at}`, at % 3 === 0]),
      ...Array.from({ length: 700 }, (_, at) => ['', `new ${at}`, at % 5 > 0]),
    ];
    const file = ['id,name,active', ...lines].join('\n');
    const startedAt = Date.now();
    let runs = 1;
    while ((await command('apply', file, '--yes')).code !== 0 && runs < 5) runs += 1;

    const wanted = [...known.slice(0, 50), ...lines].map(([, ...state]) => state.join());
    const made = service.botUsers.map(({ name, active }) => `${name},${active}`);
    expect(made.toSorted()).toEqual(wanted.toSorted());
    expect(counts.lostWrites).toBeGreaterThan(10);
    expect(counts.refused).toBeLessThan(16);
    expect((Date.now() - startedAt) / MINUTE).toBeLessThan(40);
  }));

it('says what a service has answered that it cannot work with, and creates nothing', () =>
  underFalseClock(async () => {
    const service = startFakeService({ botUsers: [makeBotUser(1)] });
    const page = { bot_users: [{ id: 5 }], uri: '', next_page_uri: null };
    const again = { bot_users: [], uri: '', next_page_uri: '/bot_users?limit=100' };
    const notWhole = /^The list of bot users cannot be read whole: /;
    for (const [answer, sentence] of [
      [() => Response.json(page), notWhole],
      [() => Response.json(again), notWhole],
      [
        () => Response.json({}),
        /^The service answered 200 in a way that Gatehouse does not know: /,
      ],
      [() => new Response('<p>Bad gateway', { status: 502 }), /^The service answered 502\.\n$/],
    ] as const) {
      const stop = service.on('GET /bot_users', answer);
      const refused = await command('apply', 'name\na', '--yes');
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(sentence)]);
      stop();
    }
    service.on('GET /edges', () => refuse(403, { msg: 'Not yours.' }));
    const reason = 'The service answered 403. It says: “Not yours.”.';
    expect((await command('plan', 'edge_id,id,enabled\ne,r,true')).stdout).toBe(
      `! Line 2: Cannot be read: ${reason.slice(0, -1)}: e/r "r"\nPlan: 1 in conflict.\n`,
    );
    service.on('GET /inventory/routes', () =>
      Response.json({ routes: [{ edge_id: 'e', id: 'r', label: '' }] }),
    );
    const args = ['export', 'routes', '--url', API.replace('https', 'http')];
    expect((await run({ API_KEY: 'key-of-a-service' }, ...args)).stderr).toBe(
      `http://api.test is http: the key goes there unencrypted.\nThe route r cannot be read: ${reason}\n`,
    );
    expect(service.botUsers).toHaveLength(1);
  }));

it('waits for a limit before it knows what is protected, and not for an address without a service', () =>
  underFalseClock(async () => {
    const service = startFakeService({ botUsers: [makeBotUser(1, { name: 'prod-1' })] });
    const protection = { protected_bot_users: ['prod-*'], protected_routes: [] };
    const limited = refuse(429, {}, { 'Retry-After': '50' });
    service.on('GET /inventory/protection', () =>
      service.requests.length === 1 ? limited : Response.json(protection),
    );
    expect(await command('plan', 'name,active\nprod-1,false')).toMatchObject({
      code: 1,
      stdout: '! Protected by the operator: bot_000001 "prod-1"\nPlan: 1 in conflict.\n',
    });
    // What the file does not name, it does not ask to delete by name.
    expect(await command('plan', 'name,team\nnew,a', '--delete-missing')).toEqual({
      code: 2,
      stderr: 'Not used: team.\n',
      stdout: '+ create "new", active\nPlan: 1 to create, 1 unchanged.\n',
    });
    expect((await command('plan', '<html>Sign in</html>')).stdout).toMatch(
      /^! Line 1: Cannot be read: it is a web page or XML, and no list: /,
    );
    const startedAt = Date.now();
    service.fail('', noResponse);
    expect(await command('plan', 'name\na')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'No answer from api.test.\n',
    });
    expect(Date.now() - startedAt).toBeLessThan(2000);
  }));
