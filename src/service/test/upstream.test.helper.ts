import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { INVENTORY_BASE } from '#contract/inventory.ts';
import { API_BASE, VERSION_HEADER } from '#contract/wire.ts';
import { portOf } from '#service/app.ts';
import type { ServerBounds } from '#service/http/node-server.ts';
import { createServer } from '#service/http/server.ts';
import { createUpstreamClient } from '#service/http/upstream/client.ts';
import { createUpstream, type UpstreamOptions } from '#service/http/upstream/upstream.ts';
import { close, keepReports, readAnswer } from '#service/test/running-service.test.helper.ts';

const pem = (name: string) =>
  readFileSync(new URL(`certificates/${name}.pem`, import.meta.url), 'utf8');

/** For 127.0.0.1 and localhost until 2075, signed by itself. */
export const CERTIFICATE = pem('localhost');
/** It protects nothing. */
const KEY = pem('key');

export type Proxy = Awaited<ReturnType<typeof startProxy>>;

export type ProxyOptions = Partial<UpstreamOptions> &
  Parameters<typeof createUpstreamClient>[1] &
  Partial<ServerBounds>;

/** The upstream mode in this process, until the end of the test. */
export async function startProxy(base: URL, options: ProxyOptions = {}) {
  const { report, ...reported } = keepReports();
  const app = createServer({
    bounds: { maxConnections: 100, ...options },
    publicUrl: () => 'http://gate.example',
    isOwnHost: () => true,
    newOperationId: () => 'op_own',
    report,
    page: (_request, reply) => void reply.code(404).send(),
  });
  const client = createUpstreamClient(base, options);
  const { api, inventory } = createUpstream({
    client,
    shared: { routes: [], ip_policies: [] },
    versionHeader: VERSION_HEADER,
    protection: { protected_bot_users: [], protected_routes: [] },
    report: report.defect,
    ...options,
  });
  void app.register(api, { prefix: API_BASE });
  void app.register(inventory, { prefix: INVENTORY_BASE });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => close(app));
  const url = `http://127.0.0.1:${portOf(app)}/api`;

  return {
    app,
    client,
    url,
    ...reported,
    ask: async (method: string, path: string, init: RequestInit = {}) =>
      readAnswer(await fetch(url + path, { ...init, method, redirect: 'manual' })),
    /** Sends exactly these bytes; the caller reads as it comes, or to the end with `text`. */
    async open(bytes: string) {
      const socket = connect(portOf(app), '127.0.0.1');
      await once(socket, 'connect');
      onTestFinished(() => void socket.destroy());
      socket.setEncoding('latin1').write(bytes, 'latin1');
      return socket;
    },
  };
}

/** What an upstream does with a request; a text goes over its connection as it is. */
export type Script = string | RequestListener;

export const JSON_TYPE = { 'Content-Type': 'application/json' };

/** In JSON, unless the headers say something else. */
export const saying =
  (status: number, body: string | Buffer, headers: object = JSON_TYPE): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { ...headers }).end(body);

export async function startUpstream(script: Script, certificate?: string) {
  const heads: string[] = [];
  const open = new Set<Socket>();
  const listener: RequestListener = (request, response) => {
    const { method, url, rawHeaders, socket } = request;
    const lines = rawHeaders.map((text, index) => (index % 2 === 0 ? `\r\n${text}: ` : text));
    heads.push(`${method} ${url}${lines.join('')}`);
    if (typeof script === 'string') socket.write(script);
    else script(request, response);
  };
  const server: Server =
    certificate === undefined
      ? createHttpServer(listener)
      : createTlsServer({ key: KEY, cert: certificate }, listener);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens by TCP
  const scheme = certificate === undefined ? 'http' : 'https';
  return {
    base: new URL(`${scheme}://127.0.0.1:${port}/`),
    /** Connections that are open. */
    open,
    /** Heads of the requests so far. */
    heads,
    /** First lines of the requests so far. */
    asked: () => heads.map((head) => head.split('\r\n', 1)[0]),
  };
}

/** The upstream mode before an upstream. */
export async function proxyTo(script: Script, options?: ProxyOptions) {
  const stub = await startUpstream(script);
  return { stub, proxy: await startProxy(stub.base, options) };
}

export const GET = 'GET /api/bot_users HTTP/1.1\r\nHost: gate.example\r\n';

/** An answer in JSON without the end of its head. */
export const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
