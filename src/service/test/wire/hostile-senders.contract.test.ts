import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BODY_BYTES_MAX } from '#contract/wire.ts';
import { connectRaw, type RawConnection } from '#service/test/hostile-connection.test.helper.ts';
import { askAllTheTime } from '#service/test/hostile-others.test.helper.ts';
import { outcomeOf } from '#service/test/hostile-oracle.test.helper.ts';
import {
  API_KEY,
  freshData,
  sharedService,
  startService,
  type RunningService,
} from '#service/test/running-service.test.helper.ts';

/** In ms, for the few that are too slow on purpose: whoever is not must never be, however slow this machine is. */
const BOUNDS = { headersMs: 1_000, requestMs: 2_000 };

/** More than the bodies that a key may have under way; the default of MAX_CONNECTIONS is the thousand. */
const MANY = process.env['TEST_FULL'] ? 1_000 : 150;

const service = sharedService();
const impatient = sharedService(BOUNDS);
let others: ReturnType<typeof askAllTheTime>[];

const portOf = ({ url }: RunningService) => Number(new URL(url).port);
const signedTo = ({ url }: RunningService) =>
  `Host: ${new URL(url).host}\r\nAuthorization: Bearer ${API_KEY}\r\nService-Version: 2\r\n`;
const postTo = (to: RunningService) =>
  `POST /api/bot_users HTTP/1.1\r\n${signedTo(to)}Content-Type: application/json\r\n`;

async function send(bytes: string, to: RunningService = service): Promise<RawConnection> {
  const connection = await connectRaw(portOf(to));
  onTestFinished(connection.close);
  connection.send(Buffer.from(bytes));
  return connection;
}

const outcome = async (connection: RawConnection) => outcomeOf(await connection.next('POST'));

beforeAll(() => {
  others = [service, impatient].map(({ url }) => askAllTheTime(url));
});
afterAll(() => Promise.all(others.map(({ stop }) => stop())));

it('tells a client that sends the head byte by byte that it is too slow', async () => {
  const connection = await send(`${postTo(impatient)}X: `, impatient);
  const dripping = setInterval(() => connection.send(Buffer.from('x')), 20);
  expect(await outcome(connection)).toBe('408 REQUEST_TOO_SLOW');
  clearInterval(dripping);
});

it.each([
  ['a body', 'Content-Length: 100\r\n\r\n{"name":'],
  ['a body that has not begun', 'Content-Length: 100\r\n\r\n'],
  ['a chunk', 'Transfer-Encoding: chunked\r\n\r\nff\r\n{"name":'],
  ['the chunks', 'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n'],
])('tells a client that stops in the middle of %s what is wrong', async (_, rest) => {
  const slow = await send(postTo(impatient) + rest, impatient);
  expect(await outcome(slow)).toBe('408 REQUEST_TOO_SLOW');
  // A client that ends its side need not wait.
  expect(await outcomesOfHalf(postTo(service) + rest)).toEqual(REFUSED_AND_CLOSED);
});

it.each([
  ['the method', 'POS'],
  ['the address', 'POST /api/bot'],
  ['the head', 'POST /api/bot_users HTTP/1.1\r\nHost: x\r\nServ'],
])('answers at once when the client ends its side in the middle of %s', async (_, bytes) => {
  expect(await outcomesOfHalf(bytes)).toEqual(REFUSED_AND_CLOSED);
});

const REFUSED_AND_CLOSED = ['400 MALFORMED_REQUEST', 'none', 'closed'];

/** Ends the client's side behind these bytes. */
async function outcomesOfHalf(bytes: string): Promise<string[]> {
  const connection = await send(bytes);
  connection.half();
  const outcomes = [await outcome(connection), await outcome(connection)];
  return [...outcomes, connection.isOpen() ? 'open' : 'closed'];
}

it('answers the requests before a half one as well', async () => {
  const body = JSON.stringify({ name: 'before a half one' });
  const whole = `${postTo(service)}Content-Length: ${body.length}\r\n\r\n${body}`;
  const connection = await send(`${whole}${whole}GET /api`);
  connection.half();
  const outcomes = [];
  for (let i = 0; i < 4; i += 1) outcomes.push(await outcome(connection));
  expect(outcomes).toEqual(['201', '409 NAME_TAKEN', '400 MALFORMED_REQUEST', 'none']);
});

const tooMuch = 'x'.repeat(5 * BODY_BYTES_MAX);

const chunked = `Transfer-Encoding: chunked\r\n\r\n${tooMuch.length.toString(16)}\r\n${tooMuch}\r\n0\r\n\r\n`;

it.each([
  [
    'too large',
    `Content-Length: ${tooMuch.length}\r\n\r\n${tooMuch}`,
    '413 BODY_TOO_LARGE',
    'none',
  ],
  ['too large, without a length', chunked, '413 BODY_TOO_LARGE', 'none'],
  ['no JSON', 'Content-Length: 3\r\n\r\n{{{', '400 INVALID_JSON', '201'],
])('begins after a body that is %s only what it can answer', async (_, body, first, second) => {
  const name = `after ${first}`;
  const bot = JSON.stringify({ name });
  const post = postTo(service);
  const next = `${post}Content-Length: ${bot.length}\r\n\r\n${bot}`;
  const connection = await send(`${post}${body}${next}`);
  expect([await outcome(connection), await outcome(connection)]).toEqual([first, second]);
  const { text } = await service.api('GET', '/bot_users');
  expect(text.includes(name)).toBe(second === '201');
});

it('lets a client that closes read why its body was refused', async () => {
  const head = `${postTo(service)}Connection: close\r\nContent-Length: ${tooMuch.length}\r\n\r\n`;
  const connection = await send(head + tooMuch);
  // Its own sending comes first, as with most clients; a reset would take the answer away meanwhile.
  const sent = promisify((done: (error?: Error | null) => void) => connection.socket.end(done));
  await sent();
  expect(await outcome(connection)).toBe('413 BODY_TOO_LARGE');
});

describe(`beside ${MANY} connections`, () => {
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
    ['say nothing', ''],
    ['do not end their heads', 'GET /api/bot_users HTTP/1.1\r\nHost: x\r\n'],
    ['are kept open', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('that %s others are let in', async (_, bytes) => {
    const connections = await crowd(bytes);
    // Not because the quiet ones have come to their own end meanwhile.
    expect(connections.filter(({ isOpen }) => isOpen()).length).toBeGreaterThan(MANY / 2);
  });

  it('with bodies of one key that never arrive others are served, and that key waits', async () => {
    const connections = await crowd(`${postTo(crowded)}Content-Length: 100\r\n\r\n{`);
    const refused = await connections.at(-1)?.next('POST');
    expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([429, ['1']]);
    expect(refused?.body.toString()).toContain('"BODIES_LIMITED"');

    // A body counts for as long as it is on its way.
    for (const connection of connections) connection.close();
    const create = (name: string) => crowded.api('POST', '/bot_users', { body: { name } });
    await expect.poll(async () => (await create(`bot ${performance.now()}`)).status).toBe(201);
  });
});

it('gives up a client that takes nothing of its answers', async () => {
  const stuck = await startService({ ...(await freshData()), DEMO: 'on' }, { stuckMs: 500 });
  const get = `GET /api/bot_users HTTP/1.1\r\n${signedTo(stuck)}\r\n`;
  const connection = await connectRaw(portOf(stuck));
  connection.socket.pause();
  connection.send(Buffer.from(get.repeat(5_000)));
  const longest = () => Math.max(...stuck.requests.map(({ ms }) => ms));
  await expect.poll(longest).toBeGreaterThan(500);
  connection.socket.resume();
  await expect.poll(connection.isOpen).toBe(false);
  const answered = stuck.requests.length;
  connection.close();
  await stuck.stop();
  expect(answered).toBeLessThan(5_000);
});

it('has come upon no defect in all of this', () =>
  expect([...service.defects, ...impatient.defects]).toEqual([]));
