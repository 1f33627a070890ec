import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import type { ServerBounds } from '#service/http/node-server.ts';
import type { RequestLine } from '#service/http/request-log.ts';
import { createServer } from '#service/http/server.ts';

/** In ms, for the few that are too slow on purpose. Node looks for them twice a second. */
const QUICK = { headersMs: 450, requestMs: 450 };

const HEAD = 'POST /somewhere HTTP/1.1\r\nHost: x\r\n';

let ids = 0;
const running: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of running.splice(0)) await end();
});

/** @param respond to any request */
async function startServer(
  respond: (response: ServerResponse) => void,
  bounds: Partial<ServerBounds> = {},
) {
  const lines: RequestLine[] = [];
  const app = createServer({
    bounds: { maxConnections: 10, ...bounds },
    publicUrl: () => 'http://x',
    securedUrl: undefined,
    isOwnHost: () => true,
    newOperationId: () => `op_${++ids}`,
    report: { request: (line) => lines.push(line), defect: () => {} },
    page: (_request, { raw }) => {
      respond(raw);
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  running.push(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const { port } = app.server.address() as AddressInfo; // it listens on a port
  const open = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  return { app, lines, open };
}

const idOf = (received: string) => /^operation-id: (.*)\r$/im.exec(received)?.[1];

/** What comes until the connection is closed. */
async function responseTo(socket: Socket, bytes: string): Promise<string> {
  socket.write(bytes);
  return text(socket);
}

describe('a stop', () => {
  it('closes a connection with the response that is under way', async () => {
    let respond = () => {};
    const { app, open } = await startServer((response) => {
      respond = () => response.end('late');
    });
    const socket = await open();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(app.server, 'request');
    const stopped = app.close();
    await expect.poll(() => app.server.listening).toBe(false);
    respond();
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK\r\n[^]*Connection: close\r\n[^]*late$/);
    await stopped;
  });

  it('handles a request that is on its way over an idle connection', async () => {
    const { app, open } = await startServer((response) => response.end('served'));
    const socket = await open();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    const stopped = app.close();
    expect(await responseTo(socket, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(
      /^HTTP\/1.1 200 OK\r\n[^]*Connection: close\r\n[^]*served$/,
    );
    await stopped;
  });

  it('does not wait for a client that says nothing', async () => {
    const { app, open } = await startServer((response) => response.end());
    const silent = await open();
    const begun = await open();
    begun.write('GET / HTTP/1.1\r\nHo');
    const start = performance.now();
    await Promise.all([app.close(), text(silent), text(begun)]);
    expect(performance.now() - start).toBeLessThan(5_000); // it would be ten seconds
  });
});

describe('one line', () => {
  it.each([
    [400, 'NONSENSE\r\n\r\n'],
    [405, 'CONNECT gate.example:443 HTTP/1.1\r\n\r\n'],
    [408, HEAD],
    [431, `${HEAD}X: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('is logged of the response %i to what is no request', async (status, bytes) => {
    const { lines, open } = await startServer(() => {}, status === 408 ? QUICK : {});
    const received = await responseTo(await open(), bytes);
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const operation_id = idOf(received);
    expect(operation_id).toMatch(/^op_\d+$/);
    expect(lines).toEqual([{ operation_id, method: 'OTHER', route: 'unknown', status, ms: 0 }]);
  });

  it.each([
    [400, 'Transfer-Encoding: chunked\r\n\r\nnonsense'],
    [408, 'Content-Length: 9\r\n\r\n{'],
  ])('is logged of the response %i to a request that is never whole', async (status, rest) => {
    let closed: Promise<unknown> | undefined;
    const { lines, open } = await startServer(
      (response) => void (closed = once(response, 'close')),
      status === 408 ? QUICK : {},
    );
    const received = await responseTo(await open(), HEAD + rest);
    await closed; // which must not bring a second line
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const known = { operation_id: idOf(received), method: 'POST', route: '/*', status };
    expect(lines).toEqual([{ ...known, ms: expect.any(Number) }]);
  });

  it('is logged of a response before the end of the body, and no second one', async () => {
    const { lines, open } = await startServer((response) => response.end('early'), QUICK);
    const received = await responseTo(await open(), `${HEAD}Content-Length: 9\r\n\r\n{`);
    expect(received).toContain('early');
    expect(lines).toMatchObject([{ status: 200 }]);
  });

  it.each([
    [499, false],
    [200, true],
  ])('says %i of a client that leaves, head sent: %j', async (status, isBegun) => {
    let isAsked = false;
    const { lines, open } = await startServer((response) => {
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
