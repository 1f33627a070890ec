import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  API_HEADERS,
  removeDirectories,
  freshData,
  startService,
  type RunningService,
} from '#service/test/running-service.test.helper.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startService(await freshData(), {
    versionHeader: 'X-Version',
    rateLimit: 240,
    idleMinutes: 15,
    sessionHours: 4,
    instanceName: 'Staging',
    instanceColour: 'amber',
  });
});
afterAll(async () => {
  await service.stop();
  removeDirectories();
});

const ask = (path: string, init: RequestInit = {}) => fetch(service.url + path, init);

it.each([
  '/',
  '/bot-users',
  '/bot-users/bot_x/edit',
  '/bot-users/a.b',
  '/apix',
  '/%',
  '/index.html',
])('gives the document at %s', async (path) => {
  const answer = await ask(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/html;charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(await answer.text()).toContain('<title>page</title>');
});

it('lets the document be revalidated and files with a hash be kept', async () => {
  const etag = (await ask('/')).headers.get('etag') ?? '';
  expect((await ask('/', { headers: { 'If-None-Match': etag } })).status).toBe(304);

  const asset = await ask('/assets/index-abc.js', { headers: { 'Accept-Encoding': 'identity' } });
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-type')).toBe('text/javascript');
  expect(asset.headers.get('vary')).toBe('Accept-Encoding');
});

it('sends the packed file that the build has made', async () => {
  const answer = await ask('/assets/index-abc.js', {
    method: 'HEAD',
    headers: { 'Accept-Encoding': 'gzip, br' },
  });
  expect(answer.headers.get('content-encoding')).toBe('br');
});

it('never takes the document for a missing file', async () => {
  for (const path of [
    '/assets/gone.js',
    '/assets/',
    '/assets/..%2f..%2fpackage.json',
    '/favicon.ico',
    '/.env',
    '/.well-known/security.txt',
  ]) {
    const answer = await ask(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
});

it('only reads: other methods are refused', async () => {
  for (const path of ['/', '/bot-users', '/config.json', '/assets/index-abc.js']) {
    const answer = await ask(path, { method: 'POST' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  }
});

it('tells the page what it must know, without a key and never from a cache', async () => {
  const answer = await ask('/config.json?x=1');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toEqual({
    service_host: new URL(service.url).host,
    version_header: 'X-Version',
    version: '2',
    limits: { requests_per_minute: 240, requests_at_once: 4 },
    idle_minutes: 15,
    session_hours: 4,
    instance: { name: 'Staging', colour: 'amber' },
    inventory_base: '/inventory',
    demonstration: false,
    write_rules: null,
  });
});

it('asks for the version under the name that the operator has given it', async () => {
  const { Authorization } = API_HEADERS;
  const renamed = { Authorization, 'X-Version': '2' };
  expect((await ask('/api/bot_users', { headers: renamed })).status).toBe(200);
  expect((await ask('/api/bot_users', { headers: API_HEADERS })).status).toBe(400);
});

it('has no metrics while they are switched off', async () => {
  const answer = await ask('/metrics');
  expect([answer.status, await answer.text()]).toEqual([404, 'METRICS is off.\n']);
});

it('says that it is well', async () => {
  const answer = await ask('/healthz');
  expect([answer.status, await answer.text()]).toEqual([200, 'ok\n']);
});
