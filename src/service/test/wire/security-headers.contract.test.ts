import { beforeAll, expect, it } from 'vitest';
import { fixedHeaders } from '#service/http/headers.ts';
import { askRaw, type RawAnswer } from '#service/test/hostile-connection.test.helper.ts';
import { API_KEY, firstModule, sharedService } from '#service/test/running-service.test.helper.ts';

// The headers are spelled out: a change of the code must not change what it is held against.
const everywhere = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  // The service says that people reach it by TLS.
  'strict-transport-security': 'max-age=63072000',
};
const tight = "default-src 'none'; frame-ancestors 'none'; sandbox";
const strict =
  "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'none'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
/** All that are named are off. */
const features: unknown = expect.stringMatching(/^camera=\(\)(, [a-z-]+=\(\))+$/);

const opened = (csp: string, caching: string) => ({
  ...everywhere,
  'content-security-policy': csp,
  'cache-control': caching,
});
/** Only a `document` may run the page; `file`, `asset` and `text` can be opened in a browser; `api` is for callers. */
const expected = {
  document: { ...opened(strict, 'no-cache'), 'permissions-policy': features },
  file: opened(tight, 'no-cache'),
  asset: opened(tight, 'public, max-age=31536000, immutable'),
  text: opened(tight, 'no-store'),
  api: opened(tight, 'no-store'),
};

/** Headers that would reveal or allow something. */
const NEVER = ['server', 'x-powered-by', 'location', 'set-cookie', 'access-control-allow-origin'];
const NAMES = [...Object.keys(expected.document), ...NEVER];

/** The values of all these headers; a repeated header has more than one. */
const policiesOf = ({ headers }: RawAnswer) =>
  Object.fromEntries(NAMES.map((name) => [name, headers.get(name)?.join(' AND ')]));

const ask = (line: string, ...fields: string[]) =>
  [`${line} HTTP/1.1`, 'Host: {HOST}', ...fields, '', ''].join('\r\n');
const api = (line: string) => ask(line, `Authorization: Bearer ${API_KEY}`, 'Service-Version: 2');

type Kind = [headers: keyof typeof expected, status: number, bytes: string];

const kinds: Kind[] = [
  ['document', 200, ask('GET /')],
  ['document', 200, ask('HEAD /bot-users')],
  ['document', 200, ask('GET /bot-users/a.b')],
  ['document', 200, ask('GET /apix')],
  ['document', 200, ask('GET /%')],
  ['document', 200, ask('GET /index.html?x=1', 'Range: bytes=0-1')],
  ['file', 200, ask('GET /favicon.svg')],
  // Its name does not change with it.
  ['file', 200, ask('GET /assets/../favicon.svg')],
  ['file', 200, ask('GET /assets/%2e%2e/favicon.svg')],
  ['asset', 200, ask('GET /assets/index-abc.js', 'Accept-Encoding: br')],
  ['text', 404, ask('GET /assets/gone.js')],
  ['text', 404, ask('GET /assets/..%2f..%2fpackage.json')],
  ['text', 404, ask('GET /favicon.ico')],
  ['text', 404, ask('GET /metrics')], // switched off
  ['text', 405, ask('POST /', 'Content-Length: 0')],
  ['text', 200, ask('GET /healthz')],
  ['text', 200, ask('GET /config.json')],
  ['text', 400, ask('OPTIONS *')],
  ['text', 421, 'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
  // Node has no response object for what it cannot read: one function writes them all.
  ['api', 400, 'NONSENSE\r\n\r\n'],
  ['api', 200, ask('GET /api/openapi.json')],
  ['api', 200, api('HEAD /api/bot_users')],
  ['api', 200, api('GET /api/bot_users')],
  ['api', 200, api('GET /api/bot_users')], // this time from memory
  ['api', 204, api('DELETE {MODULE}')],
  ['api', 400, api('GET /api/bot_users/%')],
  ['api', 401, ask('GET /api/bot_users')],
  ['api', 401, ask('GET /inventory/routes')],
  ['api', 404, api('HEAD /api/nothing')],
  ['api', 421, 'GET /api/bot_users HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
  ['api', 500, api(`GET /api/bot_users/bot_${'0'.repeat(27)}`)],
];

const find = () => Promise.reject(new Error('on fire'));
const settings = { publicUrl: 'https://gate.example', demo: true };
const service = sharedService(settings);
beforeAll(() => void Object.assign(service.account.stores.botUsers, { find }));

it.each(kinds)('has its headers: %s, %i to %j', async (headers, status, bytes) => {
  const filled = bytes
    .replace('{HOST}', new URL(service.url).host)
    .replace('{MODULE}', `/api${await firstModule(service)}`);
  const response = await askRaw(service.url, filled);
  expect(response.status).toBe(status);
  expect(policiesOf(response)).toEqual(expected[headers]);
  const [type = ''] = response.headers.get('content-type') ?? [];
  expect(type.startsWith('text/html')).toBe(headers === 'document');
});

it('promises TLS only where people reach the service by it', () => {
  expect(Object.keys(fixedHeaders('http://gate.example')).join()).not.toMatch(/transport/i);
});
