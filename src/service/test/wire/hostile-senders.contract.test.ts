import { afterAll, beforeAll, expect, it } from 'vitest';
import { BODY_BYTES_MAX } from '#contract/wire.ts';
import {
  connectRaw,
  type RawAnswer,
  type RawConnection,
} from '#service/test/hostile-connection.test.helper.ts';
import { askAllTheTime } from '#service/test/hostile-others.test.helper.ts';
import { problemsOf } from '#service/test/hostile-oracle.test.helper.ts';
import {
  API_KEY,
  freshData,
  removeDirectories,
  startService,
  type RunningService,
} from '#service/test/running-service.test.helper.ts';

const HEADERS_MS = 400;
const REQUEST_MS = 900;

/** Node looks for slow senders in this interval. */
const LOOK_MS = 500;

let service: RunningService;
let others: ReturnType<typeof askAllTheTime>;
let port: number;
let signed: string;
let post: string;

beforeAll(async () => {
  const bounds = { headersMs: HEADERS_MS, requestMs: REQUEST_MS };
  service = await startService(await freshData(), bounds);
  port = Number(new URL(service.url).port);
  signed = `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${API_KEY}\r\nService-Version: 2\r\n`;
  post = `POST /api/bot_users HTTP/1.1\r\n${signed}Content-Type: application/json\r\n`;
  others = askAllTheTime(service.url);
});
afterAll(async () => {
  await others.stop();
  await service.stop();
  removeDirectories();
});

/** Status and code of an answer that is in our form. */
function outcome(answer: RawAnswer | undefined): string {
  if (answer === undefined) return 'none';
  expect(problemsOf('POST', '/api/bot_users', answer)).toEqual([]);
  const code = /"error_code":"(\w+)"/.exec(answer.body.toString())?.[1];
  return [answer.status, code].join(' ').trim();
}

it('tells who sends the head byte by byte that it is too slow', async () => {
  const connection = await connectRaw(port);
  const head = Buffer.from(`${post}\r\n`);
  const start = performance.now();
  let at = 0;
  const dripping = setInterval(() => connection.send(head.subarray(at, (at += 1))), 20);
  const answer = await connection.next('POST', 5_000);
  const ms = performance.now() - start;
  clearInterval(dripping);
  connection.close();
  expect(outcome(answer)).toBe('408 REQUEST_TOO_SLOW');
  expect(ms).toBeLessThan(HEADERS_MS + LOOK_MS + 500);
});

it.each([
  ['a body', 'Content-Length: 100\r\n\r\n{"name":'],
  ['a body that has not begun', 'Content-Length: 100\r\n\r\n'],
  ['a chunk', 'Transfer-Encoding: chunked\r\n\r\nff\r\n{"name":'],
  ['the chunks', 'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n'],
])('tells who stops in the middle of %s that it is too slow', async (_, rest) => {
  const connection = await connectRaw(port);
  connection.send(Buffer.from(post + rest));
  const answer = await connection.next('POST', 5_000);
  connection.close();
  expect(outcome(answer)).toBe('408 REQUEST_TOO_SLOW');
  expect(answer?.ms).toBeLessThan(REQUEST_MS + LOOK_MS + 500);
});

it.each([
  ['the method', 'POS'],
  ['the address', 'POST /api/bot'],
  ['the head', 'POST /api/bot_users HTTP/1.1\r\nHost: x\r\nServ'],
  ['a body', '{post}Content-Length: 100\r\n\r\n{"name":'],
  ['a chunk', '{post}Transfer-Encoding: chunked\r\n\r\nff\r\n{"name":'],
  ['the chunks', '{post}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n'],
])('answers at once when the client ends its side in the middle of %s', async (_, bytes) => {
  const connection = await connectRaw(port);
  connection.send(Buffer.from(bytes.replace('{post}', post)));
  connection.half();
  const answer = await connection.next('POST', 5_000);
  expect(outcome(answer)).toBe('400 MALFORMED_REQUEST');
  expect(answer?.ms).toBeLessThan(1_000);
  expect(await connection.next('POST', 1_000)).toBeUndefined();
  expect(connection.isOpen()).toBe(false);
  connection.close();
});

it('answers the requests before a half one as well', async () => {
  const connection = await connectRaw(port);
  const body = JSON.stringify({ name: 'before a half one' });
  const whole = `${post}Content-Length: ${body.length}\r\n\r\n${body}`;
  connection.send(Buffer.from(`${whole}${whole}GET /api`));
  connection.half();
  const outcomes = [];
  for (let i = 0; i < 4; i += 1) outcomes.push(outcome(await connection.next('POST', 5_000)));
  connection.close();
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
  const next = `${post}Content-Length: ${bot.length}\r\n\r\n${bot}`;
  const connection = await connectRaw(port);
  connection.send(Buffer.from(`${post}${body}${next}`));
  expect(outcome(await connection.next('POST', 5_000))).toBe(first);
  expect(outcome(await connection.next('POST', 5_000))).toBe(second);
  connection.close();
  const { json } = await service.api('GET', '/bot_users');
  expect(JSON.stringify(json).includes(name)).toBe(second === '201');
});

it('lets a client that closes read why its body was refused', async () => {
  const connection = await connectRaw(port);
  const head = `${post}Connection: close\r\nContent-Length: ${tooMuch.length}\r\n\r\n`;
  connection.send(Buffer.from(head + tooMuch));
  // Its own sending comes first, as with most clients; a reset would take the answer away meanwhile.
  await new Promise<void>((resolve) => connection.socket.end(() => resolve()));
  expect(outcome(await connection.next('POST', 5_000))).toBe('413 BODY_TOO_LARGE');
  connection.close();
});

it.each([
  ['say nothing', ''],
  ['do not end their heads', 'GET /api/bot_users HTTP/1.1\r\nHost: x\r\n'],
  ['are kept open', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'],
])('lets others in beside 1,000 connections that %s', async (_, bytes) => {
  const idle = await startService(await freshData());
  const { port: idlePort } = new URL(idle.url);
  const connections: RawConnection[] = [];
  for (let i = 0; i < 1_000; i += 1) connections.push(await connectRaw(Number(idlePort)));
  for (const connection of connections) connection.send(Buffer.from(bytes));
  const ask = () => idle.api('GET', '/bot_users').then(({ status }) => status, String);
  const askAll = () => Promise.all(Array.from({ length: 20 }, ask));
  await expect.poll(askAll, { timeout: 1_000 }).toEqual(Array(20).fill(200));
  for (const connection of connections) connection.close();
  await idle.stop();
});

it('gives up a client that takes nothing of its answers', async () => {
  const stuck = await startService({ ...(await freshData()), DEMO: 'on' }, { stuckMs: 500 });
  const { host, port: stuckPort } = new URL(stuck.url);
  const connection = await connectRaw(Number(stuckPort));
  connection.socket.pause();
  const get = `GET /api/bot_users HTTP/1.1\r\n${signed.replace(/^.*/, `Host: ${host}`)}\r\n`;
  connection.send(Buffer.from(get.repeat(5_000)));
  const longest = () => Math.max(...stuck.requests.map(({ ms }) => ms));
  await expect.poll(longest, { timeout: 4_000 }).toBeGreaterThan(500);
  connection.socket.resume();
  await expect.poll(connection.isOpen).toBe(false);
  const answered = stuck.requests.length;
  connection.close();
  await stuck.stop();
  expect(answered).toBeLessThan(5_000);
});

it('has come upon no defect in all of this', () => expect(service.defects).toEqual([]));
