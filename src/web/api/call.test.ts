// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failureOf } from '#client/errors.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { call, checkKey, curlOf, takeFirstPage } from '#web/api/call.ts';
import { loadConfig } from '#web/api/config.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { requests as sentRequests } from '#web/api/requests.ts';
import { session } from '#web/session/session.ts';
import { waitUntil } from '#web/lib/wait.test.helper.ts';

const { signal } = new AbortController();

/** Knows one key; counts what it was asked. */
let goodKey = 'good';
let asked: string[] = [];
let requests: Request[] = [];
let config: object = { service_host: 'h' };

beforeEach(async () => {
  goodKey = 'good';
  asked = [];
  requests = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/config.json') return Response.json(config);
    requests.push(request);
    asked.push(`${request.method} ${request.headers.get('authorization')}`);
    if (request.headers.get('authorization') !== `Bearer ${goodKey}`)
      return Response.json({}, { status: 401 });
    return Response.json({ bot_users: [], next_page_uri: null });
  });
  await loadConfig();
  session.signIn('good', false);
});
afterEach(() => {
  session.end('none');
  vi.unstubAllGlobals();
});

it('lets a read wait for the next sign-in after a 401, and repeats it with the new key', async () => {
  goodKey = 'new';
  const read = call(botUserEndpoints.list, {});
  await waitUntil(() => session.state().kind === 'expired');
  session.signIn('new', false);
  expect(await read).toMatchObject({ bot_users: [] });
  expect(asked).toEqual(['GET Bearer good', 'GET Bearer new']);
});

it('never repeats a change after a 401', async () => {
  goodKey = 'new';
  const change = call(botUserEndpoints.create, { body: { name: 'x' } });
  await expect(change).rejects.toMatchObject({ failure: { status: 401 } });
  session.signIn('new', false);
  await Promise.resolve();
  expect(asked).toEqual(['POST Bearer good']);
});

it('leaves it to a job to wait for the next sign-in', async () => {
  goodKey = 'new';
  const read = call(botUserEndpoints.list, {}, { retry: 'background', once: true });
  await expect(read).rejects.toMatchObject({ failure: { status: 401 } });
  expect(session.state().kind).toBe('expired');
});

it('ends a waiting read with the session', async () => {
  goodKey = 'new';
  const read = call(botUserEndpoints.list, {});
  await waitUntil(() => session.state().kind === 'expired');
  session.end('signed-out');
  await expect(read).rejects.toThrow('The session has ended');
  expect(asked).toHaveLength(1);
});

it('does not send a change while the browser is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const error: unknown = await call(botUserEndpoints.create, { body: { name: 'x' } }).catch(
    (thrown: unknown) => thrown,
  );
  vi.restoreAllMocks();
  expect(failureOf(error)).toEqual({ kind: 'offline' });
  expect(asked).toEqual([]);
});

it('checks a key with one read and without touching the session', async () => {
  await expect(checkKey('other', signal)).rejects.toMatchObject({ failure: { status: 401 } });
  expect(asked).toEqual(['GET Bearer other']);
  expect(session.state().kind).toBe('signed-in');
});

it('asks the service that the configuration names, for the version that it names', async () => {
  config = {
    service_host: 'h',
    api_base: 'https://api.test/v',
    version_header: 'X-Version',
    version: '3',
  };
  await loadConfig();
  await call(botUserEndpoints.list, {});
  await checkKey('good', signal);
  config = { service_host: 'h' };
  await loadConfig();
  await call(botUserEndpoints.list, {});

  expect(requests.map(({ url }) => url)).toEqual([
    'https://api.test/v/bot_users',
    'https://api.test/v/bot_users?limit=100',
    'http://gatehouse.test/api/bot_users',
  ]);
  const versions = requests.map(({ headers }) => headers.get('x-version') ?? '-');
  expect(versions).toEqual(['3', '3', '-']);
});

it('copies a command without the address of the service', async () => {
  config = { service_host: 'h', api_base: 'https://api.test/v', version: '3' };
  await loadConfig();
  const command = curlOf(botUserEndpoints.list, {});
  expect(command).toContain('"$BASE_URL/bot_users"');
  expect(command).toContain("'Service-Version: 3'");
  expect(command).not.toContain('api.test');
});

it.each([
  [401, 'ERR_ACME_220'],
  [403, 'KEY_READ_ONLY'],
  [403, undefined],
])('does not ask for another key after %i with code %s', async (status, error_code) => {
  vi.stubGlobal('fetch', async () => Response.json({ error_code }, { status }));
  await expect(call(botUserEndpoints.list, {})).rejects.toMatchObject({ failure: { status } });
  expect(session.state()).toEqual({ kind: 'signed-in' });
});

it('asks for another key where the code says that this one is wrong, whatever the status', async () => {
  const body = { error_code: 'ERR_ACME_203' };
  vi.stubGlobal('fetch', async () => Response.json(body, { status: 400 }));
  const change = call(botUserEndpoints.create, { body: { name: 'x' } });
  await expect(change).rejects.toMatchObject({ failure: { status: 400 } });
  expect(session.state()).toEqual({ kind: 'expired' });
});

it('sends nothing before the time is over that the service has asked to wait', async () => {
  let sent = 0;
  vi.stubGlobal('fetch', async () => {
    sent++;
    return Response.json({}, { status: 429, headers: { 'retry-after': '60' } });
  });
  await expect(call(botUserEndpoints.list, {})).rejects.toMatchObject({ failure: { status: 429 } });
  const read = call(botUserEndpoints.get, { params: { id: 'b' } });
  await expect(read).rejects.toMatchObject({ failure: { kind: 'paused' } });
  const change = call(botUserEndpoints.create, { body: { name: 'x' } });
  await expect(change).rejects.toMatchObject({ failure: { kind: 'paused' } });
  expect(sent).toBe(1);

  // Another key may be of another account.
  session.end('signed-out');
  session.signIn('good', false);
  await expect(call(botUserEndpoints.list, {})).rejects.toMatchObject({ failure: { status: 429 } });
  expect(sent).toBe(2);
});

it('keeps its requests for people to see, also the check of a key', async () => {
  await call(botUserEndpoints.list, {});
  await checkKey('good', signal);
  await waitUntil(() => sentRequests.get().every(({ end }) => end !== undefined));
  expect(sentRequests.get().map(({ path, end }) => [path, end?.response?.status])).toEqual([
    ['/bot_users?limit=100', 200],
    ['/bot_users', 200],
  ]);
});

it('keeps nothing of a response that comes after the session has ended', async () => {
  let respond: (response: Response) => void = () => {};
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (respond = resolve)));
  const read = call(botUserEndpoints.list, {});
  await waitUntil(() => sentRequests.get().length === 1);
  session.end('signed-out');
  session.signIn('good', false);
  respond(Response.json({ bot_users: [] }));
  await expect(read).rejects.toThrow('The session has ended');
  expect(sentRequests.get()).toEqual([]);
});

it('asks nothing more with a key that was refused, until there is another', async () => {
  goodKey = 'new';
  const reads = [call(botUserEndpoints.list, {})];
  await waitUntil(() => session.state().kind === 'expired');
  reads.push(call(botUserEndpoints.list, {}), call(botUserEndpoints.list, {}));
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toEqual(['GET Bearer good']);
  session.signIn('new', false);
  await Promise.all(reads);
  expect(asked).toEqual(['GET Bearer good', ...Array(3).fill('GET Bearer new')]);
});

it('asks for another key when the one was refused that came while a change waited for its turn', async () => {
  goodKey = 'third';
  const acquire = vi.spyOn(rateLimiter, 'acquire');
  acquire.mockImplementation(async () => session.signIn('second', false));
  const change = call(botUserEndpoints.create, { body: { name: 'x' } });
  await expect(change).rejects.toMatchObject({ failure: { status: 401 } });
  expect(session.state()).toEqual({ kind: 'expired' });
  acquire.mockRestore();
});

it('keeps the check of a key back as well, and takes the wait from its answer', async () => {
  let sent = 0;
  vi.stubGlobal('fetch', async () => {
    sent++;
    return Response.json({}, { status: 429, headers: { 'retry-after': '60' } });
  });
  await expect(checkKey('k', signal)).rejects.toMatchObject({ failure: { status: 429 } });
  await expect(checkKey('k', signal)).rejects.toMatchObject({ failure: { kind: 'paused' } });
  expect(sent).toBe(1);
});

const page = { bot_users: [], next_page_uri: null, unreadable: 0 };

it('gives the page that the check of the key has read, once and in the session of that key', async () => {
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
  ['after a change', () => call(botUserEndpoints.create, { body: { name: 'x' } }).catch(() => {})],
  ['after signing out', () => session.end('signed-out')],
  [
    'in the next session',
    () => {
      session.end('none');
      session.signIn('good', false);
    },
  ],
])('does not give it %s', async (_, pass) => {
  await checkKey('good', signal);
  await pass();
  expect(takeFirstPage()).toBeUndefined();
  vi.restoreAllMocks();
});
