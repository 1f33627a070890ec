import { beforeAll, expect, it } from 'vitest';
import { connectRaw } from '#service/test/hostile-connection.test.helper.ts';
import { outcomeOf } from '#service/test/hostile-oracle.test.helper.ts';
import { API_KEY, firstModule, sharedService } from '#service/test/running-service.test.helper.ts';

/** What Node leaves to its user, or does in a way of its own. */
const service = sharedService({ demo: true });
let signed: string;

beforeAll(() => {
  const { host } = new URL(service.url);
  signed = `Host: ${host}\r\nAuthorization: Bearer ${API_KEY}\r\nService-Version: 2\r\n`;
});

const get = (headers = '') => `GET /api/bot_users?limit=1 HTTP/1.1\r\n${signed}${headers}\r\n`;

function write(method: string, path: string, body: string, headers = ''): string {
  const type = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return `${method} /api${path} HTTP/1.1\r\n${signed}${headers}${type}\r\n${body}`;
}

/** Sends all at once; `none` is a connection that has ended. */
async function outcomes(bytes: string, answers: number): Promise<string[]> {
  const connection = await connectRaw(Number(new URL(service.url).port));
  connection.send(Buffer.from(bytes));
  const found: string[] = [];
  for (let i = 0; i < answers; i += 1) found.push(outcomeOf(await connection.next('POST')));
  connection.close();
  return found;
}

it.each([
  ['CONNECT gate.example:443 HTTP/1.1\r\n\r\n', ['405 METHOD_NOT_ALLOWED', 'none']],
  ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', ['400 MALFORMED_REQUEST', 'none']],
  ['\x16\x03\x01\x02\x00\x01', ['400 MALFORMED_REQUEST', 'none']],
])('answers %j in its own form', async (bytes, expected) => {
  expect(await outcomes(bytes, 2)).toEqual(expected);
});

it.each(['gzip', 'gzip, chunked', 'xchunked', 'chunked, chunked'])(
  'does not wait for the end of a body in the transfer encoding %s',
  async (encoding) => {
    const rest = `HTTP/1.1\r\n${signed}Transfer-Encoding: ${encoding}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;
    for (const path of ['/api/bot_users', '/api/bot_users/a\\b'])
      expect(await outcomes(`POST ${path} ${rest}`, 2)).toEqual(['400 MALFORMED_REQUEST', 'none']);
  },
);

it('passes over expectations that it does not know', async () => {
  expect(await outcomes(get('Expect: 200-ok\r\n') + get(), 2)).toEqual(['200', '200']);
});

it('never says "continue" in the middle of another answer', async () => {
  const expecting = write('POST', '/bot_users', '{}', 'Expect: 100-continue\r\n');
  // Node closes after a request that was not told to continue.
  expect(await outcomes(get() + expecting + get(), 3)).toEqual(['200', '400 INVALID_BODY', 'none']);
});

it('leaves no request unanswered that came together with an upgrade', async () => {
  const upgrade = 'Connection: upgrade\r\nUpgrade: websocket\r\n';
  const body = write('POST', '/bot_users', '{}', upgrade);
  expect(await outcomes(get() + body + get(), 3)).toEqual(['200', '400 INVALID_BODY', 'none']);
});

it('answers what comes before something that is no HTTP, in its turn', async () => {
  const named = write('POST', '/bot_users', '{"name":"before nonsense"}');
  expect(await outcomes(`${get()}${named}NONSENSE\r\n\r\n`, 4)).toEqual([
    '200',
    '201',
    '400 MALFORMED_REQUEST',
    'none',
  ]);
});

it('never begins with what follows the last answer of a connection', async () => {
  const last = get('Connection: close\r\n');
  const name = 'nobody would know';
  const bytes = `${last}${write('POST', '/bot_users', JSON.stringify({ name }))}`;
  for (const rest of ['', 'NONSENSE\r\n\r\n'])
    expect(await outcomes(bytes + rest, 2)).toEqual(['200', 'none']);
  expect((await service.api('GET', '/bot_users')).text).not.toContain(name);
});

it('makes the changes of one connection in their order', async () => {
  const { json } = await service.api('POST', '/bot_users', { body: { name: 'in order' } });
  const renames = Array.from({ length: 40 }, (_, index) =>
    write('PATCH', `/bot_users/${json.id}`, `{"name":"in order ${index}"}`),
  );
  expect(await outcomes(renames.join(''), 40)).toEqual(Array(40).fill('200'));
  const after = await service.api('GET', `/bot_users/${json.id}`);
  expect(after.json.name).toBe('in order 39');
});

it.each([
  ['half a million wrong items', `{"ip_policy_ids":[${'1,'.repeat(500_000)}1]}`],
  ['an id of a megabyte', `{"ip_policy_ids":["${'x'.repeat(1_000_000)}"]}`],
  ['half a character', String.raw`{"ip_policy_ids":["\ud800"]}`],
  ['a field name of a megabyte', `{"${'k'.repeat(1_000_000)}":1}`],
  ['a field name of half a character', String.raw`{"\ud800":1}`],
])('refuses %s without repeating it', async (_, body) => {
  expect(await outcomes(write('PUT', await firstModule(service), body), 1)).toEqual([
    '400 INVALID_BODY',
  ]);
});

it('has come upon no defect in all of this', () => expect(service.defects).toEqual([]));
