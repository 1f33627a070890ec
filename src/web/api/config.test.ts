import { expect, it, vi } from 'vitest';
import { loadConfig, ownHosts, runtimeConfig } from '#web/api/config.ts';
import { reasonOf } from '#web/api/failure-text.ts';

/** Starts with this answer to the page's question for its configuration. */
async function starting(answer: Response, canFollow = true) {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    requests.push(new Request(url, init));
    if (!canFollow && init?.redirect !== 'manual') throw new TypeError('Failed to fetch');
    return answer;
  });
  const error: unknown = await loadConfig().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { requests, error };
}

it('reads a document that holds no more than the host, with the cookies of the page’s own host', async () => {
  const { requests, error } = await starting(Response.json({ service_host: 'api.test' }));
  expect(error).toBeUndefined();
  // Else Firefox does not take the response that the document has preloaded.
  const asPreloaded = { credentials: 'same-origin', cache: 'default', redirect: 'follow' };
  expect(requests[0]).toMatchObject({ url: 'http://gatehouse.test/config.json', ...asPreloaded });
  expect([...(requests[0]?.headers ?? [])]).toEqual([]);
  expect(runtimeConfig()).toMatchObject({
    service_host: 'api.test',
    api_base: '/api',
    idle_minutes: 30,
    limits: { requests_per_minute: null, requests_at_once: 4 },
    instance: null,
  });
  expect(ownHosts(runtimeConfig())).toEqual(['api.test', 'gatehouse.test', 'gatehouse.test']);
});

it('knows the service by the host of its address as well', async () => {
  await starting(Response.json({ service_host: 'Our service', api_base: 'https://api.test/v2' }));
  expect(ownHosts(runtimeConfig())).toEqual(['Our service', 'api.test', 'gatehouse.test']);
});

it.each([
  [
    'a host that has no such file',
    new Response('Not found', { status: 404 }),
    'The service answered 404.',
  ],
  [
    'a host that answers its index page',
    new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
    'The service answered 200 in a way this app does not know. The answer is a web page.',
  ],
  [
    'the sign-in of another host, though no page can follow it',
    Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' }),
    'The service answered in a way this app does not know. The answer is a redirect, which is not followed.',
  ],
])('tells of %s', async (_, answer, reason) => {
  const { requests, error } = await starting(answer, false);
  expect(reasonOf(error)).toBe(reason);
  // The one after "Try again" asks the host, not the browser's cache.
  expect(requests.at(-1)).toMatchObject({ credentials: 'same-origin', cache: 'no-store' });
});
