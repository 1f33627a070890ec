import { expect, it } from 'vitest';
import { BODY_BYTES_MAX } from '#contract/wire.ts';
import { storageUnavailable } from '#service/domain/domain-error.ts';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import { problemsOf } from '#service/test/hostile-answers.test.helper.ts';
import { askRaw } from '#service/test/hostile-connection.test.helper.ts';
import {
  API_KEY,
  freshData,
  ownService,
  sharedService,
  throughUpstream,
  withBotUsers,
} from '#service/test/running-service.test.helper.ts';

const service = sharedService();

const ownHost = () => `Host: ${new URL(service.url).host}\r\n`;

/** Status and code of a documented response to a GET; `rest` is the end of its head and its body. */
async function outcomeOfGet(path: string, rest = '\r\n', host = ownHost()): Promise<string> {
  const signed = `Authorization: Bearer ${API_KEY}\r\nService-Version: 2\r\n`;
  const answer = await askRaw(service.url, `GET ${path} HTTP/1.1\r\n${host}${signed}${rest}`);
  expect(problemsOf('GET', path, answer)).toEqual([]);
  return outcome({ status: answer.status, json: JSON.parse(answer.body.toString()) });
}

it('gives every answer an operation id, and every error the same one in its body', async () => {
  const good = await service.api('GET', '/bot_users');
  const bad = await service.api('GET', '/nothing');
  expect(good.headers.get('operation-id')).toMatch(/^op_[0-9A-Za-z]{27}$/);
  expect(bad.json).toEqual({
    error_code: 'ENDPOINT_NOT_FOUND',
    status_code: 404,
    msg: expect.any(String),
    details: { operation_id: bad.headers.get('operation-id') },
  });
  expect(bad.headers.get('content-type')).toBe('application/json');
});

it.each([
  [undefined],
  [''],
  ['Bearer'],
  ['Basic Y29udHJhY3Q='],
  ['Bearer wrong-key'],
  [`Bearer ${API_KEY}x`],
  [`Bearer ${API_KEY} ${API_KEY}`],
])('refuses the authorization %j without repeating it', async (Authorization) => {
  const answer = await service.api('GET', '/bot_users', { headers: { Authorization } });
  expect(outcome(answer)).toBe('401 NOT_AUTHENTICATED');
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  expect(answer.text).not.toContain('wrong-key');
  expect(answer.text).not.toContain(API_KEY);
});

it.each([
  ['200', { Authorization: `bearer ${API_KEY}` }],
  ['400 VERSION_UNSUPPORTED', { 'Service-Version': '3' }],
  ['400 VERSION_UNSUPPORTED', { 'Service-Version': '2.0' }],
  ['400 VERSION_UNSUPPORTED', { 'Service-Version': '2, 2' }],
])('answers %s to %j', async (expected, headers) => {
  expect(outcome(await service.api('GET', '/bot_users', { headers }))).toBe(expected);
});

it('refuses in a fixed order: key, version, address, query, content type, JSON, fields', async () => {
  const broken = { method: 'POST', path: '/nothing?x=1', body: '{', type: 'text/plain' };
  const ask = (fixed: Partial<typeof broken>, headers: Record<string, string | undefined>) => {
    const { method, path, body, type } = { ...broken, ...fixed };
    return service.api(method, path, { body, headers: { 'Content-Type': type, ...headers } });
  };
  const path = '/bot_users?x=1';
  const json = { path: '/bot_users', type: 'application/json' };
  const noKey = { Authorization: undefined };
  const noVersion = { 'Service-Version': undefined };

  const answers = [
    await ask({}, { ...noKey, ...noVersion }),
    await ask({}, noVersion),
    await ask({}, {}),
    await ask({ path, method: 'PUT' }, {}),
    await ask({ path }, {}),
    await ask({ path: '/bot_users' }, {}),
    await ask(json, {}),
    await ask({ ...json, body: '{"x":1}' }, {}),
  ];
  expect(answers.map(({ json: { error_code } }) => error_code)).toEqual([
    // The upstream mode passes known addresses only, and looks at nothing else of a request first.
    throughUpstream ? 'ENDPOINT_NOT_FOUND' : 'NOT_AUTHENTICATED',
    throughUpstream ? 'ENDPOINT_NOT_FOUND' : 'VERSION_MISSING',
    'ENDPOINT_NOT_FOUND',
    'METHOD_NOT_ALLOWED',
    'INVALID_QUERY',
    'UNSUPPORTED_CONTENT_TYPE',
    'INVALID_JSON',
    'INVALID_BODY',
  ]);
});

it.each([
  ['/bot_users', 'POST, GET, HEAD'],
  ['/bot_users/x', 'GET, HEAD, PATCH, DELETE'],
  ['/edges/https/e/routes/r/ip_restriction', 'PUT, GET, HEAD, DELETE'],
])('names the methods that %s has', async (path, allow) => {
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PURGE'];
  for (const method of methods.filter((name) => !allow.includes(name))) {
    const answer = await service.api(method, path);
    expect([method, answer.status]).toEqual([method, 405]);
    expect(answer.headers.get('allow')).toBe(allow);
  }
});

it('answers HEAD like GET without the body', async () => {
  const head = await service.api('HEAD', '/bot_users');
  expect([head.status, head.text]).toEqual([200, '']);
  expect((await service.api('HEAD', '/bot_users/x')).status).toBe(404);
});

it.each(['', '/', '/bot_users/', '/bot_users/x/y', '/Bot_users', '/bot%5Fusers'])(
  'has nothing at %j',
  async (path) => {
    expect(outcome(await service.api('GET', path))).toBe('404 ENDPOINT_NOT_FOUND');
  },
);

it.each(['%', '%zz', '%ff', '%c0%ae', '..', 'x/../x', '%2E%2e', '.', 'a\\..\\b'])(
  'refuses %s in a path',
  async (part) => {
    expect(await outcomeOfGet(`/api/bot_users/${part}`)).toBe('400 INVALID_PATH');
  },
);

it('refuses a body on GET and DELETE, but not a content type alone', async () => {
  const json = { headers: { 'Content-Type': 'application/json' } };
  expect((await service.api('GET', '/bot_users', json)).status).toBe(200);
  expect((await service.api('DELETE', '/bot_users/x', json)).status).toBe(404);
  const withBody = await service.api('DELETE', '/bot_users/x', { body: {} });
  expect(outcome(withBody)).toBe('400 BODY_NOT_EXPECTED');
});

it.each<[string, string, string?]>([
  ['400 HOST_MISSING', '\r\n', ''],
  ['421 MISDIRECTED_REQUEST', '\r\n', 'Host: evil.example\r\n'],
  ['400 BODY_NOT_EXPECTED', 'Content-Length: 2\r\n\r\n{}'],
  ['400 BODY_NOT_EXPECTED', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'],
  ['400 MALFORMED_REQUEST', 'Transfer-Encoding: gzip\r\n\r\n'],
  ['431 HEADERS_TOO_LARGE', `X: ${'x'.repeat(20_000)}\r\n\r\n`],
])('answers %s to a GET before it looks at what is asked', async (expected, rest, host) => {
  expect(await outcomeOfGet('/api/bot_users', rest, host)).toBe(expected);
});

it.each([
  [undefined, 415],
  ['text/plain', 415],
  ['application/x-www-form-urlencoded', 415],
  ['application/json; charset=latin1', 415],
  ['application/json; charset=UTF-8', 400],
  ['application/json;charset="utf-8"', 400],
  ['Application/JSON', 400],
])('answers the content type %j of an empty object with %i', async (type, status) => {
  const headers = { 'Content-Type': type };
  const body = new TextEncoder().encode('{}');
  expect((await service.api('POST', '/bot_users', { body, headers })).status).toBe(status);
});

it.each([
  ['', 'This operation needs a body'],
  ['{', 'The body is not JSON in UTF-8'],
  ['{"name":"x"} x', 'The body is not JSON in UTF-8'],
  [new Uint8Array([0x22, 0xff, 0x22]), 'The body is not JSON in UTF-8'],
  ['['.repeat(500_000), 'The body is not JSON in UTF-8'],
])('refuses a body that is no JSON', async (body, msg) => {
  const answer = await service.api('POST', '/bot_users', { body });
  expect(answer.status).toBe(400);
  expect(answer.json).toMatchObject({ error_code: 'INVALID_JSON', msg });
});

it('takes a body of exactly the limit and refuses one byte more', async () => {
  const padded = (size: number) => '{"name":""}'.padEnd(size, ' ');
  const ask = (size: number) => service.api('POST', '/bot_users', { body: padded(size) });
  expect((await ask(BODY_BYTES_MAX)).json.error_code).toBe('INVALID_BODY');
  expect((await ask(BODY_BYTES_MAX + 1)).status).toBe(413);
});

it('answers only to its own host names', async () => {
  const ask = async (host: string, path: string) => {
    const { status, body } = await askRaw(
      service.url,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    );
    return `${status} ${body.toString()}`;
  };
  const { port } = new URL(service.url);

  for (const host of [`LOCALHOST:${port}`, `[::1]:${port}`])
    expect(await ask(host, '/api/bot_users')).toMatch(/^401 /);
  for (const host of ['evil.example', 'localhost', '']) {
    expect(await ask(host, '/api/bot_users')).toMatch(/^421 .*"MISDIRECTED_REQUEST"/);
    expect(await ask(host, '/')).toContain(`Use ${service.url}`);
    expect(await ask(host, '/config.json')).toMatch(/^421 /);
    expect(await ask(host, '/healthz')).toMatch(/^200 /);
  }
});

it.each([
  ['500 INTERNAL_ERROR', new Error('disk on fire')],
  ['503 STORAGE_UNAVAILABLE', storageUnavailable(new Error('disk on fire'))],
])('hides the reason of %s from the caller and hands it to the log', async (expected, error) => {
  const page = () => Promise.reject(error);
  const broken = await ownService(await freshData(), {}, withBotUsers({ page }));
  const answer = await broken.api('GET', '/bot_users');
  expect(outcome(answer)).toBe(expected);
  expect(answer.text).not.toContain('fire');
  expect(broken.defects).toEqual([{ error, operationId: answer.json.details.operation_id }]);
});

it('answers wrong keys with 401, however many there are', async () => {
  for (let i = 0; i < 70; i += 1) {
    const headers = { Authorization: `Bearer guess-${i}` };
    expect((await service.api('GET', '/bot_users', { headers })).status).toBe(401);
  }
});
