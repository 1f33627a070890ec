import { expect, it, vi } from 'vitest';
import { ApiError, type ApiFailure } from '#client/errors.ts';
import { loadConfig, ownHosts, runtimeConfig } from '#web/api/config.ts';
import { startFailure } from '#web/api/sign-in-failure.ts';
import { makeRefusal } from '#web/test/request-entry.ts';

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

const html = '<!doctype html><title>Gatehouse</title>';
it.each([
  [
    'a host that has no such file',
    new Response('Not found', { status: 404 }),
    '/config.json of page.test was answered with status 404.',
  ],
  [
    'a host that answers its index page',
    new Response(html, { headers: { 'content-type': 'text/html' } }),
    'A web page came in place of /config.json of page.test: the file is missing there.',
  ],
  [
    'an empty file',
    new Response(''),
    '/config.json of page.test is there, but it cannot be used: The answer is empty.',
  ],
])('tells the operator of %s', async (_, answer, what) => {
  const { error } = await starting(answer);
  expect(startFailure(error, 'page.test')).toEqual({ what, isFileWrong: true });
});

it('a redirect that was followed says nothing about the file', async () => {
  const answer = new Response(html);
  Object.defineProperty(answer, 'redirected', { value: true });
  const what = '/config.json of page.test was answered with a redirect.';
  const { error } = await starting(answer);
  expect(startFailure(error, 'page.test')).toEqual({ what, isFileWrong: false });
});

it('a redirect to the sign-in of another host is told as one, though no page can follow it', async () => {
  const answer = Object.defineProperty(Response.error(), 'type', { value: 'opaqueredirect' });
  const { requests, error } = await starting(answer, false);
  const what = '/config.json of page.test was answered with a redirect.';
  expect(startFailure(error, 'page.test')).toEqual({ what, isFileWrong: false });
  // The one after "Try again" asks the host, not the browser's cache.
  expect(requests.at(-1)).toMatchObject({ credentials: 'same-origin', cache: 'no-store' });
});

it.each<[failure: ApiFailure, what: string]>([
  [
    { kind: 'shape', issues: ['The answer is a redirect'] },
    '/config.json of page.test was answered with a redirect.',
  ],
  [{ kind: 'network' }, 'No answer came for /config.json of page.test.'],
  [makeRefusal(503), '/config.json of page.test was answered with status 503.'],
])('does not blame the file for %j', (failure, what) => {
  const error = new ApiError('', failure);
  expect(startFailure(error, 'page.test')).toEqual({ what, isFileWrong: false });
});

it('shows a defect as it is', () => {
  expect(startFailure(new Error('x is no function'), 'page.test').what).toBe('x is no function.');
});
