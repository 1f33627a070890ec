import { afterAll, beforeAll, expect, it } from 'vitest';
import { BODY_BYTES_MAX } from '#contract/wire.ts';
import { apiKeysOf } from '#service/data.ts';
import { storageUnavailable } from '#service/domain/domain-error.ts';
import {
  createCheck,
  createResponseCheck,
  outcome,
  parseDocument,
} from '#service/http/openapi/checks.test.helper.ts';
import {
  API_HEADERS,
  freshData,
  removeDirectories,
  startService,
  type RunningService,
} from '#service/test/running-service.test.helper.ts';

/** The document says nothing about the service that the service does not do. */
const document = parseDocument();
const problemsOf = createResponseCheck(document);

let service: RunningService;
let module: string;
let policies: string[];
/** Of a key that may only read. */
let reader: { Authorization: string };

beforeAll(async () => {
  service = await startService(await freshData(), { demo: true });
  const [route] = await service.account.stores.ipRestrictions.routes();
  module = `/edges/https/${route?.edge_id}/routes/${route?.id}/ip_restriction`;
  policies = (await service.api('GET', module)).json.ip_policies.map(
    ({ id }: { id: string }) => id,
  );
  const key = await apiKeysOf(service.account).create({ name: 'reader', read_only: true });
  reader = { Authorization: `Bearer ${key}` };
});
afterAll(async () => {
  await service.stop();
  removeDirectories();
});

type Options = Parameters<RunningService['api']>[2];

/** What is expected, and the request. */
type Case = [string, string, Options?];

/** Sends each request; what differs from what is expected or from what the document says. */
async function differencesIn(cases: Case[], { api } = service): Promise<string[]> {
  const differences: string[] = [];
  for (const [expected, request, options] of cases) {
    const [method = '', path = ''] = request.split(' ');
    const response = await api(method, path, options);
    differences.push(...problemsOf(request, response));
    if (outcome(response) !== expected)
      differences.push(`${request}: ${outcome(response)}, not ${expected}`);
  }
  return differences;
}

let count = 0;
const newName = () => `documented ${++count}`;
const create = async () =>
  (await service.api('POST', '/bot_users', { body: { name: newName() } })).json;
const absentBot = `/bot_users/bot_${'0'.repeat(27)}`;

it('is served to anybody, for reading only', async () => {
  const response = await fetch(`${service.url}/api/openapi.json`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url: `${service.url}/api` }],
  });
  expect((await service.api('POST', '/openapi.json')).status).toBe(404);
});

it('documents what every operation responds when it succeeds', async () => {
  const { id } = await create();
  expect(
    await differencesIn([
      ['201', 'POST /bot_users', { body: { name: newName() } }],
      ['200', 'GET /bot_users', { headers: reader }],
      ['200', `GET /bot_users?limit=1&before_id=${id}`],
      ['200', `GET /bot_users/${id}`],
      ['200', `PATCH /bot_users/${id}`, { body: { active: false } }],
      ['204', `DELETE /bot_users/${id}`],
      ['200', `PUT ${module}`, { body: { enabled: false } }],
      ['200', `PUT ${module}`, { body: { ip_policy_ids: policies } }],
      ['200', `GET ${module}`],
      ['204', `DELETE ${module}`],
      ['204', `DELETE ${module}`],
    ]),
  ).toEqual([]);
});

it.each([
  ['POST', () => '/bot_users'],
  ['GET', () => '/bot_users'],
  ['GET', () => absentBot],
  ['PATCH', () => absentBot],
  ['DELETE', () => absentBot],
  ['PUT', () => module],
  ['GET', () => module],
  ['DELETE', () => module],
])('documents what %s %o refuses whatever it is asked', async (method, path) => {
  const request = `${method} ${path()}`;
  const takesBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const body = takesBody ? {} : undefined;
  const ofWrites: Case[] = [['403 KEY_READ_ONLY', request, { headers: reader, body }]];
  const ofDeletions: Case[] = [['400 BODY_NOT_EXPECTED', request, { body: {} }]];
  const plainText = { 'Content-Type': 'text/plain' };
  const ofBodies: Case[] = [
    ['415 UNSUPPORTED_CONTENT_TYPE', request, { body: '{}', headers: plainText }],
    ['413 BODY_TOO_LARGE', request, { body: ' '.repeat(BODY_BYTES_MAX + 1) }],
    ['400 INVALID_JSON', request, { body: '{' }],
    ['400 INVALID_BODY', request, { body: { colour: 'red' } }],
  ];
  expect(
    await differencesIn([
      ['401 NOT_AUTHENTICATED', request, { headers: { Authorization: undefined } }],
      ['400 VERSION_MISSING', request, { headers: { 'Service-Version': undefined } }],
      ['400 VERSION_UNSUPPORTED', request, { headers: { 'Service-Version': '1' } }],
      ['400 INVALID_QUERY', `${request}?colour=red`, { body }],
      ...(takesBody ? ofBodies : []),
      ...(method === 'GET' ? [] : ofWrites),
      ...(method === 'DELETE' ? ofDeletions : []),
    ]),
  ).toEqual([]);
});

it('documents the refusals that are about bot users', async () => {
  const [one, two] = [await create(), await create()];
  const body = { name: one.name };
  expect(
    await differencesIn([
      ['409 NAME_TAKEN', 'POST /bot_users', { body }],
      ['409 NAME_TAKEN', `PATCH /bot_users/${two.id}`, { body }],
      ['400 INVALID_BODY', `PATCH /bot_users/${two.id}`, { body: { id: one.id } }],
      ['400 INVALID_QUERY', 'GET /bot_users?limit=0'],
      ['400 INVALID_QUERY', 'GET /bot_users?before_id=x'],
      ['404 BOT_USER_NOT_FOUND', `GET ${absentBot}`],
      ['404 BOT_USER_NOT_FOUND', `PATCH ${absentBot}`, { body: {} }],
      ['404 BOT_USER_NOT_FOUND', `DELETE ${absentBot}`],
      ['400 INVALID_PATH', 'GET /bot_users/%zz'],
    ]),
  ).toEqual([]);
});

it('documents the refusals that are about modules', async () => {
  await service.api('DELETE', module);
  const absent = {
    EDGE_NOT_FOUND: '/edges/https/nonsense/routes/nonsense/ip_restriction',
    ROUTE_NOT_FOUND: module.replace(/routes\/\w+/, 'routes/nonsense'),
  };
  for (const [code, path] of Object.entries(absent))
    expect(
      await differencesIn([
        [`404 ${code}`, `PUT ${path}`, { body: {} }],
        [`404 ${code}`, `GET ${path}`],
        [`404 ${code}`, `DELETE ${path}`],
      ]),
    ).toEqual([]);
  expect(
    await differencesIn([
      ['404 MODULE_NOT_FOUND', `GET ${module}`],
      ['400 UNKNOWN_IP_POLICY', `PUT ${module}`, { body: { ip_policy_ids: ['nonsense'] } }],
    ]),
  ).toEqual([]);
});

it('documents writes and reads under a condition', async () => {
  const { headers } = await service.api('PUT', module, { body: {} });
  const now = headers.get('etag') ?? '';
  const when = (name: string, value: string) => ({ headers: { [name]: value } });
  const put = (name: string, value: string) => ({ ...when(name, value), body: {} });
  expect(
    await differencesIn([
      ['304', `GET ${module}`, when('If-None-Match', now)],
      ['200', `GET ${module}`, when('If-None-Match', '"other"')],
      ['412 PRECONDITION_FAILED', `PUT ${module}`, put('If-None-Match', '*')],
      ['412 PRECONDITION_FAILED', `PUT ${module}`, put('If-Match', '"other"')],
      ['200', `PUT ${module}`, put('If-Match', now)],
      ['412 PRECONDITION_FAILED', `DELETE ${module}`, when('If-Match', '"other"')],
      ['412 PRECONDITION_FAILED', `DELETE ${module}`, when('If-None-Match', now)],
      ['412 PRECONDITION_FAILED', `DELETE ${module}`, when('If-None-Match', '*')],
      ['204', `DELETE ${module}`, when('If-Match', now)],
      ['412 PRECONDITION_FAILED', `DELETE ${module}`, when('If-Match', '*')],
      ['200', `PUT ${module}`, put('If-None-Match', '*')],
    ]),
  ).toEqual([]);
});

it.each([
  [newName(), 201],
  ['x', 201],
  ['a b\u00a0c', 201],
  ['🤖'.repeat(255), 201],
  ['🤖'.repeat(256), 400],
  ['', 400],
  [' \t ', 400],
  ['a\nb', 400],
  ['a\u0085b', 400],
  ['a\u2028b', 400],
])('says of the name %j what the service says of it', async (name, status) => {
  const { status: actual } = await service.api('POST', '/bot_users', { body: { name } });
  expect(actual).toBe(status);
  const problems = createCheck(document)({ $ref: '#/components/schemas/BotUserCreate' }, { name });
  expect(problems.length === 0).toBe(status === 201);
});

it('documents what is refused before it is looked at', async () => {
  const { host } = new URL(service.url);
  const signed = Object.entries(API_HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = (line: string, to = `Host: ${host}\r\n`) =>
    `${line} HTTP/1.1\r\n${to}${signed.join('')}Connection: close\r\n`;
  const [get, post] = [head('GET /api/bot_users'), head('POST /api/bot_users')];
  const chunked = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n';
  const cases = {
    '400 HOST_MISSING': head('GET /api/bot_users', ''),
    '421 MISDIRECTED_REQUEST': head('GET /api/bot_users', 'Host: evil.example\r\n'),
    '400 BODY_NOT_EXPECTED': `${get}Content-Length: 2\r\n\r\n{}`,
    '400 MALFORMED_REQUEST': `${post}${chunked}\r\nnonsense`,
    '431 HEADERS_TOO_LARGE': `${post}X: ${'x'.repeat(20_000)}\r\n`,
  };
  for (const [expected, bytes] of Object.entries(cases)) {
    const response = await sendRaw(`${bytes}\r\n`);
    expect(outcome(response)).toBe(expected);
    expect(problemsOf(`${bytes.slice(0, 4).trim()} /bot_users`, response)).toEqual([]);
  }
});

async function sendRaw(bytes: string) {
  const [head = '', body = ''] = (await service.raw(bytes)).split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]));
  const json = JSON.parse(body) as { error_code: string };
  return { status: Number(statusLine.split(' ')[1]), headers, json };
}

it('describes the form of what is refused outside of the operations', async () => {
  const check = createCheck(document, { isClosed: true });
  const responses = [await service.api('GET', '/nothing'), await service.api('PUT', '/bot_users')];
  expect(responses.map(outcome)).toEqual(['404 ENDPOINT_NOT_FOUND', '405 METHOD_NOT_ALLOWED']);
  for (const { json } of responses)
    expect(check({ $ref: '#/components/schemas/Error' }, json)).toEqual([]);
});

it('documents how many requests are left, and the one too many', async () => {
  const limited = await startService(await freshData(), { rateLimit: 2 });
  const requests = ['GET /bot_users', 'GET /bot_users/nonsense', 'GET /bot_users'];
  const rows: unknown[] = [];
  for (const request of requests) {
    const response = await limited.api('GET', request.slice(4));
    const left = response.headers.get('ratelimit-remaining');
    rows.push([outcome(response), left, problemsOf(request, response)]);
  }
  await limited.stop();
  expect(rows).toEqual([
    ['200', '1', []],
    ['404 BOT_USER_NOT_FOUND', '0', []],
    ['429 RATE_LIMITED', '0', []],
  ]);
});

it.each([
  ['500 INTERNAL_ERROR', new Error('disk on fire')],
  ['503 STORAGE_UNAVAILABLE', storageUnavailable(new Error('disk on fire'))],
])('documents %s', async (expected, error) => {
  const broken = await startService(await freshData(), {}, (account) => {
    const botUsers = { ...account.stores.botUsers, page: () => Promise.reject(error) };
    return { ...account, stores: { ...account.stores, botUsers } };
  });
  expect(await differencesIn([[expected, 'GET /bot_users']], broken)).toEqual([]);
  await broken.stop();
});
