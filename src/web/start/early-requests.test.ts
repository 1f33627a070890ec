// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createEarlyRequests } from '#web/start/early-requests.ts';
import { fetchOnce } from '#web/start/hand-over.ts';

const LIST = 'http://gatehouse.test/api/bot_users?limit=100';
const withKey = (key: string) => ({ authorization: `Bearer ${key}` });
const wanted = (headers = {}, init: RequestInit = {}) => new Request(LIST, { ...init, headers });

let sent: Request[] = [];
let early: ReturnType<typeof createEarlyRequests>;
beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', (request: Request) => {
    sent.push(request);
    return new Promise<Response>((_, reject) =>
      request.signal.addEventListener('abort', () => reject(request.signal.reason)),
    );
  });
  early = createEarlyRequests();
});
afterEach(() => vi.unstubAllGlobals());

it('gives the response to a request once', () => {
  const response = early.send(LIST, withKey('a'), 'omit');
  expect(early.take(wanted(withKey('a')))).toBe(response);
  expect(early.take(wanted(withKey('a')))).toBeUndefined();
});

it.each([
  ['another key', wanted(withKey('b'))],
  ['no key', wanted()],
  ['a change', wanted(withKey('a'), { method: 'POST' })],
  ['another address', new Request(LIST.replace('100', '10'), { headers: withKey('a') })],
])('keeps it from %s', (_, request) => {
  const response = early.send(LIST, withKey('a'), 'omit');
  expect(early.take(request)).toBeUndefined();
  expect(early.take(wanted(withKey('a')))).toBe(response);
});

it('is broken off by whoever has taken it', async () => {
  void early.send(LIST, {}, 'omit');
  const leaving = new AbortController();
  const taken = early.take(wanted({}, { signal: leaving.signal }));
  leaving.abort(new Error('left'));
  await expect(taken).rejects.toThrow('left');
  expect(sent[0]?.signal.aborted).toBe(true);
});

it('breaks off what nobody has taken, and what was taken goes on', () => {
  void early.send(LIST, withKey('a'), 'omit');
  void early.send(LIST.replace('100', '10'), withKey('a'), 'omit');
  void early.take(wanted(withKey('a')));
  early.drop();
  expect(sent.map(({ signal }) => signal.aborted)).toEqual([false, true]);
  expect(early.take(wanted(withKey('a')))).toBeUndefined();
});

it('never lets the key follow a redirect, and asks no cache', () => {
  void early.send(LIST, withKey('a'), 'omit');
  expect(sent[0]).toMatchObject({ redirect: 'manual', credentials: 'omit', method: 'GET' });
});

it('sends a request once, whoever has asked first', () => {
  vi.stubGlobal('gatehouse', early);
  const response = early.send(LIST, {}, 'omit');
  expect(fetchOnce(wanted())).toBe(response);
  expect(sent).toHaveLength(1);
  void fetchOnce(wanted());
  expect(sent).toHaveLength(2);
  vi.stubGlobal('gatehouse', undefined);
  void fetchOnce(wanted());
  expect(sent).toHaveLength(3);
});
