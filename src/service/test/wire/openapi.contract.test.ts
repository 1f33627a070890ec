import { beforeAll, expect, it } from 'vitest';
import { BODY_BYTES_MAX } from '#contract/wire.ts';
import { apiKeysOf } from '#service/data.ts';
import {
  createResponseCheck,
  outcome,
  parseDocument,
} from '#service/http/openapi/checks.test.helper.ts';
import { askRaw } from '#service/test/hostile-connection.test.helper.ts';
import { API_KEY, firstModule, sharedService } from '#service/test/running-service.test.helper.ts';

/**
 * The document says what the service does. `service.api` holds every response against it, here and in the tests of the
 * API: these are the refusals that the others do not see at every operation.
 */
const service = sharedService({ demo: true });
let module: string;
/** Of a key that may only read. */
let reader: { Authorization: string };

beforeAll(async () => {
  module = await firstModule(service);
  const key = await apiKeysOf(service.account).create({ name: 'reader', read_only: true });
  reader = { Authorization: `Bearer ${key}` };
});

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

const absentBot = `/bot_users/bot_${'0'.repeat(27)}`;

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
  const takesBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const body = takesBody ? {} : undefined;
  const plainText = { 'Content-Type': 'text/plain' };
  const refusals = {
    '401 NOT_AUTHENTICATED': { headers: { Authorization: undefined } },
    '400 VERSION_MISSING': { headers: { 'Service-Version': undefined } },
    '400 VERSION_UNSUPPORTED': { headers: { 'Service-Version': '1' } },
    ...(method !== 'GET' && { '403 KEY_READ_ONLY': { headers: reader, body } }),
    ...(method === 'DELETE' && { '400 BODY_NOT_EXPECTED': { body: {} } }),
    ...(takesBody && {
      '415 UNSUPPORTED_CONTENT_TYPE': { body: '{}', headers: plainText },
      '413 BODY_TOO_LARGE': { body: ' '.repeat(BODY_BYTES_MAX + 1) },
      '400 INVALID_JSON': { body: '{' },
      '400 INVALID_BODY': { body: { colour: 'red' } },
    }),
  };
  for (const [expected, options] of Object.entries(refusals))
    expect(outcome(await service.api(method, path(), options))).toBe(expected);
  const unknown = await service.api(method, `${path()}?colour=red`, { body });
  expect(outcome(unknown)).toBe('400 INVALID_QUERY');
});

it('documents what is refused before it is looked at', async () => {
  const problemsOf = createResponseCheck(parseDocument());
  const own = `Host: ${new URL(service.url).host}\r\n`;
  const head = (line: string, host = own) =>
    `${line} HTTP/1.1\r\n${host}Authorization: Bearer ${API_KEY}\r\nService-Version: 2\r\n`;
  const [get, post] = [head('GET /api/bot_users'), head('POST /api/bot_users')];
  const chunked = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n';
  const cases = {
    '400 HOST_MISSING': head('GET /api/bot_users', ''),
    '421 MISDIRECTED_REQUEST': head('GET /api/bot_users', 'Host: evil.example\r\n'),
    '400 BODY_NOT_EXPECTED': `${get}Content-Length: 2\r\n\r\n{}`,
    '400 MALFORMED_REQUEST': `${post}${chunked}\r\nnonsense`,
    '400 INVALID_PATH': head('GET /api/bot_users/%zz'),
    '431 HEADERS_TOO_LARGE': `${post}X: ${'x'.repeat(20_000)}\r\n`,
  };
  for (const [expected, bytes] of Object.entries(cases)) {
    const { status, headers, body } = await askRaw(service.url, `${bytes}\r\n`);
    const response = {
      status,
      headers: new Headers([...headers].map(([name, [value = '']]) => [name, value])),
      json: JSON.parse(body.toString()) as { error_code: string },
    };
    expect(outcome(response)).toBe(expected);
    const [request = ''] = bytes.replace('/api', '').split(' HTTP', 1);
    expect(problemsOf(request, response)).toEqual([]);
  }
});
