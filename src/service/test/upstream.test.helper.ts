import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { INVENTORY_BASE } from '#contract/inventory.ts';
import { API_BASE, VERSION_HEADER } from '#contract/wire.ts';
import { portOf } from '#service/app.ts';
import type { ServerBounds } from '#service/http/node-server.ts';
import { createServer, type Report } from '#service/http/server.ts';
import { createUpstreamClient, type UpstreamClient } from '#service/http/upstream/client.ts';
import { createUpstream, type UpstreamOptions } from '#service/http/upstream/upstream.ts';
import { readAnswer, type ApiAnswer } from '#service/test/running-service.test.helper.ts';

/** For 127.0.0.1 and localhost until 2075, signed by itself. The key protects nothing. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBcTCCARegAwIBAgIBATAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5nYXRlaG91
c2UgdGVzdDAgFw0yNTAxMDEwMDAwMDBaGA8yMDc1MDEwMTAwMDAwMFowGTEXMBUG
A1UEAwwOZ2F0ZWhvdXNlIHRlc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASE
VuEcwTXb/7ECDsAlWg8JCBEZyiW3pAMlZnEIWHIj6vS+op26lEecNhpyLD8m3cI0
H6TYe1JRELY4jndKe8ugo04wTDAaBgNVHREEEzARhwR/AAABgglsb2NhbGhvc3Qw
DwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQUuagmrNss4Egbmmxe+9UoMuMtK9Yw
CgYIKoZIzj0EAwIDSAAwRQIgdTDBlcwqu/v7+914XmM2kFJO8DtdYIFmz8fDJtf4
zEYCIQD9ZglMYX1NAN8PlD8B2I2sh6D2tE4HfpCRVv1QuSwnmA==
-----END CERTIFICATE-----`;

/** The same for other.example. */
export const OTHER_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBXTCCAQOgAwIBAgIBAjAKBggqhkjOPQQDAjAQMQ4wDAYDVQQDDAVvdGhlcjAg
Fw0yNTAxMDEwMDAwMDBaGA8yMDc1MDEwMTAwMDAwMFowEDEOMAwGA1UEAwwFb3Ro
ZXIwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASEVuEcwTXb/7ECDsAlWg8JCBEZ
yiW3pAMlZnEIWHIj6vS+op26lEecNhpyLD8m3cI0H6TYe1JRELY4jndKe8ugo0ww
SjAYBgNVHREEETAPgg1vdGhlci5leGFtcGxlMA8GA1UdEwEB/wQFMAMBAf8wHQYD
VR0OBBYEFLmoJqzbLOBIG5psXvvVKDLjLSvWMAoGCCqGSM49BAMCA0gAMEUCIQD7
M3KvAZRVNJksqZiLNbvdOziOBCPC/iReAufWQIpaGAIgAxwEQNoSzNeLqwQ9okrD
r/elhhlEtOoW85D2k3DbZeA=
-----END CERTIFICATE-----`;

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGORZdzJhz5+j+4dz
4hPsCXqRo5Wo6iOXPXulxUzhlfWhRANCAASEVuEcwTXb/7ECDsAlWg8JCBEZyiW3
pAMlZnEIWHIj6vS+op26lEecNhpyLD8m3cI0H6TYe1JRELY4jndKe8ug
-----END PRIVATE KEY-----`;

export interface Proxy {
  client: UpstreamClient;
  url: string;
  port: number;
  defects: { error: unknown; operationId: string; operation: string }[];
  ask(
    method: string,
    path: string,
    options?: { headers?: object; body?: BodyInit },
  ): Promise<ApiAnswer>;
  /** Sends exactly these bytes and reads until the proxy closes the connection. */
  raw(bytes: string): Promise<string>;
}

type ProxyOptions = Partial<UpstreamOptions> &
  Parameters<typeof createUpstreamClient>[1] &
  Partial<ServerBounds>;

/** The upstream mode in this process. */
export async function startProxy(base: URL, options: ProxyOptions = {}): Promise<Proxy> {
  const defects: Proxy['defects'] = [];
  const report: Report = {
    request: () => {},
    defect: (error, operationId, operation) => defects.push({ error, operationId, operation }),
  };
  const app = createServer({
    bounds: { maxConnections: 100, ...options },
    publicUrl: () => 'http://gate.example',
    securedUrl: undefined,
    isOwnHost: () => true,
    newOperationId: () => 'op_own',
    report,
    page: (_request, reply) => void reply.code(404).send(),
  });
  const client = createUpstreamClient(base, options);
  const { api, inventory } = createUpstream({
    client,
    versionHeader: VERSION_HEADER,
    protection: { protected_bot_users: [], protected_routes: [] },
    report: report.defect,
    ...options,
  });
  void app.register(api, { prefix: API_BASE });
  void app.register(inventory, { prefix: INVENTORY_BASE });
  await app.listen({ host: '127.0.0.1', port: 0 });
  running.push(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const port = portOf(app);
  const url = `http://127.0.0.1:${port}/api`;

  return {
    client,
    url,
    port,
    defects,
    async ask(method, path, { headers = {}, body } = {}) {
      const init: RequestInit = { method, headers: { ...headers }, redirect: 'manual' };
      if (body !== undefined) init.body = body;
      return readAnswer(await fetch(url + path, init));
    },
    async raw(bytes) {
      const socket = await connectTo(port);
      socket.write(bytes, 'latin1');
      return text(socket);
    },
  };
}

/** An open connection; the caller sends and reads. */
export async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  running.push(async () => void socket.destroy());
  return socket;
}

export interface Stub {
  base: URL;
  /** Heads of the requests so far, as they came. */
  heads: string[];
}

/** An upstream that speaks HTTP. */
export async function startUpstream(
  respond: RequestListener,
  certificate?: string,
): Promise<Stub & { server: Server }> {
  const heads: string[] = [];
  const listener: RequestListener = (request, response) => {
    heads.push(headOf(request));
    respond(request, response);
  };
  const server =
    certificate === undefined
      ? createHttpServer(listener)
      : createTlsServer({ key: KEY, cert: certificate }, listener);
  const port = await listenAtOnce(server);
  running.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const scheme = certificate === undefined ? 'http' : 'https';
  return { base: new URL(`${scheme}://127.0.0.1:${port}/`), heads, server };
}

/**
 * An upstream that does with a connection what it is told, once for every head of a request.
 *
 * @returns `sockets`: those that are open
 */
export async function startRawUpstream(
  respond: (socket: Socket, head: string) => void,
): Promise<Stub & { server: Server; sockets: Set<Socket> }> {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    let received = '';
    socket.setEncoding('latin1');
    socket.on('error', () => undefined); // many tests break it
    socket.on('data', (bytes: string) => {
      received += bytes;
      const end = received.indexOf('\r\n\r\n');
      if (end === -1) return;
      const head = received.slice(0, end);
      received = '';
      heads.push(head);
      respond(socket, head);
    });
  });
  const port = await listenAtOnce(server);
  running.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { base: new URL(`http://127.0.0.1:${port}`), heads, server, sockets };
}

/** The upstream mode before an upstream that speaks HTTP. */
export async function proxyTo(listener: RequestListener, options?: ProxyOptions) {
  const stub = await startUpstream(listener);
  return { stub, proxy: await startProxy(stub.base, options) };
}

/** The same before one that is not held to HTTP. */
export async function proxyToRaw(
  respond: (socket: Socket, head: string) => void,
  options?: ProxyOptions,
) {
  const stub = await startRawUpstream(respond);
  return { stub, proxy: await startProxy(stub.base, options) };
}

export async function stopAll(): Promise<void> {
  for (const end of running.splice(0).toReversed()) await end();
}

const running: (() => Promise<void>)[] = [];

async function listenAtOnce(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a TCP server');
  return address.port;
}

function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  );
  return [`${method} ${url}`, ...lines].join('\r\n');
}
