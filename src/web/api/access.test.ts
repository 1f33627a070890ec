import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failureOf, isAnyRefused, isOutcomeUnknown } from '#client/errors.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { KEY_ACCESS_HEADER, READ_ONLY_ACCESS } from '#contract/wire.ts';
import { WriteRules } from '#contract/write-rules.ts';
import { accessRefusal, setWriteCheck } from '#web/api/access.ts';
import { call, checkKey } from '#web/api/call.ts';
import { session } from '#web/session/session.ts';
import { makeBotUser, refuse, startFakeService, type FakeService } from '#web/test/fake-service.ts';
import { signIn } from '#web/test/session.ts';

let service: FakeService;
const [x, y] = [makeBotUser(1), makeBotUser(2)];

beforeEach(() => void (service = startFakeService({ botUsers: [x, y] })));
afterEach(() => setWriteCheck(botUserEndpoints.get.path, () => false));

const remove = (params = { id: x.id }) =>
  call(botUserEndpoints.remove, { params }).catch((error: unknown) => error);
const readOnly = () =>
  service.on('GET', (happen) => {
    const response = happen();
    response.headers.set(KEY_ACCESS_HEADER, READ_ONLY_ACCESS);
    return response;
  });

it('sends no change with a key of which the service says that it may only read', async () => {
  readOnly();
  await call(botUserEndpoints.list, {});
  const error = await remove();
  expect(failureOf(error)).toMatchObject({ kind: 'blocked', reason: 'This key can only read.' });
  expect([isOutcomeUnknown(error), isAnyRefused(failureOf(error))]).toEqual([false, true]);
  expect(service.methods()).toEqual(['GET']);
});

it('learns it from the check of the key, and asks anew about another key', async () => {
  const { signal } = new AbortController();
  const stop = readOnly();
  await checkKey('one', signal);
  expect(accessRefusal()).toBe('This key can only read.');
  stop();
  await checkKey('other', signal);
  expect(accessRefusal()).toBeUndefined();
});

it('knows nothing of a key that was given in another tab', async () => {
  readOnly();
  await call(botUserEndpoints.list, {});
  const other = new BroadcastChannel('gatehouse');
  const given = new Promise<{ stamp: number }>((resolve) => {
    other.addEventListener('message', ({ data }) => data.type === 'give' && resolve(data.session));
  });
  other.postMessage({ type: 'ask' });
  const own = await given;
  other.postMessage({ type: 'give', session: { ...own, key: 'other', stamp: own.stamp + 1 } });
  await vi.waitFor(() => expect(session.key()).toBe('other'));
  expect(accessRefusal()).toBeUndefined();
  other.close();
});

it('learns it from a code about the key, until the session ends', async () => {
  service.on('DELETE', () => refuse(400, { error_code: 'ERR_NGROK_635' }));
  expect(failureOf(await remove())).toMatchObject({ status: 400 });
  expect(failureOf(await remove())).toMatchObject({ kind: 'blocked' });
  expect(service.methods()).toEqual(['DELETE']);
  session.end('signed-out');
  expect(accessRefusal()).toBeUndefined();
});

it.each(['PROTECTED', 'ERR_NGROK_4111'])('goes on after a 403 %s', async (error_code) => {
  service.on('DELETE', () => refuse(403, { error_code }));
  await remove();
  await remove();
  expect(service.methods()).toEqual(['DELETE', 'DELETE']);
});

it('deletes nothing where that is turned off, and changes the rest', async () => {
  signIn({ write_rules: WriteRules.parse({ no_delete: true }) });
  const failure = failureOf(await remove());
  expect(failure).toMatchObject({ reason: 'Deleting is turned off here.' });
  expect(isAnyRefused(failure)).toBe(false);
  await call(botUserEndpoints.update, { params: { id: x.id }, body: {} });
  expect(service.methods()).toEqual(['PATCH']);
});

it('changes nothing that a feature knows to be protected', async () => {
  setWriteCheck(botUserEndpoints.get.path, ({ id }) => id === x.id);
  expect(failureOf(await remove())).toMatchObject({ reason: 'Protected by the operator.' });
  await remove(y);
  expect(service.methods()).toEqual(['DELETE']);
});
