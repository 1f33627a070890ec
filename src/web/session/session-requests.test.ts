// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { call } from '#web/api/call.ts';
import { loadConfig } from '#web/api/config.ts';
import { session } from '#web/session/session.ts';
import { waitUntil } from '#web/lib/wait.test.helper.ts';

const MINUTE = 60_000;

/** Requests that hang until a test answers them, also those that were broken off. */
let hanging: ((response: Response) => void)[] = [];
let asked: (string | null)[] = [];

beforeEach(async () => {
  hanging = [];
  asked = [];
  vi.stubGlobal('fetch', (request: Request) => {
    if (request.url.endsWith('/config.json'))
      return Promise.resolve(Response.json({ service_host: 'h' }));
    // As every browser: what is broken off already is not sent.
    if (request.signal.aborted) return Promise.reject(new Error('aborted'));
    asked.push(request.headers.get('authorization'));
    return new Promise<Response>((resolve) => hanging.push(resolve));
  });
  await loadConfig();
});
afterEach(() => {
  session.limit({ idle: Infinity, age: Infinity });
  session.end('none');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const answer = (status: number, error_code = 'X') =>
  hanging.shift()?.(Response.json({ error_code }, { status }));
const rows = () => hanging.shift()?.(Response.json({ bot_users: [], next_page_uri: null }));
const sent = (count: number) => waitUntil(() => hanging.length === count);

it.each(['same', 'other'])(
  'a late 401 does not end the next session with the %s key',
  async (next) => {
    session.signIn('same', false);
    const read = call(botUserEndpoints.list, {});
    await sent(1);
    session.end('signed-out');
    session.signIn(next, false);
    answer(401);
    await expect(read).rejects.toThrow('The session has ended');
    expect(session.state()).toEqual({ kind: 'signed-in' });
    expect(asked).toEqual(['Bearer same']);
  },
);

it('a late 401 of the key before does not ask for the key again', async () => {
  session.signIn('old', false);
  const read = call(botUserEndpoints.list, {});
  await sent(1);
  session.signIn('new', false);
  answer(401);
  await sent(1);
  expect(session.state()).toEqual({ kind: 'signed-in' });
  rows();
  expect(await read).toMatchObject({ bot_users: [] });
  expect(asked).toEqual(['Bearer old', 'Bearer new']);
});

it('rows that arrive after the end are not delivered', async () => {
  session.signIn('k', false);
  const read = call(botUserEndpoints.list, {});
  await sent(1);
  session.end('idle');
  rows();
  await expect(read).rejects.toThrow('The session has ended');
});

it.each([403, 404, 500])('%i never signs out', async (status) => {
  session.signIn('k', false);
  const change = call(botUserEndpoints.create, { body: { name: 'x' } });
  await sent(1);
  answer(status);
  await expect(change).rejects.toMatchObject({ failure: { status } });
  expect(session.state()).toEqual({ kind: 'signed-in' });
});

it('a 401 for the network address or the account asks for no other key', async () => {
  session.signIn('k', false);
  for (const code of ['ERR_X_220', 'ERR_X_205', 'ERR_X_635']) {
    const read = call(botUserEndpoints.list, {});
    await sent(1);
    answer(401, code);
    await expect(read).rejects.toMatchObject({ failure: { code } });
    expect(session.state()).toEqual({ kind: 'signed-in' });
  }
});

it('nothing is sent with a key that is over, though no timer has noticed', async () => {
  vi.useFakeTimers();
  session.limit({ idle: 30 * MINUTE, age: 480 * MINUTE });
  session.signIn('k', false);
  vi.setSystemTime(Date.now() + 31 * MINUTE); // the machine has slept
  await expect(call(botUserEndpoints.list, {})).rejects.toThrow('The session has ended');
  expect(asked).toEqual([]);
  expect(session.state()).toEqual({ kind: 'signed-out', reason: 'idle' });
});
