import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { BODY_BYTES_MAX } from '#contract/wire.ts';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import { askRaw } from '#service/test/hostile-connection.test.helper.ts';
import { GET, proxyTo, type ProxyOptions } from '#service/test/upstream.test.helper.ts';

const POST = `POST${GET.slice(3)}`;
const DONE = 'HTTP/1.1 201 Created\r\nContent-Length: 2\r\n\r\n{}';

/** Before an upstream that answers with the bytes of the body that it got. */
const counting = (options?: ProxyOptions) =>
  proxyTo((request, response) => {
    buffer(request).then(
      (body) => response.end(String(body.length)),
      () => undefined, // cut off
    );
  }, options);

it('passes a body up to the limit, with its length', async () => {
  const { stub, proxy } = await counting();
  const body = new Uint8Array(BODY_BYTES_MAX);
  expect((await proxy.ask('POST', '/bot_users', { body })).text).toBe(String(BODY_BYTES_MAX));
  expect((await proxy.ask('PATCH', '/bot_users/x')).text).toBe('0');
  const client = await proxy.open(
    `${POST}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`,
  );
  expect(await text(client)).toMatch(/\r\n\r\n5$/);
  for (const [index, length] of [BODY_BYTES_MAX, 0, 5].entries())
    expect(`${stub.heads[index]}\r\n`).toContain(`\r\ncontent-length: ${length}\r\n`);
});

const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;

it.each<[string, string, ProxyOptions?]>([
  ['413 BODY_TOO_LARGE', `Content-Length: ${BODY_BYTES_MAX + 1}\r\n\r\n`],
  ['413 BODY_TOO_LARGE', `Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(17)}`],
  ['408 REQUEST_TOO_SLOW', 'Content-Length: 9\r\n\r\n{', { headersMs: 500, requestMs: 500 }],
])('asks nothing and answers %s to a body that it does not get', async (expected, rest, bounds) => {
  const { stub, proxy } = await counting(bounds);
  const { status, body } = await askRaw(proxy.url, POST + rest);
  expect(outcome({ status, json: JSON.parse(body.toString()) })).toBe(expected);
  expect(stub.heads).toEqual([]);
  expect(proxy.defects).toEqual([]);
});

it('bounds the bodies of one key that are on their way, and no others', async () => {
  const { proxy } = await counting({ maxConnections: 200 });
  const ask = (key: string) =>
    proxy.ask('POST', '/bot_users', { headers: { Authorization: `Bearer ${key}` }, body: '{}' });
  for (let begun = 0; begun < 100; begun += 1)
    await proxy.open(`${POST}Authorization: Bearer slow\r\nContent-Length: 9\r\n\r\n{`);
  await expect.poll(async () => (await ask('slow')).status).toBe(429);
  expect((await ask('other')).status).toBe(200);
});

it('passes an early answer, and keeps the connection', async () => {
  const { proxy } = await proxyTo(({ socket }) => socket.end(DONE));
  const client = await proxy.open('');
  for (let asked = 1; asked <= 3; asked += 1) {
    client.write(`${POST}Content-Length: ${BODY_BYTES_MAX}\r\n\r\n${' '.repeat(BODY_BYTES_MAX)}`);
    const [answer] = await once(client, 'data');
    expect(answer).toMatch(/^HTTP\/1.1 201 .*\{\}$/s);
  }
  expect(proxy.defects).toEqual([]);
});
