import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { openContext, type RequestLine } from '#service/http/log.ts';
import { createBoundedServer, listen, stop, type ServerOptions } from '#service/http/server.ts';

/** In ms, for the few that are too slow on purpose. Node looks for them twice a second. */
const QUICK = { headersMs: 450, requestMs: 450 };

const HEAD = 'POST /somewhere HTTP/1.1\r\nHost: x\r\n';

let ids = 0;
const newOperationId = () => `op_${++ids}`;
const running: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of running.splice(0)) await end();
});

/** One with a log, as the service has it. */
async function startServer(answer: RequestListener, bounds: Partial<ServerOptions> = {}) {
  const lines: RequestLine[] = [];
  const log = (line: RequestLine) => void lines.push(line);
  const server = createBoundedServer(newOperationId, { maxConnections: 10, ...bounds }, log);
  server.on('request', (request, response) => {
    const operationId = newOperationId();
    openContext(request, response, operationId, log).route = '/somewhere';
    response.setHeader('Operation-Id', operationId);
    answer(request, response);
  });
  const port = await listen(server, '127.0.0.1', 0);
  running.push(async () => {
    server.closeAllConnections();
    await stop(server);
  });
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  return { lines, open };
}

it('closes a connection with the response that was under way when the server stopped', async () => {
  let answer = () => {};
  const server = createBoundedServer(newOperationId, { maxConnections: 10 });
  server.on('request', (_request, response) => (answer = () => response.end('late')));
  const port = await listen(server, '127.0.0.1', 0);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(server, 'request');
  const stopped = stop(server);
  answer();
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK\r\nConnection: close\r\n[^]*late$/);
  await stopped;
});

const idOf = (answer: string) => /^operation-id: (.*)\r$/im.exec(answer)?.[1];

/** What came until the connection was closed. */
async function answerTo(socket: Socket, bytes: string): Promise<string> {
  socket.write(bytes);
  return text(socket);
}

describe('one line', () => {
  it.each([
    [400, 'NONSENSE\r\n\r\n'],
    [405, 'CONNECT gate.example:443 HTTP/1.1\r\n\r\n'],
    [408, HEAD],
    [431, `${HEAD}X: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('tells of the answer %i to what is no request', async (status, bytes) => {
    const { lines, open } = await startServer(() => {}, status === 408 ? QUICK : {});
    const answer = await answerTo(await open(), bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const operation_id = idOf(answer);
    expect(operation_id).toMatch(/^op_\d+$/);
    expect(lines).toEqual([{ operation_id, method: 'OTHER', route: 'unknown', status, ms: 0 }]);
  });

  it.each([
    [400, 'Transfer-Encoding: chunked\r\n\r\nnonsense'],
    [408, 'Content-Length: 9\r\n\r\n{'],
  ])('tells of the answer %i to a request that is never whole', async (status, rest) => {
    let closed: Promise<unknown> | undefined;
    const { lines, open } = await startServer(
      (_request, response) => void (closed = once(response, 'close')),
      status === 408 ? QUICK : {},
    );
    const answer = await answerTo(await open(), HEAD + rest);
    await closed; // which must not bring a second line
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const known = { operation_id: idOf(answer), method: 'POST', route: '/somewhere', status };
    expect(lines).toEqual([{ ...known, ms: expect.any(Number) }]);
  });

  it('tells of an answer before the end of the body, and of no second one', async () => {
    const { lines, open } = await startServer((_request, response) => response.end('early'), QUICK);
    const answer = await answerTo(await open(), `${HEAD}Content-Length: 9\r\n\r\n{`);
    expect(answer).toContain('early');
    expect(lines).toMatchObject([{ operation_id: idOf(answer), status: 200 }]);
  });

  it.each([
    [499, false],
    [200, true],
  ])('tells %i of a client that leaves, head sent: %j', async (status, isBegun) => {
    let isAsked = false;
    const { lines, open } = await startServer((_request, response) => {
      if (isBegun) response.write('begun');
      isAsked = true;
    });
    const socket = await open();
    socket.write(`${HEAD}Content-Length: 0\r\n\r\n`);
    await expect.poll(() => isAsked).toBe(true);
    socket.destroy();
    await expect.poll(() => lines).toMatchObject([{ method: 'POST', status, aborted: true }]);
  });
});
