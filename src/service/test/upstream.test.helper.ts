import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
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
  defects: { error: unknown; operationId: string; operation: string }[];
  ask(
    method: string,
    path: string,
    options?: { headers?: object; body?: BodyInit },
  ): Promise<ApiAnswer>;
  /** Sends exactly these bytes; the caller reads them as they come, or to the end with `text`. */
  open(bytes: string): Promise<Socket>;
}

export type ProxyOptions = Partial<UpstreamOptions> &
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
  const url = `http://127.0.0.1:${portOf(app)}/api`;

  return {
    client,
    url,
    defects,
    async ask(method, path, { headers = {}, body } = {}) {
      const init: RequestInit = { method, headers: { ...headers }, redirect: 'manual' };
      if (body !== undefined) init.body = body;
      return readAnswer(await fetch(url + path, init));
    },
    async open(bytes) {
      const socket = connect(portOf(app), '127.0.0.1');
      await once(socket, 'connect');
      running.push(async () => void socket.destroy());
      socket.setEncoding('latin1').write(bytes, 'latin1');
      return socket;
    },
  };
}

/** What an upstream does with a request; a text goes over its connection as it is. */
export type Script = string | RequestListener;

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
  running.push(async () => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens by TCP
  const scheme = certificate === undefined ? 'http' : 'https';
  return {
    base: new URL(`${scheme}://127.0.0.1:${port}/`),
    server,
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

export async function stopAll(): Promise<void> {
  for (const end of running.splice(0).toReversed()) await end();
}

const running: (() => Promise<void>)[] = [];
