import { VERSION, VERSION_HEADER } from '#contract/wire.ts';
import { API_KEY } from '#service/test/running-service.test.helper.ts';

/** Only a `document` may run the page; `file`, `asset` and `text` can be opened in a browser; `api` is for callers. */
export type HeaderSet = 'document' | 'file' | 'asset' | 'text' | 'api';

/**
 * What is answered, with which status, to which bytes. Words in capitals and braces stand for what only the running
 * service knows.
 */
export type AnswerKind = [headers: HeaderSet, status: number, bytes: string];

const ask = (line: string, ...fields: string[]) =>
  [`${line} HTTP/1.1`, 'Host: {HOST}', ...fields, '', ''].join('\r\n');

const KEY = `Authorization: Bearer ${API_KEY}`;
const READER = 'Authorization: Bearer {READER}';
const VERSIONED = `${VERSION_HEADER}: ${VERSION}`;

const api = (line: string, ...fields: string[]) => ask(line, KEY, VERSIONED, ...fields);

const JSON_BODY = 'Content-Type: application/json';

const send = (line: string, body: string, type = JSON_BODY) =>
  api(line, type, `Content-Length: ${body.length}`) + body;

const page: AnswerKind[] = [
  ['document', 200, ask('GET /')],
  ['document', 200, ask('HEAD /bot-users')],
  ['document', 200, ask('GET /index.html?x=1')],
  ['document', 200, ask('GET /', 'Range: bytes=0-1')],
  ['document', 200, ask('GET /', 'Connection: Upgrade', 'Upgrade: websocket')],
  ['document', 200, ask('GET /', 'Expect: the impossible')],
  ['document', 304, ask('GET /', 'If-None-Match: {DOCUMENT_TAG}')],
  ['file', 200, ask('GET /favicon.svg')],
  ['asset', 200, ask('GET /assets/index-abc.js')],
  ['asset', 200, ask('HEAD /assets/index-abc.js')],
  ['asset', 200, ask('GET /assets/index-abc.js', 'Accept-Encoding: br')],
  ['asset', 200, ask('GET /assets/index-abc.js', 'Range: bytes=99-')],
  ['asset', 304, ask('GET /assets/index-abc.js', 'If-None-Match: {ASSET_TAG}')],
  ['text', 404, ask('GET /assets/gone.js')],
  ['text', 404, ask('HEAD /gone.js')],
  ['text', 405, ask('POST /', 'Content-Length: 0')],
];

const besidePage: AnswerKind[] = [
  ['text', 200, ask('GET /healthz')],
  ['text', 200, ask('GET /readyz')],
  ['text', 200, ask('GET /metrics')],
  ['text', 200, ask('GET /config.json')],
  ['text', 400, ask('OPTIONS *')],
  ['text', 400, ask('GET http://{HOST}/')],
  ['text', 400, ask('POST /', 'Transfer-Encoding: gzip')],
  ['text', 400, 'GET / HTTP/1.1\r\n\r\n'],
  ['text', 421, 'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
];

/** To what is no request as Node reads it. */
const unread: AnswerKind[] = [
  ['api', 400, 'NONSENSE\r\n\r\n'],
  ['api', 405, 'CONNECT gate.example:443 HTTP/1.1\r\n\r\n'],
  ['api', 431, ask('GET /', `X: ${'x'.repeat(20_000)}`)],
];

/** To a head that never ends. */
const tooSlow: AnswerKind[] = [['api', 408, 'GET / HTTP/1.1\r\nHost: {HOST}\r\n']];

const refused: AnswerKind[] = [
  ['api', 400, 'GET /api/bot_users HTTP/1.1\r\n\r\n'],
  ['api', 400, api('GET /api/bot_users/..')],
  ['api', 404, api('GET /api')],
  ['api', 404, api('HEAD /api/nothing')],
  ['api', 405, api('PUT /api/bot_users')],
  ['api', 405, api('OPTIONS /api/bot_users')],
  ['api', 413, api('POST /api/bot_users', JSON_BODY, 'Content-Length: 99999999')],
  ['api', 421, 'GET /api/bot_users HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
];

const everywhere = [...page, ...besidePage, ...unread, ...refused];

/**
 * By who answers: the service with its data, one whose parts fail, one that counts requests, one before an upstream;
 * and two that give a head 100 ms, which on a busy machine would be too little for the rest.
 */
export const answerKinds = {
  embedded: [
    ...everywhere,
    ['api', 200, ask('GET /api/openapi.json')],
    ['api', 200, api('GET /api/bot_users')],
    ['api', 200, api('GET /api/bot_users')], // this time from memory
    ['api', 201, send('POST /api/bot_users', '{"name":"made"}')],
    ['api', 304, api('GET /api{MODULE}', 'If-None-Match: *')],
    ['api', 400, ask('GET /api/bot_users', KEY)],
    ['api', 400, send('POST /api/bot_users', '{')],
    ['api', 401, ask('GET /api/bot_users')],
    ['api', 403, ask('DELETE /api/bot_users/{BOT}', READER, VERSIONED)],
    ['api', 404, api('GET /api/bot_users/none')],
    ['api', 409, send('POST /api/bot_users', '{"name":"taken"}')],
    ['api', 412, api('DELETE /api{MODULE}', 'If-Match: "stale"')],
    ['api', 415, send('POST /api/bot_users', '{}', 'Content-Type: text/plain')],
    ['api', 204, api('DELETE /api/bot_users/{BOT}')],
  ],
  failing: [
    ['text', 404, ask('GET /')],
    ['text', 404, ask('GET /assets/index-abc.js')],
    ['text', 500, ask('GET /metrics')],
    ['text', 503, ask('GET /readyz')],
    ['api', 500, api('GET /api/bot_users')],
    ['api', 503, api('GET /api/bot_users/{BOT}')],
    ['api', 500, api('GET /inventory/routes')],
  ],
  impatient: tooSlow,
  impatientUpstream: tooSlow,
  limited: [['api', 429, api('GET /api/bot_users')]],
  upstream: [
    ...everywhere,
    ['api', 200, api('GET /api/bot_users/200')],
    ['api', 204, api('DELETE /api/bot_users/204')],
    ['api', 304, api('GET /api/bot_users/304')],
    ['api', 401, api('GET /api/bot_users/401')],
    ['api', 404, api('HEAD /api/bot_users/404')],
    ['api', 500, api('GET /api/bot_users/500')],
    ['api', 502, api('GET /api/bot_users/302')],
    ['api', 502, api('GET /api/bot_users', 'User-Agent: Gatehouse')],
  ],
} satisfies Record<string, AnswerKind[]>;
