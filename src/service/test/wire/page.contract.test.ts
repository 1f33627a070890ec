import { once } from 'node:events';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { get, METHODS, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { createPage } from '#service/http/page.ts';
import { readSettings } from '#service/settings.ts';
import { sharedService, temporaryDirectory } from '#service/test/running-service.test.helper.ts';

const service = sharedService({
  versionHeader: 'X-Version',
  rateLimit: 240,
  idleMinutes: 15,
  sessionHours: 4,
  instanceName: 'Staging',
  instanceColour: 'amber',
});

const ask = (path: string, init: RequestInit = {}) => fetch(service.url + path, init);

it.each([
  ['identity', null],
  ['gzip, br', 'br'],
])('sends a packed file of the build to those who can read it: %s', async (accepted, sent) => {
  const headers = { 'Accept-Encoding': accepted };
  const answer = await ask('/assets/index-abc.js', { method: 'HEAD', headers });
  expect(answer.headers.get('content-encoding')).toBe(sent);
  expect(answer.headers.get('content-type')).toBe('text/javascript');
  expect(answer.headers.get('vary')).toBe('Accept-Encoding');
});

it.each(['/%68ealthz', '/%6detrics', '/%61pi/openapi.json'])(
  'has nothing at %s, which a proxy that keeps the address inside would let through',
  async (path) => {
    expect(await (await ask(path)).text()).toBe('The API has nothing at this address\n');
  },
);

it('says what to do where the page has not been built', async () => {
  const app = fastify().setNotFoundHandler(createPage('/nowhere'));
  const { statusCode, body } = await app.inject('/');
  expect([statusCode, body]).toEqual([404, 'The page has not been built. Run: npm run build\n']);
});

it('serves a new build, and goes on where a file cannot be read', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'index.html');
  writeFileSync(file, 'page');
  const app = fastify().setNotFoundHandler(createPage(directory));
  let tag = '';
  for (const text of ['page', 'next']) {
    writeFileSync(file, text);
    // Of one length and one time, as in images whose files all have the same.
    utimesSync(file, 0, 0);
    const { body, headers } = await app.inject({ url: '/', headers: { 'If-None-Match': tag } });
    expect(body).toBe(text);
    tag = String(headers.etag);
  }
  rmSync(file);
  const socket = createServer().listen(file);
  await once(socket, 'listening');
  await expect(app.inject('/')).rejects.toThrow('destroyed');
  socket.close();
});

it('closes the file that a client has not read to its end', async () => {
  const directory = temporaryDirectory();
  // More than the buffers of a connection take.
  writeFileSync(join(directory, 'index.html'), Buffer.alloc(64 * 1024 * 1024));
  const page = createPage(directory);
  let closed: Promise<unknown> | undefined;
  const app = fastify().setNotFoundHandler((request, reply) => {
    reply.raw.once('pipe', (file: Readable) => void (closed = once(file, 'close')));
    page(request, reply);
  });
  const [answer] = (await once(get(await app.listen()), 'response')) as [IncomingMessage];
  answer.destroy();
  expect(await closed).toEqual([]);
  await app.close();
});

it.each(['/', '/config.json'])('only reads %s: other methods are refused', async (path) => {
  const answer = await ask(path, { method: 'POST', body: 'a form' });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  // The first Node of 20.19 does not know it.
  const refusal = METHODS.includes('QUERY') ? 415 : 400;
  expect((await ask(path, { method: 'QUERY' })).status).toBe(refusal);
});

it('tells the page what it must know, without a key', async () => {
  const answer = await ask('/config.json?x=1');
  expect(await answer.json()).toEqual({
    service_host: new URL(service.url).host,
    version_header: 'X-Version',
    version: '2',
    limits: { requests_per_minute: 240, requests_at_once: 4 },
    idle_minutes: 15,
    session_hours: 4,
    instance: { name: 'Staging', colour: 'amber' },
    inventory_base: '/inventory',
    history: true,
    demonstration: false,
    write_rules: null,
  });
});

it('serves the OpenAPI document to anybody', async () => {
  const answer = await ask('/api/openapi.json');
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(await answer.json()).toMatchObject({ servers: [{ url: `${service.url}/api` }] });
});

it('tests the files that ship', () => {
  expect(() => readSettings({ PORT: 'none' })).toThrow(
    expect.objectContaining({ stack: expect.stringMatching(/\/dist\/service\/assets\/settings-/) }),
  );
});
