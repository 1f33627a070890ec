import { afterEach, expect, it, vi } from 'vitest';
import { createCall, type ApiClientOptions } from '#client/api-client.ts';
import { entityTagOf } from '#client/etag.ts';
import { createRedactor } from '#client/redact.ts';
import { deviationsOf, type RequestLogEntry } from '#client/request-log.ts';
import { parseResponse } from '#client/response.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';

const key = 'secret-key-0123456789';

/** What is reported of calls to a service that answers so. */
function watching(fetch: ApiClientOptions['fetch']) {
  const reports: RequestLogEntry[] = [];
  const call = createCall({
    baseUrl: 'https://api.test',
    apiKey: () => key,
    onRequest: (exchange) => reports.push(exchange),
    ...(fetch && { fetch }),
  });
  /** The end of a success is reported in a quiet moment. */
  const reported = (count: number) => vi.waitFor(() => expect(reports).toHaveLength(count));
  return { call, reports, reported };
}

afterEach(() => void vi.unstubAllGlobals());

const bot = { id: 'b', uri: 'u', name: 'n', active: true, created_at: '2026-01-02T03:04:05Z' };
const once = { retry: 'none' } as const;

it('is told when it begins and when it ends', async () => {
  const { call, reports, reported } = watching(async () => {
    expect(reports).toHaveLength(1);
    return Response.json({ ...bot, extra: 1 }, { headers: { 'operation-id': 'op_1' } });
  });
  await call(botUserEndpoints.update, { params: { id: 'b' }, body: { active: true } });
  await reported(2);

  const [begun, ended] = reports;
  expect(begun).toMatchObject({
    attempt: 1,
    method: 'PATCH',
    template: '/bot_users/{id}',
    base: 'https://api.test',
    path: '/bot_users/b',
    body: '{"active":true}',
    headers: { 'Service-Version': '2' },
  });
  expect(begun?.end).toBeUndefined();
  expect(ended).toEqual({ ...begun, end: ended?.end });
  expect(ended?.end).toMatchObject({
    deviations: ['extra is not documented'],
    response: { status: 200, operationId: 'op_1', body: JSON.stringify({ ...bot, extra: 1 }) },
  });
  expect(ended?.end?.failure).toBeUndefined();
});

it('tells of a success in a quiet moment, with the time that it took, and of a failure at once', async () => {
  const idle: Array<() => void> = [];
  const requestIdleCallback = vi.fn<(work: () => void) => void>((work) => void idle.push(work));
  vi.stubGlobal('requestIdleCallback', requestIdleCallback);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const { call, reports } = watching(async () => {
    clock.mockReturnValue(1070);
    return Response.json(bot);
  });
  await call(botUserEndpoints.get, { params: { id: 'b' } });
  expect(reports.map(({ end }) => end)).toEqual([undefined]);
  clock.mockReturnValue(5000);
  for (const work of idle) work();
  clock.mockRestore();
  expect(reports.map(({ end }) => end?.durationMs)).toEqual([undefined, 70]);
  expect(reports[1]?.number).toBe(reports[0]?.number);

  const refused = watching(async () => Response.json({}, { status: 429 }));
  await refused.call(botUserEndpoints.list, {}, once).catch(() => {});
  expect(refused.reports[1]?.end?.failure).toMatchObject({ status: 429 });
});

it('is one for each attempt of a read', async () => {
  const { call, reports } = watching(async () => Response.json({}, { status: 500 }));
  await call(botUserEndpoints.get, { params: { id: 'b' } }, { retry: 'interactive' }).catch(
    () => {},
  );
  expect(reports.map(({ attempt, end }) => [attempt, end?.response?.status])).toEqual([
    [1, undefined],
    [1, 500],
    [2, undefined],
    [2, 500],
    [3, undefined],
    [3, 500],
  ]);
  expect(reports[2]?.number).not.toBe(reports[0]?.number);
});

it('never holds the key, wherever it is sent or quoted', async () => {
  const { call, reports } = watching(async () =>
    Response.json(
      { msg: key, error_code: key, details: { [key]: key, operation_id: key } },
      { status: 400, headers: { 'x-request-id': key, 'x-echo': `Bearer ${key}` } },
    ),
  );
  const params = { id: key };
  await call(botUserEndpoints.update, { params, body: { name: key } }).catch(() => {});
  expect(reports).toHaveLength(2);
  expect(JSON.stringify(reports)).not.toContain(key);
  expect(JSON.stringify(reports).toLowerCase()).not.toContain('authorization');
});

it('does not take a tag of the service that repeats the key, nor show one', async () => {
  const module = { enabled: true, ip_policies: [] };
  const { call, reports, reported } = watching(async () =>
    Response.json(module, { headers: { etag: `"${key}"` } }),
  );
  const params = { edge_id: 'e', id: 'r' };
  const read = await call(ipRestrictionEndpoints.get, { params });
  expect(entityTagOf(read)).toBeUndefined();
  await call(ipRestrictionEndpoints.replace, { params, body: {}, ifMatch: `"${key}"` });
  await reported(4);
  const [put] = reports.filter(({ method }) => method === 'PUT');
  expect(put?.headers).toMatchObject({ 'if-match': '"••••"' });
  expect(JSON.stringify(reports)).not.toContain(key);
});

it('keeps the begin of a long answer only', async () => {
  const text = JSON.stringify({ ...bot, name: 'x'.repeat(50_000) });
  const headers = { 'content-type': 'application/json' };
  const { call, reports, reported } = watching(async () => new Response(text, { headers }));
  await call(botUserEndpoints.get, { params: { id: 'b' } });
  await reported(2);
  expect(reports[1]?.end?.response?.body).toBe(text.slice(0, 10_240));
  expect(reports[1]?.end?.response?.bodyLength).toBe(text.length);
});

it('says how it failed, and that nobody waits for it any more', async () => {
  const { call, reports } = watching(async () => Promise.reject(new TypeError('no')));
  await call(botUserEndpoints.list, {}, once).catch(() => {});
  expect(reports[1]?.end).toMatchObject({ failure: { kind: 'network' } });
  expect(reports[1]?.end?.response).toBeUndefined();

  const leaving = new AbortController();
  const left = watching(async () => {
    leaving.abort();
    throw new TypeError('no');
  });
  await left.call(botUserEndpoints.list, {}, { signal: leaving.signal }).catch(() => {});
  expect(left.reports[1]?.end?.failure).toEqual({ kind: 'cancelled' });
});

const page = (...bot_users: unknown[]) => ({ bot_users, uri: 'u', next_page_uri: null });

async function found(
  endpoint: Endpoint,
  body: unknown,
  init: ResponseInit = {},
  apiKey: string | null = null,
) {
  const response = Response.json(body, { status: endpoint.status, ...init });
  return deviationsOf(endpoint, await parseResponse(response, createRedactor(apiKey)));
}

const { list, get, create, remove } = botUserEndpoints;

it('is silent about what is documented', async () => {
  expect(await found(list, page(bot, bot))).toEqual([]);
  expect(await found(get, bot)).toEqual([]);
  expect(await found(create, bot)).toEqual([]);
  const module = { enabled: true, ip_policies: [{ id: 'p', uri: 'u' }] };
  expect(await found(ipRestrictionEndpoints.get, module)).toEqual([]);
  const gone = new Response(null, { status: 204 });
  expect(deviationsOf(remove, await parseResponse(gone, (text) => text))).toEqual([]);
});

it('names a field that is not documented once, in however many rows it stands', async () => {
  const row = { ...bot, metadata: {} };
  expect(await found(list, { ...page(row, bot, row), total: 3 })).toEqual([
    'bot_users[].metadata is not documented',
    'total is not documented',
  ]);
});

it('names what is missing or of another kind where the app reads on', async () => {
  expect(await found(list, { uri: 'u' })).toEqual([
    'bot_users is missing or of another kind',
    'next_page_uri is missing or of another kind',
  ]);
  expect(await found(list, page(bot, { ...bot, active: 'yes' }))).toEqual([
    'bot_users[].active is missing or of another kind',
  ]);
  expect(await found(ipRestrictionEndpoints.get, null)).toEqual([
    'The answer is missing or of another kind',
  ]);
});

it('names another status, and a type that is not said', async () => {
  expect(await found(create, bot, { status: 200 })).toEqual(['Status 200 in place of 201']);
  const bare = new Response(new TextEncoder().encode(JSON.stringify(bot)));
  expect(deviationsOf(get, await parseResponse(bare, (text) => text))).toEqual([
    'The content type is missing',
  ]);
});

it('takes no field for a known one because every object inherits its name', async () =>
  expect(await found(get, { ...bot, constructor: 1 })).toEqual(['constructor is not documented']));

it('is neither endless nor a way out for the key', async () => {
  const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`f${n}`, n]));
  expect(await found(get, { ...bot, ...fields })).toHaveLength(20);
  expect((await found(get, { ...bot, ['x'.repeat(5000)]: 1 }))[0]).toHaveLength(120);
  expect(await found(get, { ...bot, 'secret-key-0123': 1 }, {}, 'secret-key-0123')).toEqual([
    '•••• is not documented',
  ]);
});
