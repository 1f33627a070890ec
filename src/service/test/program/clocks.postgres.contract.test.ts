import { randomBytes } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import type { Settings } from '#service/settings.ts';
import { createNewId, timeOf } from '#service/domain/ids.ts';
import { toTimestamp } from '#service/domain/time.ts';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import { freshDatabase } from '#service/test/postgres.test.helper.ts';
import { ownService, type RunningService } from '#service/test/running-service.test.helper.ts';

afterEach(() => void vi.useRealTimers());
const HOUR_MS = 3_600_000;

/** Two instances on one database. */
async function startTwo(settings: Partial<Settings> = {}) {
  const data = { DATABASE_URL: await freshDatabase() };
  return [await ownService(data, settings), await ownService(data, settings)] as const;
}

/** Sends a request to an instance whose own clock is off. */
async function send(service: RunningService, offMs: number, ...request: Request) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + offMs });
  const answer = await service.api(...request);
  vi.useRealTimers();
  return answer;
}

type Request = Parameters<RunningService['api']>;

async function create(service: RunningService, name: string, offMs = 0) {
  const { json } = await send(service, offMs, 'POST', '/bot_users', { body: { name } });
  expect(json.created_at).toBe(toTimestamp(timeOf(json.id)));
  return json;
}

const names = async ({ api }: RunningService) =>
  (await api('GET', '/bot_users')).json.bot_users.map(({ name }: { name: string }) => name);

it('lists newest first what instances with different clocks create in turn', async () => {
  const [one, other] = await startTwo();
  const created: string[] = [];
  for (let index = 0; index < 20; index += 1) {
    created.unshift(`bot ${index}`);
    const [service, offMs] = index % 2 === 0 ? [one, HOUR_MS] : [other, -HOUR_MS];
    const { created_at } = await create(service, `bot ${index}`, offMs);
    expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(60_000);
  }
  expect(await names(one)).toEqual(created);
});

it('lists new bot users first, also after one of a clock that was ahead', async () => {
  const [one, other] = await startTwo();
  const made = createNewId(randomBytes, undefined);
  const id = made('bot', new Date(Date.now() + HOUR_MS));
  // The next number carries over these digits.
  const last = `${id.slice(0, 18)}zz${id.slice(20)}`;
  const created_at = toTimestamp(timeOf(last));
  const insert = 'INSERT INTO bot_users (id, name, active, created_at) VALUES ($1, $2, $3, $4)';
  await one.account.database.write(insert, last, 'ahead', true, created_at);

  for (const [service, name] of [
    [other, 'first'],
    [one, 'second'],
  ] as const)
    expect(await create(service, name)).toMatchObject({ created_at });
  expect(await names(one)).toEqual(['second', 'first', 'ahead']);

  const atOnce = Array.from({ length: 20 }, (_, index) =>
    (index % 2 === 0 ? one : other).api('POST', '/bot_users', {
      body: { name: `at once ${index}` },
    }),
  );
  for (const { json } of await Promise.all(atOnce)) expect(json).toMatchObject({ created_at });
  expect((await names(one)).slice(atOnce.length)).toEqual(['second', 'first', 'ahead']);
});

it('shares the requests and changes of a key among instances with different clocks', async () => {
  const [one, other] = await startTwo({ rateLimit: 4, writesPerMinute: 2 });
  const seen: string[] = [];
  for (const method of ['DELETE', 'DELETE', 'DELETE', 'GET', 'GET', 'GET']) {
    const [service, offMs] = seen.length % 2 === 0 ? [one, HOUR_MS] : [other, -HOUR_MS];
    const answer = await send(service, offMs, method, '/bot_users/none');
    seen.push(`${outcome(answer)}, left: ${answer.headers.get('ratelimit-remaining')}`);
  }
  expect(seen).toEqual([
    '404 BOT_USER_NOT_FOUND, left: 3',
    '404 BOT_USER_NOT_FOUND, left: 2',
    '429 WRITES_LIMITED, left: 1',
    '404 BOT_USER_NOT_FOUND, left: 0',
    '429 RATE_LIMITED, left: 0',
    '429 RATE_LIMITED, left: 0',
  ]);
});

it('drops what was counted by a clock that has been set back since', async () => {
  const service = await ownService({ DATABASE_URL: await freshDatabase() }, { rateLimit: 2 });
  const status = async () => (await service.api('GET', '/bot_users')).status;
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
  await service.account.database.write('UPDATE request_counts SET second = second + 3600');
  expect([await status(), await status(), await status()]).toEqual([200, 200, 429]);
});
