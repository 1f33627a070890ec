import { beforeEach, expect, it, vi } from 'vitest';
import { failureOf } from '#client/errors.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { call, checkKey, takeFirstPage } from '#web/api/call.ts';
import { setConfig } from '#web/api/config.ts';
import { curlOf } from '#web/api/curl.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { requests as sentRequests } from '#web/api/requests.ts';
import { session } from '#web/session/session.ts';
import { testConfig } from '#web/test/config.ts';
import { refuse, startFakeService, type FakeService } from '#web/test/fake-service.ts';
import '#web/test/session.ts';
import { waitUntil } from '#web/test/wait.ts';

const { signal } = new AbortController();
const MINUTE = 60_000;

/** Knows one key. */
let service: FakeService;
let goodKey = '';
let sent: Array<{ url: string; headers: Headers }> = [];
const asked = () =>
  service.requests.map(
    (line, at) => `${line.split(' ')[0]} ${sent[at]?.headers.get('authorization')}`,
  );

beforeEach(() => {
  goodKey = 'good';
  sent = [];
  service = startFakeService();
  service.on('', (happen, request) => {
    sent.push(request);
    return request.headers.get('authorization') === `Bearer ${goodKey}` ? happen() : refuse(401);
  });
  session.signIn('good', false);
});

const list = () => call(botUserEndpoints.list, {});
const create = () => call(botUserEndpoints.create, { body: { name: 'x' } });
const expired = () => waitUntil(() => session.state().kind === 'expired');
const failsWith = (work: Promise<unknown>, failure: object) =>
  expect(work).rejects.toMatchObject({ failure });

it('leaves it to a job to wait for the next sign-in', async () => {
  goodKey = 'new';
  const read = call(botUserEndpoints.list, {}, { retry: 'background', once: true });
  await failsWith(read, { status: 401 });
  expect(session.state().kind).toBe('expired');
});

it('ends a waiting read with the session', async () => {
  goodKey = 'new';
  const read = list();
  await expired();
  session.end('signed-out');
  await expect(read).rejects.toThrow('The session has ended');
  expect(sent).toHaveLength(1);
});

it('does not send a change while the browser is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await create().catch(failureOf)).toEqual({ kind: 'offline' });
  expect(sent).toEqual([]);
});

it('checks a key with one read, without touching the session, and lists it as all requests', async () => {
  await failsWith(checkKey('other', signal), { status: 401 });
  expect(asked()).toEqual(['GET Bearer other']);
  expect(session.state().kind).toBe('signed-in');
  await list();
  await waitUntil(() => sentRequests.get().every(({ end }) => end !== undefined));
  expect(sentRequests.get().map(({ path, end }) => [path, end?.response?.status])).toEqual([
    ['/bot_users', 200],
    ['/bot_users?limit=100', 401],
  ]);
});

it('asks the service and the version that the configuration names, and copies no address of it', async () => {
  const api_base = 'https://api.test/api';
  setConfig(testConfig({ api_base, version_header: 'X-Version', version: '3' }));
  await list();
  await checkKey('good', signal);
  const command = curlOf(botUserEndpoints.list, {});
  expect(command).toContain('"$BASE_URL/bot_users"');
  expect(command).toContain("'X-Version: 3'");
  setConfig(testConfig());
  await list();
  const versions = sent.map(({ url, headers }) => [url, headers.get('x-version')]);
  expect(versions).toEqual([
    ['https://api.test/api/bot_users', '3'],
    ['https://api.test/api/bot_users?limit=100', '3'],
    ['http://gatehouse.test/api/bot_users', null],
  ]);
});

it.each([
  [401, 'ERR_ACME_220', 'signed-in'],
  [403, undefined, 'signed-in'],
  // The code says that this key is wrong.
  [400, 'ERR_ACME_203', 'expired'],
])('after %i with code %s the session is %s', async (status, error_code, kind) => {
  service.on('', () => refuse(status, { error_code }));
  await failsWith(create(), { status });
  expect(session.state()).toEqual({ kind });
});

it('sends nothing before the time is over that the service has asked to wait', async () => {
  service.on('', () => refuse(429, {}, { 'retry-after': '60' }));
  await failsWith(list(), { status: 429 });
  await failsWith(call(botUserEndpoints.get, { params: { id: 'b' } }), { kind: 'paused' });
  await failsWith(create(), { kind: 'paused' });
  expect(service.requests).toHaveLength(1);
  // Another key may be of another account.
  session.end('signed-out');
  session.signIn('good', false);
  await failsWith(checkKey('k', signal), { status: 429 });
  await failsWith(checkKey('k', signal), { kind: 'paused' });
  await failsWith(list(), { kind: 'paused' });
  expect(service.requests).toHaveLength(2);
});

it.each(['good', 'other'])(
  'gives nothing of a session to the next one, whose key is "%s": no rows, no request, no end',
  async (next) => {
    for (const late of [undefined, refuse(401)]) {
      session.signIn('good', false);
      const held = service.hold('GET');
      const read = list();
      await held.next();
      session.end('signed-out');
      session.signIn(next, false);
      await held.answer(late);
      await expect(read).rejects.toThrow('The session has ended');
      expect(session.state()).toEqual({ kind: 'signed-in' });
      expect(sentRequests.get()).toEqual([]);
    }
  },
);

it('does not ask for another key after a late 401 of the key before', async () => {
  const held = service.hold('GET');
  const read = list();
  await held.next();
  session.signIn('new', false);
  await held.answer(refuse(401));
  await held.answer();
  expect(session.state()).toEqual({ kind: 'signed-in' });
  expect(await read).toMatchObject({ bot_users: [] });
});

it('sends nothing with a key that is over, though no timer has noticed', async () => {
  vi.useFakeTimers();
  session.limit({ idle: 30 * MINUTE, age: 480 * MINUTE });
  session.signIn('good', false);
  vi.setSystemTime(Date.now() + 31 * MINUTE); // the machine has slept
  await expect(list()).rejects.toThrow('The session has ended');
  expect(sent).toEqual([]);
  expect(session.state()).toEqual({ kind: 'signed-out', reason: 'idle' });
  session.limit({ idle: Infinity, age: Infinity });
});

it('asks nothing more with a key that was refused: reads wait for another, and are repeated', async () => {
  goodKey = 'new';
  const reads = [list()];
  await expired();
  reads.push(list(), list());
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked()).toEqual(['GET Bearer good']);
  session.signIn('new', false);
  expect((await Promise.all(reads)).map((page) => page.bot_users)).toEqual([[], [], []]);
  expect(asked()).toEqual(['GET Bearer good', ...Array(3).fill('GET Bearer new')]);
});

it('asks once for another key where one request is refused with every key', async () => {
  const read = call(botUserEndpoints.get, { params: { id: 'b' } });
  service.on('GET /bot_users/b', () => refuse(401));
  await expired();
  session.signIn('good', false);
  await failsWith(read, { status: 401 });
  expect(session.state()).toEqual({ kind: 'signed-in' });
});

it('asks for another key when the one was refused that came while a change waited for its turn', async () => {
  goodKey = 'third';
  const acquire = vi.spyOn(rateLimiter, 'acquire');
  acquire.mockImplementation(async () => session.signIn('second', false));
  await failsWith(create(), { status: 401 });
  expect(session.state()).toEqual({ kind: 'expired' });
});

it('gives the page that the check of the key has read, once and in the session of that key', async () => {
  const page = { bot_users: [], next_page_uri: null, unreadable: 0 };
  expect(takeFirstPage()).toBeUndefined();
  await checkKey('good', signal);
  expect(takeFirstPage()).toEqual(page);
  expect(takeFirstPage()).toBeUndefined();
  await checkKey('good', signal);
  session.signIn('other', false);
  expect(takeFirstPage()).toBeUndefined();
});

it.each<[string, () => unknown]>([
  [
    'two seconds later',
    () => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 2e3),
  ],
  ['after a change', () => create().catch(() => {})],
  ['in the next session', () => (session.end('none'), session.signIn('good', false))],
])('does not give it %s', async (_, pass) => {
  await checkKey('good', signal);
  await pass();
  expect(takeFirstPage()).toBeUndefined();
});
