import { beforeAll, expect, it } from 'vitest';
import { BODY_BYTES_MAX } from '#contract/wire.ts';
import { testAuthor } from '#service/domain/author.test.helper.ts';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import { firstModule, sharedService } from '#service/test/running-service.test.helper.ts';

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
  const made = { name: 'reader', read_only: true };
  const key = await service.account.apiKeys.create(made, testAuthor);
  reader = { Authorization: `Bearer ${key}` };
});

it('is served to anybody, for reading only', async () => {
  const response = await fetch(`${service.url}/api/openapi.json`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({ servers: [{ url: `${service.url}/api` }] });
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
