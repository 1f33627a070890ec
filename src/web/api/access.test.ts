// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failureOf, isAnyRefused, isUnsent } from '#client/errors.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { WriteRules } from '#contract/write-rules.ts';
import { accessRefusal, setWriteCheck } from '#web/api/access.ts';
import { call, checkKey } from '#web/api/call.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { setConfig } from '#web/api/config.ts';
import { session } from '#web/session/session.ts';

let asked: string[] = [];
let answer: () => Response;

beforeEach(() => {
  asked = [];
  answer = () => Response.json({ bot_users: [], next_page_uri: null });
  vi.stubGlobal('fetch', async ({ method }: Request) => {
    asked.push(method);
    return answer();
  });
  setConfig(testConfig());
  session.signIn('key', false);
});
afterEach(() => {
  session.end('none');
  setWriteCheck(botUserEndpoints.get.path, () => false);
  vi.unstubAllGlobals();
});

const rules = (given: object) => setConfig(testConfig({ write_rules: WriteRules.parse(given) }));
const fails = (sent: Promise<unknown>) =>
  sent.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );
const remove = () => fails(call(botUserEndpoints.remove, { params: { id: 'x' } }));
const list = () => call(botUserEndpoints.list, {});
const readOnly = { headers: { 'Key-Access': 'read-only' } };

it('sends no change with a key of which the service says that it may only read', async () => {
  answer = () => Response.json({ bot_users: [], next_page_uri: null }, readOnly);
  await list();
  const error = await remove();
  expect(failureOf(error)).toMatchObject({ kind: 'blocked', reason: 'This key can only read.' });
  expect([isUnsent(error), isAnyRefused(failureOf(error))]).toEqual([true, true]);
  expect(asked).toEqual(['GET']);
});

it('learns it from the check of the key, and asks anew about another key', async () => {
  const { signal } = new AbortController();
  answer = () => Response.json({ bot_users: [], next_page_uri: null }, readOnly);
  await checkKey('one', signal);
  expect(accessRefusal()).toBe('This key can only read.');
  answer = () => Response.json({ bot_users: [], next_page_uri: null });
  await checkKey('other', signal);
  expect(accessRefusal()).toBeUndefined();
});

it('learns it from a change that is refused for want of a right, until the session ends', async () => {
  answer = () => Response.json({}, { status: 403 });
  expect(failureOf(await remove())).toMatchObject({ status: 403 });
  expect(failureOf(await remove())).toMatchObject({ kind: 'blocked' });
  expect(asked).toEqual(['DELETE']);
  session.end('signed-out');
  expect(accessRefusal()).toBeUndefined();
});

it('takes a 403 as being about one thing where another change was made', async () => {
  let finish: (response: Response) => void = () => {};
  const first = new Promise<Response>((resolve) => (finish = resolve));
  vi.stubGlobal('fetch', async () => (asked.push('') === 1 ? first : answer()));
  const underWay = call(botUserEndpoints.remove, { params: { id: 'x' } });
  answer = () => Response.json({}, { status: 403 });
  await remove();
  expect(accessRefusal()).toBeDefined();
  finish(new Response(null, { status: 204 }));
  await underWay;
  expect(accessRefusal()).toBeUndefined();
  await remove();
  expect(accessRefusal()).toBeUndefined();
});

it('goes on after a 403 about what the operator has protected', async () => {
  answer = () => Response.json({ error_code: 'PROTECTED' }, { status: 403 });
  await remove();
  await remove();
  expect(asked).toEqual(['DELETE', 'DELETE']);
});

it('deletes nothing where that is turned off, and changes the rest', async () => {
  rules({ no_delete: true });
  const failure = failureOf(await remove());
  expect(failure).toMatchObject({ reason: 'Deleting is turned off here.' });
  expect(isAnyRefused(failure)).toBe(false);
  await fails(call(botUserEndpoints.update, { params: { id: 'x' }, body: {} }));
  expect(asked).toEqual(['PATCH']);
});

it('changes nothing that a feature knows to be protected', async () => {
  setWriteCheck(botUserEndpoints.get.path, ({ id }) => id === 'x');
  expect(failureOf(await remove())).toMatchObject({ reason: 'Protected by the operator.' });
  await fails(call(botUserEndpoints.remove, { params: { id: 'y' } }));
  expect(asked).toEqual(['DELETE']);
});
