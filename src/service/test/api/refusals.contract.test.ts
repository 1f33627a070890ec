import { afterAll, beforeAll, expect, it } from 'vitest';
import { BODY_BYTES_MAX } from '#contract/wire.ts';
import {
  API_KEY,
  removeDirectories,
  freshData,
  startService,
  throughUpstream,
  type RunningService,
} from '#service/test/running-service.test.helper.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startService(await freshData());
});
afterAll(async () => {
  await service.stop();
  removeDirectories();
});

const HOST = () => `Host: ${new URL(service.url).host}`;
const SIGNED = `Authorization: Bearer ${API_KEY}\r\nService-Version: 2\r\nConnection: close\r\n`;

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
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  expect(answer.json.error_code).toBe('NOT_AUTHENTICATED');
  expect(answer.text).not.toContain('wrong-key');
  expect(answer.text).not.toContain(API_KEY);
});

it('takes the scheme in any case', async () => {
  const headers = { Authorization: `bearer ${API_KEY}` };
  expect((await service.api('GET', '/bot_users', { headers })).status).toBe(200);
});

it('tells a missing version from another one', async () => {
  const ask = (version: string | undefined) =>
    service.api('GET', '/bot_users', { headers: { 'Service-Version': version } });
  expect(await ask(undefined)).toMatchObject({
    status: 400,
    json: { error_code: 'VERSION_MISSING' },
  });
  for (const version of ['1', '3', '2.0', '2, 2'])
    expect(await ask(version)).toMatchObject({
      status: 400,
      json: { error_code: 'VERSION_UNSUPPORTED' },
    });
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
    const answer = await service.api('GET', path);
    expect([answer.status, answer.json?.error_code]).toEqual([404, 'ENDPOINT_NOT_FOUND']);
  },
);

it.each(['%', '%zz', '%ff', '%c0%ae', '..', 'x/../x', '%2E%2e', '.', 'a\\..\\b'])(
  'refuses %s in a path',
  async (part) => {
    const answer = await service.raw(
      `GET /api/bot_users/${part} HTTP/1.1\r\n${HOST()}\r\n${SIGNED}\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toContain('"INVALID_PATH"');
  },
);

it('refuses a body on GET and DELETE, but not a content type alone', async () => {
  const json = { headers: { 'Content-Type': 'application/json' } };
  expect((await service.api('GET', '/bot_users', json)).status).toBe(200);
  expect((await service.api('DELETE', '/bot_users/x', json)).status).toBe(404);
  expect((await service.api('DELETE', '/bot_users/x', { body: {} })).json.error_code).toBe(
    'BODY_NOT_EXPECTED',
  );
  for (const framing of [
    'Content-Length: 2\r\n\r\n{}',
    'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
  ]) {
    const answer = await service.raw(
      `GET /api/bot_users HTTP/1.1\r\n${HOST()}\r\n${SIGNED}${framing}`,
    );
    expect(answer).toContain('"BODY_NOT_EXPECTED"');
  }
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
  const body = new TextEncoder().encode('{}');
  const answer = await service.api('POST', '/bot_users', {
    body,
    headers: { 'Content-Type': type },
  });
  expect(answer.status).toBe(status);
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

it('refuses a body that grows too large without an announced length', async () => {
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  const answer = await service.raw(
    `POST /api/bot_users HTTP/1.1\r\n${HOST()}\r\nContent-Type: application/json\r\n${SIGNED}` +
      `Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(17)}`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer).toContain('"BODY_TOO_LARGE"');
});

it('answers only to its own host names', async () => {
  const ask = (host: string, path: string) =>
    service.raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const { port } = new URL(service.url);

  for (const host of [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `LOCALHOST:${port}`,
    `[::1]:${port}`,
  ])
    expect(await ask(host, '/api/bot_users')).toMatch(/^HTTP\/1.1 401 /);
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost', '127.0.0.1:1', '']) {
    const api = await ask(host, '/api/bot_users');
    expect(api).toMatch(/^HTTP\/1.1 421 /);
    expect(api).toContain('"MISDIRECTED_REQUEST"');
    expect(await ask(host, '/')).toContain(`Use ${service.url}`);
    expect(await ask(host, '/config.json')).toMatch(/^HTTP\/1.1 421 /);
    expect(await ask(host, '/healthz')).toMatch(/^HTTP\/1.1 200 /);
  }
});

it.each([
  ['NONSENSE\r\n\r\n', 400, 'MALFORMED_REQUEST'],
  ['GET /api HTTP/1.1\r\n\r\n', 400, 'HOST_MISSING'],
  [`GET /api HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
])('answers what is hardly HTTP in the same form', async (bytes, status, code) => {
  const answer = await service.raw(bytes.replace('\r\n', '\r\nConnection: close\r\n'));
  const [head, body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(JSON.parse(body)).toMatchObject({
    error_code: code,
    status_code: status,
    details: { operation_id: expect.stringMatching(/^op_/) },
  });
});

it('hides a defect from the caller and hands it to the log', async () => {
  const broken = await startService(await freshData(), {}, (account) => {
    const page = () => Promise.reject(new Error('disk on fire'));
    const botUsers = { ...account.stores.botUsers, page };
    return { ...account, stores: { ...account.stores, botUsers } };
  });
  const answer = await broken.api('GET', '/bot_users');
  await broken.stop();
  expect(answer.status).toBe(500);
  expect(answer.json.error_code).toBe('INTERNAL_ERROR');
  expect(answer.text).not.toContain('fire');
  expect(broken.defects).toEqual([
    { error: new Error('disk on fire'), operationId: answer.json.details.operation_id },
  ]);
});

it('answers wrong keys with 401, however many there are', async () => {
  for (let i = 0; i < 70; i += 1) {
    const headers = { Authorization: `Bearer guess-${i}` };
    expect((await service.api('GET', '/bot_users', { headers })).status).toBe(401);
  }
});
