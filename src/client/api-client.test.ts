import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createCall, type ApiClientOptions, type RequestToSend } from '#client/api-client.ts';
import { failureOf } from '#client/errors.ts';
import { entityTagOf } from '#client/response.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { makeBotUser } from '#web/test/fake-service.ts';

const bot = makeBotUser(1, { id: 'bot_1' });

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

beforeEach(() => vi.useFakeTimers());

it('a request carries the key, the version and the JSON body', async () => {
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

it('what an old browser lacks is not taken for a service that cannot be reached', async () => {
  const { requests, call } = serving(json(bot));
  const any = vi.spyOn(AbortSignal, 'any').mockImplementation(() => {
    throw new TypeError('AbortSignal.any is not a function');
  });
  expect(await failed(call()(botUserEndpoints.list, {}, { once: true }))).toBeInstanceOf(TypeError);
  expect(requests).toEqual([]);
  any.mockRestore();
});

it('a request takes no cookie along, follows no redirect, asks no cache, and has no body to read', async () => {
  const { requests, call } = serving(json(bot));
  await call()(botUserEndpoints.get, { params: { id: 'bot_1' } });
  const wanted = { credentials: 'omit', redirect: 'manual', cache: 'no-store', body: null };
  expect(requests[0]).toMatchObject(wanted);
  expect(requests[0]?.headers.has('content-type')).toBe(false);
});

it('a request waits until it may be sent, before every attempt', async () => {
  const { requests, call } = serving(json({}, { status: 503 }), json(bot));
  const turns: number[] = [];
  const acquire = async () => void turns.push(requests.length);
  const read = call({ acquire })(botUserEndpoints.get, { params: { id: 'bot_1' } });
  await vi.runAllTimersAsync();
  expect([await read, turns]).toEqual([bot, [0, 1]]);
});

it('a request that waits to be sent is given up with its caller, or by a signal for that alone', async () => {
  const { requests, call } = serving(json(bot));
  const acquire = ({ signal }: RequestToSend) =>
    new Promise<never>((_, leave) => {
      signal?.addEventListener('abort', () => leave(signal.reason as Error));
    });
  for (const name of ['signal', 'waitSignal']) {
    const leaving = new AbortController();
    const read = call({ acquire })(botUserEndpoints.list, {}, { [name]: leaving.signal });
    leaving.abort(new Error('left'));
    expect(await failed(read)).toEqual(new Error('left'));
  }
  expect(requests).toEqual([]);
});

it('a request takes a condition for a write that has one only', async () => {
  const { requests, call } = serving(new Response(null, { status: 204 }));
  // @ts-expect-error -- a bot user is removed whatever it is
  await call()(botUserEndpoints.remove, { params: { id: 'bot_1' }, ifMatch: '"a"' });
  expect(requests).toHaveLength(1);
});

it('a request never quotes a key that cannot be sent', async () => {
  const { requests, call } = serving(json(bot));
  const error = await failed(
    call({ apiKey: () => 'sécret' })(botUserEndpoints.get, { params: { id: 'bot_1' } }),
  );
  expect(String(error)).not.toContain('cret');
  expect(requests).toEqual([]);
});

describe('a response', () => {
  const typed = { headers: { 'content-type': 'application/json' } };
  const html = { 'content-type': 'text/html; charset=utf-8' };
  const partial = 'The answer is not JSON, or a part of it is missing';
  // As a browser shows it.
  const opaque: Response = Object.defineProperties(Response.error(), {
    type: { value: 'opaqueredirect' },
    clone: { value: () => opaque },
  });
  const redirect = 'The answer is a redirect, which is not followed';
  const elsewhere = new Response(null, { status: 307, headers: { location: '/' } });
  const otherId = 'The answer is about another id than the one asked for';

  it.each<[string, Response, string]>([
    ['nothing', new Response('', typed), 'The answer is empty'],
    ['half a document', new Response('{"id":"b', typed), partial],
    ['a web page', new Response(' \n<html>'), 'The answer is a web page'],
    ['HTML', json(bot, { headers: html }), `The answer is not JSON but ${html['content-type']}`],
    ['other kinds', json({ ...bot, active: 'yes' }), 'active is missing or of another kind'],
    ['another bot user', json({ ...bot, id: 'bot_2' }), otherId],
    ['the way elsewhere', elsewhere, redirect],
    ['the way elsewhere in a browser', opaque, redirect],
  ])('of %s is no success, is asked for once, and says why', async (_, answer, issue) => {
    const { requests, call } = serving(answer);
    for (const method of ['get', 'update'] as const) {
      const body = method === 'update' && { body: { active: true } };
      const input = { params: { id: 'bot_1' }, ...body };
      expect(await failure(call()(botUserEndpoints[method], input as never))).toEqual({
        kind: 'shape',
        ...(answer.status > 0 && { status: answer.status }),
        issues: [issue],
        ...(issue.endsWith('web page') && { isWebPage: true }),
      });
    }
    expect(requests).toHaveLength(2);
  });

  it('may have more than this version knows, and any type of JSON or none', async () => {
    const more = { ...bot, description: 'new' };
    const read = (type: string) => readBot(json(more, { headers: { 'content-type': type } }));
    expect(await read('application/vnd.api+json')).toEqual(more);
    expect(await failure(read('image/png'))).toMatchObject({ kind: 'shape' });
    const untyped = new Response(new TextEncoder().encode(JSON.stringify(more)));
    expect(await readBot(untyped)).toEqual(more);
  });

  it('that is a web page is told apart as a refusal: it may come from something in between', async () => {
    const refused = new Response('<h1>Bad gateway</h1>', { status: 404 });
    const failed404 = { kind: 'status', status: 404, fields: {}, isWebPage: true };
    expect(await failure(readBot(refused))).toEqual(failed404);
  });

  it.each([
    ['204', new Response(null, { status: 204 })],
    ['null', json(null)],
    ['{}', json({})],
  ])('of %s means that a route has no module', async (_, answer) => {
    expect(await readModule(answer)).toBeNull();
  });

  it.each([
    ['an unreadable policy', { ip_policies: [{ id: 7, uri: '' }] }],
    ['the policies as a request names them', { ip_policy_ids: ['ipp_1'] }],
  ])('with %s is refused whole, so that the next PUT cannot lose a policy', async (_, of) => {
    const answer = json({ enabled: true, ...of });
    expect(await failure(readModule(answer))).toMatchObject({ kind: 'shape' });
  });

  const own = { enabled: true, id: 'module_1' };
  it.each<[string | undefined, Record<string, string>, unknown?]>([
    ['"a"', { etag: '"a"' }],
    [undefined, {}],
    [undefined, { etag: '"a"' }, null],
    // Of no use to an If-Match.
    [undefined, { etag: 'W/"a"' }],
    [undefined, { etag: '"a", "b"' }],
    [undefined, { etag: '"a-gzip"', 'content-encoding': 'gzip' }],
  ])('of a module with any id brings the tag %s of %j', async (tag, given, body = own) => {
    expect(entityTagOf(await readModule(json(body, { headers: given })))).toBe(tag);
  });

  it('of an error gives code, text, fields, operation id and the asked pause', async () => {
    const details = { operation_id: 'op_1', name: 'is taken', n: 1 };
    const body = { error_code: 'NAME_TAKEN', msg: 'taken', details };
    const refused = json(body, { status: 409, headers: { 'retry-after': '7' } });
    expect(await failure(readBot(refused))).toEqual({
      kind: 'status',
      status: 409,
      code: 'NAME_TAKEN',
      text: 'taken',
      fields: { name: 'is taken' },
      operationId: 'op_1',
      retryAfterMs: 7000,
    });
  });

  it.each([200, 202])('of %i says nothing about a deletion, for that is 204', async (status) => {
    const { call } = serving(new Response('', { status }));
    const found = await failure(call()(botUserEndpoints.remove, { params: { id: 'bot_1' } }));
    const issues = [`Status ${status} came where 204 says that it is done`];
    expect(found).toMatchObject({ kind: 'shape', status, issues });
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
  expect(await found).toEqual({ kind: 'timeout' });
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
  // What is under way is given up.
  const silent = ({ signal }: Request) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new TypeError('aborted')));
    });
  const signedOut = new AbortController();
  const { signal } = signedOut;
  const waiting = failed(serving().call({ fetch: silent })(botUserEndpoints.list, {}, { signal }));
  await vi.advanceTimersByTimeAsync(10);
  signedOut.abort(new Error('signed out'));
  expect(await waiting).toEqual(new Error('signed out'));
});

it('ends after its time in Node as well, where garbage was collected meanwhile', async () => {
  const waiting = new Set<unknown>();
  const server = createServer((request) => {
    if (waiting.add(request).size === 5) server.emit('all');
  });
  onTestFinished(() => server.close().closeAllConnections());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const call = createCall({ baseUrl: `http://127.0.0.1:${port}`, apiKey: () => 'key-1' });
  const read = () => failure(call(botUserEndpoints.list, {}, { once: true }));
  const all = Array.from({ length: 5 }, read);
  await once(server, 'all');
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  vi.advanceTimersByTime(15_000);
  expect(await Promise.all(all)).toEqual(all.map(() => ({ kind: 'timeout' })));
});
