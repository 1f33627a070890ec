import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createUpstreamClient } from '#service/http/upstream/client.ts';
import { probeUpstream } from '#service/http/upstream/probe.ts';

const ends: (() => void)[] = [];
afterEach(() => ends.splice(0).forEach((end) => end()));

async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens by TCP
}

const probe = (base: string) =>
  probeUpstream(createUpstreamClient(new URL(base)), { 'Service-Version': '2' });

it('says nothing of a base that refuses in JSON because it got no key, or that lists', async () => {
  const refusing = await startServer((_request, response) =>
    response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"error_code":"X"}'),
  );
  const seen: unknown[] = [];
  const listing = await startServer(({ url, headers }, response) => {
    seen.push([url, headers['service-version'], headers.authorization]);
    response.end('{"bot_users":[]}');
  });
  expect([await probe(refusing), await probe(`${listing}/v1`)]).toEqual([undefined, undefined]);
  expect(seen).toEqual([['/v1/bot_users?limit=1', '2', undefined]]);
});

it('names the likely correction', async () => {
  const page: RequestListener = ({ url }, response) => {
    if (url?.startsWith('/api/')) response.writeHead(401).end('{}');
    else response.setHeader('Content-Type', 'text/html').end('<!doctype html>');
  };
  const front = await startServer(page);
  expect(await probe(front)).toBe(
    `UPSTREAM_URL ${front} does not answer like this API, but ${front}/api does: set it to that.`,
  );
  const moved = await startServer((_request, response) =>
    response.writeHead(301, { Location: 'https://api.example/' }).end(),
  );
  expect(await probe(moved)).toMatch(
    /redirects to https:\/\/api\.example\/, which is not followed/,
  );
  const other = await startServer((_request, response) => response.writeHead(404).end('none'));
  expect(await probe(other)).toBe(
    `UPSTREAM_URL ${other} does not answer like this API (status 404, no content type): check the address.`,
  );
  expect(await probe('http://127.0.0.1:9')).toMatch(/cannot be reached \(.+\): check the address/);
});
