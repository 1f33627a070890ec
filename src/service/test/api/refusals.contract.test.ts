import { expect, it } from 'vitest';
import { BODY_BYTES_MAX } from '#contract/wire.ts';
import { storageUnavailable } from '#service/domain/errors.ts';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import { askRaw } from '#service/test/hostile-connection.test.helper.ts';
import {
  API_KEY,
  ownService,
  sharedService,
  throughUpstream,
} from '#service/test/running-service.test.helper.ts';

const service = sharedService();

it.each([undefined, 'Basic Y29udHJhY3Q=', 'Bearer wrong-key', `Bearer ${API_KEY} ${API_KEY}`])(
  'refuses the authorization %j without repeating it',
  async (Authorization) => {
    const answer = await service.api('GET', '/bot_users', { headers: { Authorization } });
    expect(outcome(answer)).toBe('401 NOT_AUTHENTICATED');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.text).not.toContain('wrong-key');
    expect(answer.text).not.toContain(API_KEY);
  },
);

it('refuses in a fixed order: key, version, address, query, content type, JSON, fields', async () => {
  const noVersion = { 'Service-Version': undefined };
  const broken = { method: 'POST', path: '/nothing?x=1', body: '{', type: 'text/plain' };
  const known = { method: 'POST', path: '/bot_users?x=1', body: '{', type: 'text/plain' };
  const whole = { ...known, path: '/bot_users' };
  const json = { ...whole, type: 'application/json' };
  // The upstream mode passes known addresses only, and looks at nothing else of a request first.
  const first = (code: string) => (throughUpstream ? 'ENDPOINT_NOT_FOUND' : code);
  for (const [code, { method, path, body, type }, headers] of [
    [first('NOT_AUTHENTICATED'), broken, { Authorization: undefined, ...noVersion }],
    [first('VERSION_MISSING'), broken, noVersion],
    [first('VERSION_UNSUPPORTED'), broken, { 'Service-Version': '2.0' }],
    ['ENDPOINT_NOT_FOUND', broken, {}],
    ['METHOD_NOT_ALLOWED', { ...known, method: 'PUT' }, {}],
    ['INVALID_QUERY', known, {}],
    ['UNSUPPORTED_CONTENT_TYPE', whole, {}],
    ['INVALID_JSON', json, {}],
    ['INVALID_BODY', { ...json, body: '{"x":1}' }, {}],
  ] as const) {
    const options = { body, headers: { 'Content-Type': type, ...headers } };
    expect((await service.api(method, path, options)).json.error_code).toBe(code);
  }
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

it.each(['', '/bot_users/', '/bot_users/x/y', '/Bot_users', '/bot%5Fusers'])(
  'has nothing at %j',
  async (path) => {
    expect(outcome(await service.api('GET', path))).toBe('404 ENDPOINT_NOT_FOUND');
  },
);

it('takes any content type without a body on GET and DELETE', async () => {
  const typed = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
  expect((await service.api('GET', '/bot_users', typed)).status).toBe(200);
  expect((await service.api('DELETE', '/bot_users/x', typed)).status).toBe(404);
});

it.each([
  [undefined, 415],
  ['application/json; charset=latin1', 415],
  ['Application/JSON;charset="utf-8"', 400],
])('answers the content type %j of an empty object with %i', async (type, status) => {
  const headers = { 'Content-Type': type };
  const body = new TextEncoder().encode('{}');
  expect((await service.api('POST', '/bot_users', { body, headers })).status).toBe(status);
});

it.each([
  ['', 'This operation needs a body'],
  [new Uint8Array([0x22, 0xff, 0x22]), 'The body is not JSON in UTF-8'],
])('refuses a body that is no JSON', async (body, msg) => {
  const answer = await service.api('POST', '/bot_users', { body });
  expect(answer.json).toMatchObject({ error_code: 'INVALID_JSON', msg });
});

it('takes a body of exactly the limit', async () => {
  const body = '{"name":""}'.padEnd(BODY_BYTES_MAX, ' ');
  expect(outcome(await service.api('POST', '/bot_users', { body }))).toBe('400 INVALID_BODY');
});

it('answers only to its own host names', async () => {
  const ask = async (host: string, path: string) => {
    const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    const { status, body } = await askRaw(service.url, head);
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
  const broken = await ownService();
  Object.assign(broken.account.stores.botUsers, { page });
  const answer = await broken.api('GET', '/bot_users');
  expect(outcome(answer)).toBe(expected);
  expect(answer.text).not.toContain('fire');
  const operationId = answer.json.details.operation_id;
  expect(broken.defects).toEqual([{ error, operationId, operation: 'GET /bot_users' }]);
});
