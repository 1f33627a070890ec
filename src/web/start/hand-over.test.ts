// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropEarlyRequests, fetchOnce } from '#web/start/hand-over.ts';

const LIST = 'http://gatehouse.test/api/bot_users?limit=100';
const withKey = (key: string) => ({ authorization: `Bearer ${key}` });
const wanted = (headers = {}, init: RequestInit = {}) => new Request(LIST, { ...init, headers });

/** As the script in the head has sent it. */
function sentEarly(address: string, headers: Record<string, string>) {
  const stop = new AbortController();
  const response = Promise.resolve(new Response());
  globalThis.gatehouse?.early.push({ request: new Request(address, { headers }), response, stop });
  return { response, stop: stop.signal };
}

let sent: Request[] = [];
beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(request);
    return new Response();
  });
  vi.stubGlobal('gatehouse', { early: [], wanted: Promise.resolve() });
});
afterEach(() => vi.unstubAllGlobals());

it('takes the response to a request once', () => {
  const { response } = sentEarly(LIST, withKey('a'));
  expect(fetchOnce(wanted(withKey('a')))).toBe(response);
  expect(sent).toHaveLength(0);
  void fetchOnce(wanted(withKey('a')));
  expect(sent).toHaveLength(1);
});

it.each([
  ['another key', wanted(withKey('b'))],
  ['no key', wanted()],
  ['a change', wanted(withKey('a'), { method: 'POST' })],
  ['another address', new Request(LIST.replace('100', '10'), { headers: withKey('a') })],
])('keeps it for its own request, not for %s', (_, request) => {
  const { response } = sentEarly(LIST, withKey('a'));
  void fetchOnce(request);
  expect(sent).toEqual([request]);
  expect(fetchOnce(wanted(withKey('a')))).toBe(response);
});

it('is broken off by whoever has taken it', () => {
  const { stop } = sentEarly(LIST, {});
  const leaving = new AbortController();
  void fetchOnce(wanted({}, { signal: leaving.signal }));
  leaving.abort(new Error('left'));
  expect(stop.reason).toEqual(new Error('left'));
});

it('breaks off what nobody has taken, and what was taken goes on', () => {
  const taken = sentEarly(LIST, withKey('a'));
  const left = sentEarly(LIST, withKey('b'));
  void fetchOnce(wanted(withKey('a')));
  dropEarlyRequests();
  expect([taken.stop.aborted, left.stop.aborted]).toEqual([false, true]);
  void fetchOnce(wanted(withKey('b')));
  expect(sent).toHaveLength(1);
});

it('sends every request itself where nothing was sent before', () => {
  vi.stubGlobal('gatehouse', undefined);
  void fetchOnce(wanted());
  dropEarlyRequests();
  expect(sent).toHaveLength(1);
});
