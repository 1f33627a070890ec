import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCall, type ApiClientOptions } from '#client/api-client.ts';
import { failureOf } from '#client/errors.ts';
import { entityTagOf } from '#client/response.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';

const bot = {
  id: 'bot_1',
  uri: 'https://api.test/bot_users/bot_1',
  name: 'deploy',
  active: true,
  created_at: '2026-01-02T03:04:05Z',
};

/** Answers the requests in turn with what is given; the last answer stays. */
function serving(...answers: Array<Response | Error>) {
  const requests: Request[] = [];
  const fetch = async (request: Request) => {
    requests.push(request);
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    if (answer instanceof Response) return answer.clone();
    throw answer;
  };
  const call = (options: Partial<ApiClientOptions> = {}) =>
    createCall({ baseUrl: 'https://api.test/v', apiKey: () => 'key-1', fetch, ...options });
  return { requests, call };
}

const json = (body: unknown, init?: ResponseInit) => Response.json(body, init);
/** What is read of a bot user or of a module when this is the answer. */
const readBot = (answer: Response) =>
  serving(answer).call()(botUserEndpoints.get, { params: { id: 'bot_1' } });
const readModule = (answer: Response) =>
  serving(answer).call()(ipRestrictionEndpoints.get, { params: { edge_id: 'e', id: 'r' } });
const failed = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => error,
  );
const failure = async (promise: Promise<unknown>) => failureOf(await failed(promise));

beforeEach(() =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }),
);
afterEach(() => vi.useRealTimers());

describe('a request', () => {
  it('carries the key, the version and the JSON body', async () => {
    const { requests, call } = serving(json(bot, { status: 201 }));
    await call()(botUserEndpoints.create, { body: { name: 'deploy' } });

    const [request] = requests;
    expect(request?.method).toBe('POST');
    expect(request?.url).toBe('https://api.test/v/bot_users');
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      accept: 'application/json',
      authorization: 'Bearer key-1',
      'content-type': 'application/json',
      'service-version': '2',
    });
    expect(await request?.json()).toEqual({ name: 'deploy' });
  });

  it.each([
    ['', '/bot_users'],
    ['/api', '/api/bot_users'],
    ['/\\host.test', '/host.test/bot_users'],
  ])('of the base "%s" stays on the page’s own origin', async (baseUrl, path) => {
    vi.stubGlobal('location', { origin: 'https://page.test' });
    const { requests, call } = serving(json({ bot_users: [] }));
    await call({ baseUrl })(botUserEndpoints.list, {});
    vi.unstubAllGlobals();
    expect(new URL(requests[0]?.url ?? '').origin).toBe('https://page.test');
    expect(requests[0]?.url.endsWith(path)).toBe(true);
  });

  it('takes no cookie along, follows no redirect, asks no cache, and has no body to read', async () => {
    const { requests, call } = serving(json(bot));
    await call()(botUserEndpoints.get, { params: { id: 'bot_1' } });
    const wanted = { credentials: 'omit', redirect: 'manual', cache: 'no-store', body: null };
    expect(requests[0]).toMatchObject(wanted);
    expect(requests[0]?.headers.has('content-type')).toBe(false);
  });

  it('waits until it may be sent, before every attempt', async () => {
    const { requests, call } = serving(json({}, { status: 503 }), json(bot));
    const turns: number[] = [];
    const acquire = async () => void turns.push(requests.length);
    const read = call({ acquire })(botUserEndpoints.get, { params: { id: 'bot_1' } });
    await vi.runAllTimersAsync();
    expect([await read, turns]).toEqual([bot, [0, 1]]);
  });

  it('takes a condition for a write that has one only', async () => {
    const { requests, call } = serving(new Response(null, { status: 204 }));
    // @ts-expect-error -- a bot user is removed whatever it is
    await call()(botUserEndpoints.remove, { params: { id: 'bot_1' }, ifMatch: '"a"' });
    expect(requests).toHaveLength(1);
  });

  it('never quotes a key that cannot be sent', async () => {
    const { requests, call } = serving(json(bot));
    const error = await failed(
      call({ apiKey: () => 'sécret' })(botUserEndpoints.get, { params: { id: 'bot_1' } }),
    );
    expect(String(error)).not.toContain('cret');
    expect(requests).toEqual([]);
  });
});

describe('a response', () => {
  it.each([
    [botUserEndpoints.get, { params: { id: 'bot_2' } }],
    [botUserEndpoints.update, { params: { id: 'bot_2' }, body: { active: true } }],
  ])('about another bot user is unreadable: $method', async (endpoint, input) => {
    const { call } = serving(json(bot));
    expect(await failure(call()(endpoint, input as never))).toEqual({
      kind: 'shape',
      status: 200,
      issues: ['The answer is about another id than the one asked for'],
    });
  });

  it('of a module is about its route, whatever id it names itself', async () => {
    const module = { enabled: true, ip_policies: [], id: 'module_1' };
    expect(await readModule(json(module))).toMatchObject({ enabled: true });
  });

  it('may have more than this version knows, and nothing of another kind', async () => {
    const more = { ...bot, description: 'new' };
    expect(await readBot(json(more))).toEqual(more);
    expect(await failure(readBot(json({ ...bot, active: 'yes' })))).toEqual({
      kind: 'shape',
      status: 200,
      issues: ['active is missing or of another kind'],
    });
  });

  it('that is a web page is told apart: it may come from something in between', async () => {
    const isWebPage = true;
    for (const page of ['<!doctype html><title>x</title>', ' \n<html>'])
      expect(await failure(readBot(new Response(page)))).toEqual({
        kind: 'shape',
        status: 200,
        issues: ['The answer is a web page'],
        isWebPage,
      });
    const refused = new Response('<h1>Bad gateway</h1>', { status: 404 });
    const failed404 = { kind: 'status', status: 404, fields: {}, isWebPage };
    expect(await failure(readBot(refused))).toEqual(failed404);
  });

  it.each([
    ['204', new Response(null, { status: 204 })],
    ['null', json(null)],
    ['{}', json({})],
  ])('of %s means that a route has no module', async (_, answer) => {
    expect(await readModule(answer)).toBeNull();
  });

  it('with an unreadable policy is refused whole, so that the next PUT cannot lose the policy', async () => {
    const answer = json({ enabled: true, ip_policies: [{ id: 7, uri: '' }] });
    expect(await failure(readModule(answer))).toMatchObject({ kind: 'shape' });
  });

  describe('of a module', () => {
    const tagOf = async (headers: Record<string, string>, body: unknown = { enabled: true }) =>
      entityTagOf(await readModule(json(body, { headers })));

    it('brings its entity tag', async () => {
      expect(await tagOf({ etag: '"a"' })).toBe('"a"');
      expect(await tagOf({})).toBeUndefined();
      expect(await tagOf({ etag: '"a"' }, null)).toBeUndefined();
    });

    it('brings no tag that an If-Match could not use', async () => {
      expect(await tagOf({ etag: 'W/"a"' })).toBeUndefined();
      expect(await tagOf({ etag: 'a' })).toBeUndefined();
      expect(await tagOf({ etag: '"a", "b"' })).toBeUndefined();
      expect(await tagOf({ etag: '"a-gzip"', 'content-encoding': 'gzip' })).toBeUndefined();
    });

    it('takes no field of the body for a tag', async () => {
      const body = { enabled: true, etag: '"x"', ETag: '"x"', 'entity tag': '"x"' };
      expect(await tagOf({}, body)).toBeUndefined();
    });
  });

  it('of another endpoint brings no tag', async () => {
    const read = await readBot(json(bot, { headers: { etag: '"a"' } }));
    expect(Reflect.ownKeys(read)).toEqual(Object.keys(bot));
  });

  it('of an error gives code, text, fields, operation id and the asked pause', async () => {
    const { call } = serving(
      json(
        {
          error_code: 'NAME_TAKEN',
          msg: 'taken',
          details: { operation_id: 'op_1', name: 'is taken', n: 1 },
        },
        { status: 409, headers: { 'retry-after': '7' } },
      ),
    );
    expect(await failure(call()(botUserEndpoints.create, { body: { name: 'x' } }))).toEqual({
      kind: 'status',
      status: 409,
      code: 'NAME_TAKEN',
      text: 'taken',
      fields: { name: 'is taken' },
      operationId: 'op_1',
      retryAfterMs: 7000,
    });
  });

  it.each([
    ['the clock that gave it', { date: 'Thu, 01 Jan 2026 00:00:00 GMT' }, 237_000],
    ['the clock of this machine where it came without one', {}, 57_000],
  ])('measures a pause that is given as a date by %s', async (_, date, retryAfterMs) => {
    vi.setSystemTime('2026-01-01T00:03:00Z'); // three minutes ahead
    const headers = { ...date, 'retry-after': 'Thu, 01 Jan 2026 00:03:57 GMT' };
    const { call } = serving(json({}, { status: 429, headers }));
    expect(await failure(call()(botUserEndpoints.list, {}))).toMatchObject({ retryAfterMs });
  });

  it('of another kind than JSON is refused, whatever it looks like', async () => {
    const read = (value: string) =>
      readBot(json(bot, { headers: { 'content-type': value } })).catch(failureOf);
    expect(await read('text/html; charset=utf-8')).toEqual({
      kind: 'shape',
      status: 200,
      issues: ['The answer is not JSON but text/html; charset=utf-8'],
    });
    expect(await read('image/png')).toMatchObject({ kind: 'shape' });
    expect(await read('application/vnd.api+json')).toEqual(bot);
    const untyped = new Response(new TextEncoder().encode(JSON.stringify(bot)));
    expect(await readBot(untyped)).toEqual(bot);
  });

  it.each([
    ['nothing', '', 'The answer is empty'],
    ['half a document', '{"id":"b', 'The answer is not JSON, or a part of it is missing'],
  ])('of %s is no success', async (_, text, issue) => {
    const headers = { 'content-type': 'application/json' };
    const answer = new Response(text, { headers });
    const failed200 = { kind: 'shape', status: 200, issues: [issue] };
    expect(await failure(readModule(answer))).toEqual(failed200);
  });

  it.each([200, 202])('of %i says nothing about a deletion, for that is 204', async (status) => {
    const { call } = serving(new Response('', { status }));
    const found = await failure(call()(botUserEndpoints.remove, { params: { id: 'bot_1' } }));
    expect(found).toMatchObject({ kind: 'shape', status });
  });

  it('that leads elsewhere is not followed and says so, with its status where it can be known', async () => {
    const { requests, call } = serving(
      new Response(null, { status: 307, headers: { location: 'https://evil.test/' } }),
    );
    const found = failure(call()(botUserEndpoints.list, {}));
    expect(await found).toEqual({
      kind: 'shape',
      status: 307,
      issues: ['The answer is a redirect, which is not followed'],
    });
    expect(requests).toHaveLength(1);

    // As a browser shows it.
    const opaque = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
    const fetch = async () => opaque;
    expect(await failure(call({ fetch })(botUserEndpoints.list, {}))).toEqual({
      kind: 'shape',
      issues: ['The answer is a redirect, which is not followed'],
    });
  });

  it('that breaks off is told apart from none', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"bot_users":['));
        controller.error(new TypeError('terminated'));
      },
    });
    const { call } = serving();
    const fetch = async () => new Response(body);
    const found = failure(call({ fetch })(botUserEndpoints.list, {}, { once: true }));
    expect(await found).toEqual({ kind: 'network', status: 200 });
  });
});

it('gives a read up when its whole time is over, with attempts and pauses', async () => {
  const begin = Date.now();
  let asked = 0;
  const fetch = ({ signal }: Request) =>
    new Promise<Response>((resolve, reject) => {
      const answer = asked++ === 0 ? json({}, { status: 503 }) : json(bot);
      setTimeout(() => resolve(answer), 9000);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  const { call } = serving();
  const found = failure(call({ fetch })(botUserEndpoints.get, { params: { id: 'bot_1' } }));
  const over = found.then(() => Date.now() - begin);
  await vi.runAllTimersAsync();
  expect(await found).toEqual({ kind: 'timeout', afterMs: 15_000 });
  expect(asked).toBe(2);
  expect(await over).toBeLessThanOrEqual(15_000);
});

it.each(['create', 'update', 'remove'] as const)('never repeats a write (%s)', async (name) => {
  const { requests, call } = serving(json({}, { status: 503 }));
  const input = { params: { id: 'bot_1' }, body: { name: 'x' } };
  const found = failure(call()(botUserEndpoints[name], input as never));
  await vi.runAllTimersAsync();
  expect(await found).toMatchObject({ status: 503 });
  expect(requests).toHaveLength(1);
});

it('does not deliver an answer to a caller that has left', async () => {
  const leaving = new AbortController();
  const fetch = async () => {
    leaving.abort(new Error('left'));
    return json({ bot_users: [bot] });
  };
  const read = serving().call({ fetch })(botUserEndpoints.list, {}, { signal: leaving.signal });
  const error = await failed(read);
  expect(error).toEqual(new Error('left'));
});
