import { afterAll, beforeAll, expect, it } from 'vitest';
import { BODY_BYTES_MAX } from '#contract/wire.ts';
import {
  createAnswerCheck,
  createCheck,
  operationsOf,
  parseDocument,
  resolve,
  type Answer,
} from '#service/http/openapi/checks.test.helper.ts';
import { apiKeysOf } from '#service/data.ts';
import {
  freshData,
  removeDirectories,
  startService,
  type RunningService,
} from '#service/test/running-service.test.helper.ts';

/** The document says nothing about the service that the service does not do. */
const document = parseDocument();
const problemsOf = createAnswerCheck(document);

let service: RunningService;
let module: string;
let policies: string[];
let count = 0;

beforeAll(async () => {
  service = await startService(await freshData(), { demo: true });
  const [route] = await service.account.stores.ipRestrictions.routes();
  module = `/edges/https/${route?.edge_id}/routes/${route?.id}/ip_restriction`;
  policies = (await service.api('GET', module)).json.ip_policies.map(
    ({ id }: { id: string }) => id,
  );
});
afterAll(async () => {
  await service.stop();
  removeDirectories();
});

function expectDocumented(operationId: string, answer: Answer): void {
  expect(problemsOf(operationId, answer)).toEqual([]);
}

type Options = Parameters<RunningService['api']>[2];

/** Asks, and holds the answer against the document. */
async function ask(operationId: string, target: string, options?: Options) {
  const [method = '', path = ''] = target.split(' ');
  const answer = await service.api(method, path, options);
  expectDocumented(operationId, answer);
  return answer;
}

/** Status and code, as far as there is one. */
const outcome = ({ status, json }: Answer) => [status, json?.error_code].join(' ').trim();

const newName = () => `documented ${++count}`;
const create = async () =>
  (await service.api('POST', '/bot_users', { body: { name: newName() } })).json;

it('is served to anybody, for reading only', async () => {
  const answer = await fetch(`${service.url}/api/openapi.json`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.json()).toMatchObject({
    openapi: '3.1.1',
    servers: [{ url: `${service.url}/api` }],
  });
  expect((await service.api('POST', '/openapi.json')).status).toBe(404);
});

it('documents what every operation answers when it succeeds', async () => {
  const created = await ask('createBotUser', 'POST /bot_users', { body: { name: newName() } });
  const bot = `/bot_users/${created.json.id}`;
  const [on, off] = [{ ip_policy_ids: policies }, { enabled: false }];
  const answers = [
    created,
    await ask('listBotUsers', 'GET /bot_users'),
    await ask('listBotUsers', `GET /bot_users?limit=1&before_id=${created.json.id}`),
    await ask('getBotUser', `GET ${bot}`),
    await ask('updateBotUser', `PATCH ${bot}`, { body: { active: false } }),
    await ask('deleteBotUser', `DELETE ${bot}`),
    await ask('replaceIpRestriction', `PUT ${module}`, { body: off }),
    await ask('replaceIpRestriction', `PUT ${module}`, { body: on }),
    await ask('getIpRestriction', `GET ${module}`),
    await ask('deleteIpRestriction', `DELETE ${module}`),
    await ask('deleteIpRestriction', `DELETE ${module}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([
    201, 200, 200, 200, 200, 204, 200, 200, 200, 204, 204,
  ]);
});

/** What any operation refuses, whatever else is right. */
const everywhere: [string, Options][] = [
  ['401 NOT_AUTHENTICATED', { headers: { Authorization: undefined } }],
  ['400 VERSION_MISSING', { headers: { 'Service-Version': undefined } }],
  ['400 VERSION_UNSUPPORTED', { headers: { 'Service-Version': '1' } }],
];

const absentBot = `/bot_users/bot_${'0'.repeat(27)}`;
const absentEdge = '/edges/https/nonsense/routes/nonsense/ip_restriction';

it.each([
  ['createBotUser', 'POST', () => '/bot_users'],
  ['listBotUsers', 'GET', () => '/bot_users'],
  ['getBotUser', 'GET', () => absentBot],
  ['updateBotUser', 'PATCH', () => absentBot],
  ['deleteBotUser', 'DELETE', () => absentBot],
  ['replaceIpRestriction', 'PUT', () => module],
  ['getIpRestriction', 'GET', () => module],
  ['deleteIpRestriction', 'DELETE', () => module],
])('documents what %s refuses whatever it is asked', async (operationId, method, path) => {
  const target = `${method} ${path()}`;
  for (const [expected, options] of everywhere)
    expect(outcome(await ask(operationId, target, options))).toBe(expected);
  const takesBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const query = await ask(operationId, `${target}?colour=red`, takesBody ? { body: {} } : {});
  expect(outcome(query)).toBe('400 INVALID_QUERY');

  const bodies: [string, Options][] = takesBody
    ? [
        ['415 UNSUPPORTED_CONTENT_TYPE', { body: '{}', headers: { 'Content-Type': 'text/plain' } }],
        ['413 BODY_TOO_LARGE', { body: ' '.repeat(BODY_BYTES_MAX + 1) }],
        ['400 INVALID_JSON', { body: '{' }],
        ['400 INVALID_BODY', { body: { colour: 'red' } }],
      ]
    : method === 'DELETE'
      ? [['400 BODY_NOT_EXPECTED', { body: {} }]]
      : []; // no client sends a body with GET
  for (const [expected, options] of bodies)
    expect(outcome(await ask(operationId, target, options))).toBe(expected);
});

it('documents the refusals that are about bot users', async () => {
  const [one, two] = [await create(), await create()];
  const body = { name: one.name };
  const cases: [string, string, string, Options?][] = [
    ['409 NAME_TAKEN', 'createBotUser', 'POST /bot_users', { body }],
    ['409 NAME_TAKEN', 'updateBotUser', `PATCH /bot_users/${two.id}`, { body }],
    ['400 INVALID_BODY', 'updateBotUser', `PATCH /bot_users/${two.id}`, { body: { id: one.id } }],
    ['400 INVALID_QUERY', 'listBotUsers', 'GET /bot_users?limit=0'],
    ['400 INVALID_QUERY', 'listBotUsers', 'GET /bot_users?before_id=x'],
    ['404 BOT_USER_NOT_FOUND', 'getBotUser', `GET ${absentBot}`],
    ['404 BOT_USER_NOT_FOUND', 'updateBotUser', `PATCH ${absentBot}`, { body: {} }],
    ['404 BOT_USER_NOT_FOUND', 'deleteBotUser', `DELETE ${absentBot}`],
    ['400 INVALID_PATH', 'getBotUser', 'GET /bot_users/%zz'],
  ];
  for (const [expected, operationId, target, options] of cases)
    expect(outcome(await ask(operationId, target, options))).toBe(expected);
});

it('documents the refusals that are about modules', async () => {
  const unknown = { body: { ip_policy_ids: ['nonsense'] } };
  const absentRoute = module.replace(/routes\/\w+/, 'routes/nonsense');
  const methods = [
    ['replaceIpRestriction', 'PUT', { body: {} }],
    ['getIpRestriction', 'GET', {}],
    ['deleteIpRestriction', 'DELETE', {}],
  ] as const;
  for (const [operationId, method, options] of methods) {
    const edge = await ask(operationId, `${method} ${absentEdge}`, options);
    const route = await ask(operationId, `${method} ${absentRoute}`, options);
    expect([edge, route].map(outcome)).toEqual(['404 EDGE_NOT_FOUND', '404 ROUTE_NOT_FOUND']);
  }
  const refused = await ask('replaceIpRestriction', `PUT ${module}`, unknown);
  expect(outcome(refused)).toBe('400 UNKNOWN_IP_POLICY');
  await service.api('DELETE', module);
  expect(outcome(await ask('getIpRestriction', `GET ${module}`))).toBe('404 MODULE_NOT_FOUND');
});

it('documents writes and reads under a condition', async () => {
  const { headers } = await ask('replaceIpRestriction', `PUT ${module}`, { body: {} });
  const now = headers.get('etag') ?? '';
  const under = (name: string, value: string, body?: unknown) => ({
    headers: { [name]: value },
    ...(body !== undefined && { body }),
  });
  const cases: [string, string, string, Options][] = [
    ['304', 'getIpRestriction', 'GET', under('If-None-Match', now)],
    ['200', 'getIpRestriction', 'GET', under('If-None-Match', '"other"')],
    ['412 PRECONDITION_FAILED', 'replaceIpRestriction', 'PUT', under('If-None-Match', '*', {})],
    ['412 PRECONDITION_FAILED', 'replaceIpRestriction', 'PUT', under('If-Match', '"other"', {})],
    ['200', 'replaceIpRestriction', 'PUT', under('If-Match', now, {})],
    ['412 PRECONDITION_FAILED', 'deleteIpRestriction', 'DELETE', under('If-Match', '"other"')],
    ['412 PRECONDITION_FAILED', 'deleteIpRestriction', 'DELETE', under('If-None-Match', now)],
    ['412 PRECONDITION_FAILED', 'deleteIpRestriction', 'DELETE', under('If-None-Match', '*')],
    ['204', 'deleteIpRestriction', 'DELETE', under('If-Match', now)],
    ['412 PRECONDITION_FAILED', 'deleteIpRestriction', 'DELETE', under('If-Match', '*')],
    ['200', 'replaceIpRestriction', 'PUT', under('If-None-Match', '*', {})],
  ];
  for (const [expected, operationId, method, options] of cases)
    expect(outcome(await ask(operationId, `${method} ${module}`, options))).toBe(expected);
});

it('documents that a key which may read only does not write', async () => {
  const key = await apiKeysOf(service.account).create({ name: 'reader', read_only: true });
  const headers = { Authorization: `Bearer ${key}` };
  const cases: [string, string, unknown?][] = [
    ['createBotUser', 'POST /bot_users', {}],
    ['updateBotUser', `PATCH ${absentBot}`, {}],
    ['deleteBotUser', `DELETE ${absentBot}`],
    ['replaceIpRestriction', `PUT ${module}`, {}],
    ['deleteIpRestriction', `DELETE ${module}`],
  ];
  for (const [operationId, target, body] of cases)
    expect(outcome(await ask(operationId, target, { body, headers }))).toBe('403 KEY_READ_ONLY');
  expect((await ask('listBotUsers', 'GET /bot_users', { headers })).status).toBe(200);
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
  const answer = await ask('createBotUser', 'POST /bot_users', { body: { name } });
  expect(answer.status).toBe(status);
  const check = createCheck(document);
  const [{ requestBody } = {}] = operationsOf(document);
  const schema = requestBody?.content['application/json']?.schema ?? { not: {} };
  expect(check(schema, { name }).length === 0).toBe(status === 201);
});

it.each([
  ['createBotUser', () => 'POST /bot_users'],
  ['updateBotUser', async () => `PATCH /bot_users/${(await create()).id}`],
])('answers every example of %s with success', async (operationId, target) => {
  const operation = operationsOf(document).find((each) => each.operationId === operationId);
  const examples = Object.values(
    operation?.requestBody?.content['application/json']?.examples ?? {},
  );
  expect(examples).toHaveLength(2);
  for (const example of examples) {
    const body = resolve(document, example).value;
    expect((await ask(operationId, await target(), { body })).status).toBeLessThan(300);
  }
});
