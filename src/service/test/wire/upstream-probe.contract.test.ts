import type { RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { createUpstreamClient } from '#service/http/upstream/client.ts';
import { probeUpstream } from '#service/http/upstream/probe.ts';
import { startUpstream } from '#service/test/upstream.test.helper.ts';

const baseOf = async (answer: RequestListener) => (await startUpstream(answer)).base.origin;

const probe = (base: string) =>
  probeUpstream(createUpstreamClient(new URL(base)), { 'Service-Version': '2' });

it('says nothing of a base that refuses in JSON because it got no key, or that lists', async () => {
  const refusing = await baseOf((_request, response) =>
    response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"error_code":"X"}'),
  );
  const seen: unknown[] = [];
  const listing = await baseOf(({ url, headers }, response) => {
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
  const front = await baseOf(page);
  expect(await probe(front)).toBe(
    `UPSTREAM_URL ${front} does not answer like this API, but ${front}/api does: set it to that.`,
  );
  const moved = await baseOf((_request, response) =>
    response.writeHead(301, { Location: 'https://api.example/' }).end(),
  );
  expect(await probe(moved)).toMatch(
    /redirects to https:\/\/api\.example\/, which is not followed/,
  );
  const other = await baseOf((_request, response) => response.writeHead(404).end('none'));
  expect(await probe(other)).toBe(
    `UPSTREAM_URL ${other} does not answer like this API (status 404, no content type): check the address.`,
  );
  expect(await probe('http://127.0.0.1:9')).toMatch(/cannot be reached \(.+\): check the address/);
});
