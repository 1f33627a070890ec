import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient, run } from '#web/api/query-client.ts';
import { names, openList } from '#web/features/bot-users/list.test.helper.ts';
import { createBotUser, setActive, updateBotUser } from '#web/features/bot-users/mutations.ts';
import { botUser, loadedBotUser, loadedPages } from '#web/features/bot-users/queries.ts';
import { session } from '#web/session/session.ts';
import { makeBotUser, makeBotUsers, type FakeService } from '#web/test/fake-service.ts';
import { signIn } from '#web/test/session.ts';
import { waitFor } from '#web/test/wait.ts';

vi.mock('#web/jobs/changes-on-demand.ts', () => ({ recordChange: () => {} }));

let service: FakeService;
let other: BroadcastChannel;
const heard: unknown[] = [];
beforeEach(async () => {
  heard.length = 0;
  other = new BroadcastChannel('gatehouse-bot-users');
  other.addEventListener('message', ({ data }) => heard.push(data));
  service = await openList({ botUsers: makeBotUsers(3) });
});
afterEach(() => other.close());

const ID = makeBotUser(2).id;
const of = () => session.account();
const updated = (fields: object, requestedAt = Date.now()) => ({
  type: 'updated',
  bot: makeBotUser(2, fields),
  requestedAt,
});
async function receive(message: unknown) {
  other.postMessage(message);
  await new Promise((resolve) => setTimeout(resolve, 20));
}

it('shows what another tab of the same session tells, without a request', async () => {
  await receive({ of: of(), change: updated({ active: false }) });
  expect(loadedBotUser(ID)?.active).toBe(false);
  await receive({ of: of(), change: { ...updated({}), type: 'created', bot: makeBotUser(9) } });
  await receive({ of: of(), change: { type: 'deleted', id: makeBotUser(1).id } });
  expect(names()).toEqual(['name 9', 'name 2', 'name 3']);
  expect(service.requests).toEqual([]);
});

it.each([
  ['another session', () => ({ of: 'other', change: updated({ name: 'x' }) })],
  ['another version', () => ({ of: of(), change: updated({ name: 1 }) })],
])('takes nothing from %s', async (_who, message) => {
  const before = loadedPages();
  await receive(message());
  expect(loadedPages()).toBe(before);
});

it('takes nothing once nobody is signed in', async () => {
  const key = of();
  session.end('signed-out');
  await receive({ of: key, change: { type: 'deleted', id: ID } });
  signIn();
  await openList({ botUsers: makeBotUsers(3) });
  expect(names()).toContain('name 2');
});

it('tells the other tabs what it has changed', async () => {
  await run(setActive(ID), false);
  await run(createBotUser, { name: 'made' });
  await waitFor(() =>
    expect(heard).toMatchObject([
      { of: of(), change: { type: 'updated', bot: { id: ID, active: false } } },
      { of: of(), change: { type: 'created', bot: { name: 'made' } } },
    ]),
  );
});

it('keeps what was requested later, whichever response comes last', async () => {
  const held = service.hold('PATCH');
  const pressed = run(setActive(ID), false);
  await held.next();
  await receive({ of: of(), change: updated({ name: 'later' }, Date.now() + 1000) });
  await held.answer();
  await pressed;
  expect(loadedBotUser(ID)).toMatchObject({ name: 'later', active: true });
});

it('lets the open page of a bot user tell that it was deleted elsewhere', async () => {
  const leave = new QueryObserver(queryClient, botUser(ID)).subscribe(() => {});
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  await receive({ of: of(), change: { type: 'deleted', id: ID } });
  expect(queryClient.getQueryState(botUser(ID).queryKey)).toMatchObject({
    data: { id: ID },
    error: { failure: { status: 404 } },
  });
  leave();
});

it('works with a response that cannot be cloned or compared as text', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const text = JSON.stringify(makeBotUser(2, { name: 'deep' })).replace(/}$/, `,"extra":${deep}}`);
  service.on(
    'PATCH',
    () => new Response(text, { headers: { 'content-type': 'application/json' } }),
  );
  for (let times = 0; times < 2; times++)
    expect(await run(updateBotUser(ID), { name: 'deep' })).toMatchObject({ bot: { name: 'deep' } });
});
