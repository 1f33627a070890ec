import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it } from 'vitest';
import { BODY_BYTES_MAX } from '#contract/wire.ts';
import {
  connectTo,
  startProxy,
  startRawUpstream,
  startUpstream,
  stopAll,
} from '#service/test/upstream.test.helper.ts';

afterEach(stopAll);

const MB = 1024 * 1024;
const POST = 'POST /api/bot_users HTTP/1.1\r\nHost: gate.example\r\n';
const DONE = 'HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}';

/** Answers with the bytes of the body that it got. */
const counting = async () => {
  const requests: IncomingMessage[] = [];
  const stub = await startUpstream((request, response) => {
    requests.push(request);
    buffer(request).then(
      (body) => response.end(String(body.length)),
      () => undefined, // cut off
    );
  });
  return { ...stub, requests };
};

it('passes a body up to the limit, with its length or in chunks', async () => {
  const stub = await counting();
  const proxy = await startProxy(stub.base);
  const body = new Uint8Array(BODY_BYTES_MAX);
  expect((await proxy.ask('POST', '/bot_users', { body })).text).toBe(String(BODY_BYTES_MAX));
  const empty = await proxy.ask('PATCH', '/bot_users/x');
  expect(empty.text).toBe('0');
  const answer = await proxy.raw(
    `${POST}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`,
  );
  expect(answer).toMatch(/\r\n\r\n5$/);

  expect(stub.requests.map(({ headers }) => headers['content-length'])).toEqual([
    String(BODY_BYTES_MAX),
    '0',
    undefined,
  ]);
  expect(stub.requests.map(({ headers }) => headers['transfer-encoding'])).toEqual([
    undefined,
    undefined,
    'chunked',
  ]);
});

it('refuses at once what is announced too large', async () => {
  const stub = await counting();
  const proxy = await startProxy(stub.base);
  const answer = await proxy.raw(`${POST}Content-Length: ${BODY_BYTES_MAX + 1}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer).toContain('"BODY_TOO_LARGE"');
  expect(stub.requests).toEqual([]);
});

it('refuses a body that grows too large, and ends the request to the upstream', async () => {
  const stub = await counting();
  const proxy = await startProxy(stub.base);
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  const answer = await proxy.raw(`${POST}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(17)}`);
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  await expect.poll(() => stub.requests[0]?.destroyed).toBe(true);
  expect(stub.requests[0]?.complete).toBe(false);
  expect(proxy.defects).toEqual([]);
});

it('ends the request when the client leaves in the middle of its body', async () => {
  const stub = await counting();
  const proxy = await startProxy(stub.base);
  const client = await connectTo(proxy.port);
  client.write(`${POST}Content-Length: 9\r\n\r\n{`);
  await expect.poll(() => stub.requests.length).toBe(1);
  client.destroy();
  await expect.poll(() => stub.requests[0]?.destroyed).toBe(true);
  expect(stub.requests[0]?.complete).toBe(false);
  expect(proxy.defects).toEqual([]);
});

it('holds a body that does not arrive against the client', async () => {
  const stub = await counting();
  const proxy = await startProxy(stub.base, { timeouts: { answerMs: 50 } });
  const answer = await proxy.raw(`${POST}Content-Length: 9\r\n\r\n{`);
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  expect(answer).toContain('"REQUEST_TOO_SLOW"');
  expect(proxy.defects).toEqual([]);
});

it('has time for a body that keeps coming', async () => {
  const stub = await counting();
  const proxy = await startProxy(stub.base, { timeouts: { answerMs: 2000 } });
  const client = (await connectTo(proxy.port)).setEncoding('latin1');
  client.write(`${POST}Content-Length: 8\r\n\r\n`);
  // All of them together take longer than the bound; each is so far below it that a stall does no harm.
  for (const byte of 'in drops') {
    await sleep(300);
    client.write(byte);
  }
  const [answer] = await once(client, 'data');
  expect(answer).toMatch(/^HTTP\/1.1 200 .*\r\n\r\n8$/s);
});

it('passes an early answer, drops the rest of the body and keeps the connection', async () => {
  const stub = await startRawUpstream((socket) => void socket.end(DONE));
  const proxy = await startProxy(stub.base);
  const client = (await connectTo(proxy.port)).setEncoding('latin1');
  const rest = ' '.repeat(300_000);
  const start = `${POST}Content-Length: ${rest.length + 1}\r\n\r\n{`;
  client.write(start);
  for (let asked = 1; asked <= 3; asked += 1) {
    const [answer] = await once(client, 'data');
    expect(answer).toMatch(/^HTTP\/1.1 201 .*\{\}$/s);
    client.write(rest + start);
  }
  expect(proxy.defects).toEqual([]);
});

it('passes every piece on as it comes, both ways', async () => {
  const stub = await startUpstream((request, response) => void request.pipe(response));
  const proxy = await startProxy(stub.base);
  const client = (await connectTo(proxy.port)).setEncoding('latin1');
  client.write(`${POST}Transfer-Encoding: chunked\r\n\r\n`);
  for (const piece of ['one', 'two', 'six']) {
    client.write(`3\r\n${piece}\r\n`);
    let received = '';
    while (!received.includes(piece)) received += String((await once(client, 'data'))[0]);
    expect(received).toContain(piece);
  }
});

it('lets a slow client slow the upstream down, and holds next to nothing', async () => {
  const total = 200 * MB;
  const piece = Buffer.alloc(64 * 1024, 'x');
  let sent = 0;
  const stub = await startUpstream((_request, response) => {
    response.setHeader('Content-Length', total);
    Readable.from(pieces()).pipe(response);
  });
  function* pieces() {
    for (; sent < total; sent += piece.length) yield piece;
  }
  const proxy = await startProxy(stub.base);
  const client = await connectTo(proxy.port);
  let received = 0;
  client.on('data', (bytes) => {
    if (received < total / 2 && received + bytes.length >= total / 2) client.pause();
    received += bytes.length;
  });
  const before = await heldBytes();
  client
    .pause()
    .write('GET /api/bot_users HTTP/1.1\r\nHost: gate.example\r\nConnection: close\r\n\r\n');

  for (const reached of [0, total / 2]) {
    await standstill(() => sent, reached);
    expect(received).toBeGreaterThanOrEqual(reached);
    expect(sent - received).toBeLessThan(80 * MB); // Linux buffers up to 36 MB between two sockets
    expect((await heldBytes()) - before).toBeLessThan(MB);
    client.resume();
  }
  await once(client, 'end');
  expect(received).toBeGreaterThan(total);
});

/** Standing still has no event: two looks in a row see the same. */
async function standstill(count: () => number, beyond: number): Promise<void> {
  for (;;) {
    const seen = count();
    await sleep(100);
    if (seen > beyond && seen === count()) return;
  }
}

/** Bytes of buffers in use. */
async function heldBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // the flag makes it a global of every new context
  collect();
  await sleep(20); // buffers are given back beside the running program
  collect();
  return process.memoryUsage().arrayBuffers;
}
