import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { runCommandLine } from '#service/command-line.ts';
import { createRandom, underFalseClock } from '#web/jobs/false-clock.test.helper.ts';

const LIMIT = 120;
const MINUTE = 60_000;

/** A service with a limit and faults, which takes a name twice: what is doubled is seen. */
function faultyService(seed: number) {
  const random = createRandom(seed);
  const bots: BotUser[] = [];
  const requests: number[] = [];
  const counts = { lostWrites: 0, refused: 0 };

  function add(name: string, active: boolean): BotUser {
    const id = `bot_${String(bots.length + 1).padStart(6, '0')}`;
    const created_at = new Date(Date.now()).toISOString();
    const bot = { id, uri: `/bot_users/${id}`, name, active, created_at };
    bots.push(bot);
    return bot;
  }

  async function handle(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const [, resource, id] = pathname.split('/').slice(1);
    if (resource !== 'bot_users') return Response.json({}, { status: 404 });
    const bot = bots.find((each) => each.id === id);
    if (request.method === 'POST') {
      const { name, active } = (await request.json()) as BotUser;
      return Response.json(add(name, active), { status: 201 });
    }
    if (id === undefined) {
      const before = searchParams.get('before_id') ?? 'bot_9';
      const rows = bots.filter((each) => each.id < before).toReversed();
      const page = rows.slice(0, 100);
      const next = rows.length > 100 ? `/bot_users?before_id=${page.at(-1)?.id}` : null;
      return Response.json({ bot_users: page, uri: '/bot_users', next_page_uri: next });
    }
    if (bot === undefined) return Response.json({}, { status: 404 });
    if (request.method === 'PATCH') Object.assign(bot, await request.json());
    return Response.json(bot);
  }

  async function answer(request: Request): Promise<Response> {
    await new Promise((resolve) => setTimeout(resolve, 20 + random() * 400));
    requests.push(Date.now());
    if (requests.filter((at) => at > Date.now() - MINUTE).length > LIMIT) {
      counts.refused += 1;
      const headers = random() < 0.5 ? { 'Retry-After': '20' } : undefined;
      return Response.json({}, { status: 429, ...(headers && { headers }) });
    }
    const fault = random();
    if (fault < 0.04) return Response.json({}, { status: 503 });
    if (fault < 0.06) throw new TypeError('fetch failed');
    const response = await handle(request);
    if (fault > 0.1) return response;
    if (request.method !== 'GET') counts.lostWrites += 1;
    if (fault < 0.08) return Response.json({}, { status: 502 });
    throw new TypeError('terminated');
  }
  return { bots, counts, add, handle, answer };
}

/** Runs a command on a file with this content, at a service that answers so. */
async function command(
  name: 'plan' | 'apply',
  content: string,
  fetch: (request: Request) => Promise<Response>,
  ...options: string[]
) {
  const file = join(folder, 'bots.csv');
  writeFileSync(file, content);
  vi.stubEnv('API_KEY', 'key-of-the-faulty-service');
  vi.stubGlobal('fetch', fetch);
  const output = { stdout: '', stderr: '' };
  const args = [name, file, '--url', 'https://api.test/v1', ...options];
  const code = await runCommandLine(args, {
    stdout: { write: (text) => (output.stdout += text) },
    stderr: { write: (text) => (output.stderr += text) },
    serve: async () => expect.unreachable(),
  });
  return { code, ...output };
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-desired-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.unstubAllEnvs());

it('makes 1,000 lines true at the pace of a faulty service, and doubles nothing', () =>
  underFalseClock(async () => {
    const service = faultyService(7);
    const before = Array.from({ length: 350 }, (_, at) => service.add(`old ${at}`, at % 2 === 0));
    await new Promise((resolve) => setTimeout(resolve, 60 * MINUTE));
    const kept = before.slice(0, 50).map(({ name }) => name);
    const changed = before.slice(50).map(({ id }, at) => [id, `renamed ${at}`, at % 3 === 0]);
    const made = Array.from({ length: 700 }, (_, at) => ['', `new ${at}`, at % 5 > 0]);
    const lines = [...changed, ...made];
    const file = ['id,name,active', ...lines.map((line) => line.join())].join('\n');

    const startedAt = Date.now();
    let runs = 1;
    while ((await command('apply', file, service.answer, '--yes')).code !== 0 && runs < 5)
      runs += 1;

    const stateOf = ({ name, active }: Pick<BotUser, 'name' | 'active'>) => `${name} ${active}`;
    expect(service.bots.slice(0, 50).map(({ name }) => name)).toEqual(kept);
    expect(service.bots.slice(50).map(stateOf).toSorted()).toEqual(
      lines.map(([, name, active]) => `${String(name)} ${String(active)}`).toSorted(),
    );
    expect(service.counts.lostWrites).toBeGreaterThan(10);
    expect(service.counts.refused).toBeLessThan(40);
    expect((Date.now() - startedAt) / MINUTE).toBeLessThan(40);
  }));

it('waits for a limit before it knows what is protected, and not for an address without a service', () =>
  underFalseClock(async () => {
    const service = faultyService(7);
    const { id } = service.add('prod-1', true);
    let asked = 0;
    const answer = async (request: Request) => {
      asked += 1;
      if (asked === 1) return Response.json({}, { status: 429, headers: { 'Retry-After': '50' } });
      if (!request.url.endsWith('/inventory/protection')) return service.handle(request);
      return Response.json({ protected_bot_users: ['prod-*'], protected_routes: [] });
    };
    expect(await command('plan', 'name,active\nprod-1,false', answer)).toMatchObject({
      code: 1,
      stdout: `! Protected by the operator: ${id} "prod-1"\nPlan: 1 in conflict.\n`,
    });
    // What the file does not name, it does not ask to delete by name.
    expect(await command('plan', 'name,team\nnew,a', answer, '--delete-missing')).toEqual({
      code: 2,
      stderr: 'Not used: team.\n',
      stdout: '+ create "new", active\nPlan: 1 to create, 1 unchanged.\n',
    });
    const startedAt = Date.now();
    const unreachable = () => Promise.reject(new TypeError('fetch failed'));
    expect(await command('plan', 'name\na', unreachable)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'No answer from api.test.\n',
    });
    expect(Date.now() - startedAt).toBeLessThan(2000);
  }));
