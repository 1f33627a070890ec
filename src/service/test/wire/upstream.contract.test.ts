import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { createService } from '#service/app.ts';
import { createUpstreamClient } from '#service/http/upstream/client.ts';
import { readSettings } from '#service/settings.ts';
import { fileOf } from '#service/test/running-service.test.helper.ts';
import {
  proxyTo,
  startProxy,
  startUpstream,
  type Proxy,
} from '#service/test/upstream.test.helper.ts';

const END = 'Host: gate.example\r\nConnection: close\r\n\r\n';
const quiet = () => proxyTo('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');

/** Reads to the end of the connection. */
const askOn = async (proxy: Proxy, bytes: string) => text(await proxy.open(bytes));

it('sends path and query byte by byte behind the path of the base', async () => {
  const { stub } = await quiet();
  const address = `/bot_users/a%20B%c3%A9~!$&'()*+,=:@-._?q=%zz&a=1&a=[2]/?"|<>\\^\`{}`;

  for (const prefix of ['', '/v1//api//']) {
    const proxy = await startProxy(new URL(prefix, stub.base));
    const answer = await askOn(proxy, `GET /api${address} HTTP/1.1\r\n${END}`);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  }
  expect(stub.asked()).toEqual([`GET ${address}`, `GET /v1//api${address}`]);
});

const invalidPath = String.raw`. x/../y .%2e/x ..;x %2e%2e%3bx ;x a;x a%3Bx a%2Fb a%5cb a%25 a%00 a%C2%85 % %ff a"b a#b a?b#c`;
const nowhere = '?x /bot_users/x/y /bot_users/x/ /bot%5Fusers/x //bot_users/x /ip_policies/x';
const words = (list: string) => list.trim().split(/\s+/);

it.each([
  [
    'an address that two programs may read in two ways',
    words(invalidPath).map((end) => `/bot_users/${end}`),
    /^HTTP\/1.1 400 .*"error_code":"INVALID_PATH"/s,
  ],
  [
    'a byte that is not printable ASCII',
    ['a\xe9', 'a\t', 'a?b=\xff'].map((end) => `/bot_users/${end}`),
    /^HTTP\/1.1 400 /,
  ],
  [
    'an address that the API has not',
    ['', ...words(nowhere)],
    /^HTTP\/1.1 404 .*"error_code":"ENDPOINT_NOT_FOUND"/s,
  ],
])('lets no request through with %s', async (_, paths, refusal) => {
  const { stub, proxy } = await quiet();
  for (const path of paths) {
    const response = await askOn(proxy, `GET /api${path} HTTP/1.1\r\n${END}`);
    expect([path, response]).toEqual([path, expect.stringMatching(refusal)]);
  }
  expect(stub.heads).toEqual([]);
});

it('passes of a request the headers of the API only, and none that tell who sent it', async () => {
  const { stub } = await quiet();
  const proxy = await startProxy(stub.base, { versionHeader: 'Acme-Version' });
  const sent = [
    'Host: gate.example',
    'Authorization: Bearer k',
    'Accept: application/json',
    'Accept-Encoding: gzip, br',
    'Content-Type: application/json',
    'If-Match: "1"',
    'If-None-Match: "2"',
    'acme-version: 2',
    'Service-Version: 1',
    'User-Agent: Mozilla/5.0',
    'Cookie: a=b',
    'X-Forwarded-For: 10.0.0.1',
    'Upgrade: websocket',
    'Connection: Upgrade, close',
  ];
  await askOn(proxy, `GET /api/bot_users HTTP/1.1\r\n${sent.join('\r\n')}\r\n\r\n`);

  expect(stub.heads[0]?.split('\r\n').slice(1).toSorted()).toEqual([
    'Acme-Version: 2',
    'accept-encoding: identity',
    'accept: application/json',
    'authorization: Bearer k',
    'connection: keep-alive',
    'content-type: application/json',
    `host: ${stub.base.host}`,
    'if-match: "1"',
    'if-none-match: "2"',
    'user-agent: Gatehouse',
  ]);
});

it('does not stand before itself', async () => {
  const { stub, proxy: inner } = await quiet();
  const outer = await startProxy(new URL(inner.url));
  expect((await outer.ask('GET', '/bot_users')).json.error_code).toBe('UPSTREAM_LOOP');
  expect(stub.heads).toEqual([]);
});

const NOBODY = 'http://127.0.0.1:9';

function serviceBefore(UPSTREAM_URL: string, ROUTES_FILE?: string) {
  const settings = readSettings({ UPSTREAM_URL, ROUTES_FILE });
  const upstream = createUpstreamClient(new URL(UPSTREAM_URL));
  const report = { request: () => undefined, defect: () => undefined };
  return createService({ settings, upstream, pageDirectory: '', report });
}

it('is ready while its upstream can be reached', async () => {
  const { base } = await startUpstream('');
  expect((await serviceBefore(base.href).inject('/readyz')).statusCode).toBe(200);
  expect((await serviceBefore(NOBODY).inject('/readyz')).statusCode).toBe(503);
});

it.each([
  [/^The file \/none of ROUTES_FILE cannot be read \(ENOENT\): check its path/, '/none'],
  [/^The file \S+ of ROUTES_FILE is not usable: Entry 1 of routes is not usable: /, fileOf([{}])],
])('says what is wrong with the file of routes: %s', (refusal, path) => {
  expect(() => serviceBefore(NOBODY, path)).toThrow(refusal);
});
