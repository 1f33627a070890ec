import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { BODY_BYTES_MAX } from '#contract/wire.ts';
import { outcomesOf } from '#service/test/hostile-answers.test.helper.ts';
import { connectRaw, type RawConnection } from '#service/test/hostile-connection.test.helper.ts';
import { API_KEY, firstModule, sharedService } from '#service/test/running-service.test.helper.ts';

/** More than the bodies that a key may have under way; the default of MAX_CONNECTIONS is the thousand. */
const MANY = process.env['TEST_FULL'] ? 1_000 : 150;

const service = sharedService({ demo: true });
/** For those that are too slow on purpose, and nobody else: whoever is not must never be, on whatever machine. */
const impatient = sharedService({ headersMs: 500, requestMs: 500 });

async function send(bytes: string, { url } = service): Promise<RawConnection> {
  const { host } = new URL(url);
  // As some clients write the scheme.
  const signed = `Host: ${host}\r\nAuthorization: bearer ${API_KEY}\r\nService-Version: 2\r\n`;
  const connection = await connectRaw(url, bytes.replaceAll('{signed}', signed));
  onTestFinished(connection.close);
  return connection;
}

const get = (headers = '', rest = '?limit=1') =>
  `GET /api/bot_users${rest} HTTP/1.1\r\n{signed}${headers}\r\n`;
const POST = 'POST /api/bot_users HTTP/1.1\r\n{signed}Content-Type: application/json\r\n';
const post = (body: string, headers = '') =>
  `${POST}${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const named = (name: string) => post(JSON.stringify({ name }));

const upgrade = 'Connection: upgrade\r\nUpgrade: websocket\r\n';
const MALFORMED = '400 MALFORMED_REQUEST';

/** What Node leaves to its user, or does in a way of its own. `none`: the connection ends. */
it.each([
  ['expectations that it does not know', get('Expect: 200-ok\r\n') + get(), ['200', '200']],
  [
    'a second host or key by neither',
    get('Host: evil.example\r\n') + get('Authorization: Bearer x\r\n') + get(),
    ['421 MISDIRECTED_REQUEST', '401 NOT_AUTHENTICATED', '200'],
  ],
  [
    // Node closes after a request that was not told to continue.
    'an expected "continue", never in the middle of another answer',
    get() + post('{}', 'Expect: 100-continue\r\n') + get(),
    ['200', '400 INVALID_BODY', 'none'],
  ],
  [
    'all that came together with an upgrade',
    get() + post('{}', upgrade) + get(),
    ['200', '400 INVALID_BODY', 'none'],
  ],
  [
    'the next request after a body that is no JSON',
    post('{{{') + get(),
    ['400 INVALID_JSON', '200'],
  ],
  [
    'in its turn what comes before something that is no HTTP',
    `${get()}${named('before nonsense')}NONSENSE\r\n\r\n`,
    ['200', '201', MALFORMED, 'none'],
  ],
  [
    'no path that two programs may read in two ways',
    ['%', '%ff', 'x/../x', '%2E%2e', '.', 'a\\..\\b'].map((id) => get('', `/${id}`)).join(''),
    Array<string>(6).fill('400 INVALID_PATH'),
  ],
  [
    'no body that is not expected, and no request without a host',
    `${get('Transfer-Encoding: chunked\r\n')}2\r\n{}\r\n0\r\n\r\nGET /api HTTP/1.1\r\n\r\n`,
    ['400 BODY_NOT_EXPECTED', '400 HOST_MISSING'],
  ],
])('answers %s', async (_, bytes, expected) => {
  expect(await outcomesOf(await send(bytes), expected.length)).toEqual(expected);
});

it.each([
  ['gzip, chunked', ''],
  ['chunked, chunked', ''],
  ['gzip', 'a:\r\n'.repeat(3_000)], // Node forgets what follows the first 2,000
])('does not wait for the end of a body in the transfer encoding %s', async (encoding, before) => {
  const rest = `HTTP/1.1\r\n{signed}${before}Transfer-Encoding: ${encoding}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`;
  for (const path of ['/api/bot_users', '/api/bot_users/a\\b'])
    expect(await outcomesOf(await send(`POST ${path} ${rest}`), 2)).toEqual([MALFORMED, 'none']);
});

const tooMuch = 'x'.repeat(5 * BODY_BYTES_MAX);
const chunks = `${tooMuch.length.toString(16)}\r\n${tooMuch}\r\n0\r\n\r\n`;
const TOO_LARGE = '413 BODY_TOO_LARGE';

it.each([
  ['the last request', get('Connection: close\r\n'), '200'],
  ['a body that is too large', post(tooMuch), TOO_LARGE],
  ['too large chunks', `${POST}Transfer-Encoding: chunked\r\n\r\n${chunks}`, TOO_LARGE],
])('never begins with what follows %s of a connection', async (_, last, outcome) => {
  const name = 'nobody would know';
  for (const rest of ['', 'NONSENSE\r\n\r\n'])
    expect(await outcomesOf(await send(last + named(name) + rest), 2)).toEqual([outcome, 'none']);
  expect((await service.api('GET', '/bot_users')).text).not.toContain(name);
});

it('lets a client that closes read why its body was refused', async () => {
  const connection = await send(post(tooMuch, 'Connection: close\r\n'));
  // Its own sending comes first, as with most clients; a reset would take the answer away meanwhile.
  const sent = promisify((done: (error?: Error | null) => void) => connection.socket.end(done));
  await sent();
  expect(await outcomesOf(connection, 1)).toEqual([TOO_LARGE]);
});

it('makes the changes of one connection in their order', async () => {
  const { json } = await service.api('POST', '/bot_users', { body: { name: 'in order' } });
  const to = `PATCH /api/bot_users/${json.id}`;
  const renames = Array.from({ length: 40 }, (_, index) => named(`in order ${index}`));
  const connection = await send(renames.join('').replaceAll('POST /api/bot_users', to));
  expect(await outcomesOf(connection, 40)).toEqual(Array(40).fill('200'));
  const after = await service.api('GET', `/bot_users/${json.id}`);
  expect(after.json.name).toBe('in order 39');
});

it.each([
  ['half a million wrong items', `{"ip_policy_ids":[${'1,'.repeat(500_000)}1]}`],
  ['an id of a megabyte', `{"ip_policy_ids":["${'x'.repeat(1_000_000)}"]}`, 'UNKNOWN_IP_POLICY'],
  ['half a character', String.raw`{"ip_policy_ids":["\ud800"]}`, 'UNKNOWN_IP_POLICY'],
  ['a field name of a megabyte', `{"${'k'.repeat(1_000_000)}":1}`],
  ['a field name of half a character', String.raw`{"\ud800":1}`],
])('refuses %s without repeating it', async (_, body, code = 'INVALID_BODY') => {
  const to = `PUT /api${await firstModule(service)}`;
  const connection = await send(post(body).replace('POST /api/bot_users', to));
  expect(await outcomesOf(connection, 1)).toEqual([`400 ${code}`]);
});

it('tells a client that sends the head byte by byte that it is too slow', async () => {
  const connection = await send(`${POST}X: `, impatient);
  const dripping = setInterval(() => connection.socket.write('x'), 20);
  expect(await outcomesOf(connection, 1)).toEqual(['408 REQUEST_TOO_SLOW']);
  clearInterval(dripping);
});

const halves = [
  `${POST}Content-Length: 100\r\n\r\n{"name":`,
  `${POST}Content-Length: 100\r\n\r\n`,
  `${POST}Transfer-Encoding: chunked\r\n\r\nff\r\n{"name":`,
];

it.each(['POST /api/bot', ...halves])(
  'answers at once, after what came before, when the client ends its side after %j',
  async (bytes) => {
    const half = await send(get() + bytes);
    half.socket.end();
    expect(await outcomesOf(half, 3)).toEqual(['200', MALFORMED, 'none']);
    expect(half.isOpen()).toBe(false);
  },
);

const crowded = sharedService({ maxConnections: MANY });

/** Until the end of the test; others are served meanwhile. */
async function crowd(bytes: string): Promise<RawConnection[]> {
  const connections: RawConnection[] = [];
  for (let i = 0; i < MANY; i += 1) connections.push(await send(bytes, crowded));
  const ask = () => crowded.api('GET', '/bot_users').then(({ status }) => status, String);
  const askAll = () => Promise.all(Array.from({ length: 20 }, ask));
  await expect.poll(askAll).toEqual(Array(20).fill(200));
  return connections;
}

it.each([
  ['do not end their heads', 'GET /api/bot_users HTTP/1.1\r\nHost: x\r\n'],
  ['are kept open', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
])(`lets others in beside ${MANY} connections that %s`, async (_, bytes) => {
  const connections = await crowd(bytes);
  // Not because the quiet ones have come to their own end meanwhile.
  expect(connections.filter(({ isOpen }) => isOpen()).length).toBeGreaterThan(MANY / 2);
});

it('serves others beside many bodies of one key that never arrive, and lets that key wait', async () => {
  const connections = await crowd(`${POST}Content-Length: 100\r\n\r\n{`);
  const refused = await connections.at(-1)?.next('POST');
  expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, ['1']]);
  expect(refused?.body.toString()).toContain('"BODIES_LIMITED"');

  // A body counts for as long as it is on its way.
  for (const connection of connections) connection.close();
  const create = (name: string) => crowded.api('POST', '/bot_users', { body: { name } });
  await expect.poll(async () => (await create(`bot ${performance.now()}`)).status).toBe(201);
});

it('has come upon no defect in all of this', () => {
  expect([...service.defects, ...impatient.defects]).toEqual([]);
});
