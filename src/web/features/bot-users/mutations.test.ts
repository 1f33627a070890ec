import { InfiniteQueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient, run } from '#web/api/query-client.ts';
import { names, openList } from '#web/features/bot-users/list.test.helper.ts';
import { isSwitchedOn, presses, pressUnderWay } from '#web/features/bot-users/local-changes.ts';
import {
  createBotUser,
  deleteBotUser,
  setActive,
  UnsureError,
  updateBotUser,
} from '#web/features/bot-users/mutations.ts';
import { loadedCount } from '#web/features/bot-users/pages.ts';
import {
  beginCreate,
  botUser,
  botUserList,
  loadedBotUser,
  publish,
} from '#web/features/bot-users/queries.ts';
import { refreshBotUsers } from '#web/features/bot-users/refresh.ts';
import { selection } from '#web/features/bot-users/selection.ts';
import { session } from '#web/session/session.ts';
import {
  makeBotUser,
  makeBotUsers,
  noResponse,
  refuse,
  type FakeService,
} from '#web/test/fake-service.ts';
import { signIn } from '#web/test/session.ts';
import { waitFor } from '#web/test/wait.ts';

const recorded: Array<[unknown, unknown]> = [];
vi.mock('#web/jobs/changes-on-demand.ts', () => ({
  recordChange: (_kind: string, change: { before: unknown; after: unknown }) =>
    void recorded.push([change.before, change.after]),
}));

const ID = makeBotUser(2).id;
let service: FakeService;
beforeEach(async () => {
  recorded.length = 0;
  service = await openList({ botUsers: makeBotUsers(6), pageSize: 3 });
});
/** As its row shows it. */
function isActive(id = ID) {
  const bot = loadedBotUser(id);
  return bot && isSwitchedOn(bot);
}
const failures = () => [...presses.get().values()].filter(({ failed }) => failed);
const press = (active: boolean) => run(setActive(ID), active).catch((error: unknown) => error);
const state = (active: boolean) => ({ name: 'name 2', active });
const nextPage = () => new InfiniteQueryObserver(queryClient, botUserList).fetchNextPage();

describe('a switch', () => {
  it('shows at once, and of the presses meanwhile sends only the last', async () => {
    const held = service.hold('PATCH');
    const pressed = [press(false)];
    await held.next();
    expect(isActive()).toBe(false);
    for (const active of [true, false, true]) pressed.push(press(active));
    expect(isActive()).toBe(true);
    await held.answer();
    await held.answer();
    expect(await Promise.all(pressed)).toMatchObject([
      undefined,
      undefined,
      undefined,
      { bot: { active: true } },
    ]);
    expect(service.requests).toEqual([
      `PATCH /bot_users/${ID} {"active":false}`,
      `PATCH /bot_users/${ID} {"active":true}`,
    ]);
    expect(recorded).toEqual([
      [state(true), state(false)],
      [state(false), state(true)],
    ]);
    expect(pressUnderWay(ID)).toBeUndefined();
  });

  it('goes back to what was confirmed, and the row keeps the error until the next press', async () => {
    service.fail('PATCH', () => refuse(409), 1);
    expect(await press(false)).toMatchObject({ failure: { status: 409 } });
    expect(isActive()).toBe(true);
    // A refusal is certain: nothing is read.
    expect(service.methods()).toEqual(['PATCH']);
    expect(failures()).toMatchObject([{ wanted: false }]);
    const again = press(false);
    expect(failures()).toEqual([]);
    await again;
    expect(isActive()).toBe(false);
  });

  it.each([
    ['an earlier one', [true, false], [refuse(409), undefined]],
    ['the last one', [true], [undefined, refuse(409)]],
  ])('shows the last press, then what the service said last, when %s fails', async (...row) => {
    const [, later, answers] = row;
    const held = service.hold('PATCH');
    const pressed = [press(false)];
    await held.next();
    pressed.push(...later.map(press));
    for (const answer of answers) {
      await held.next();
      expect(isActive()).toBe(later.at(-1));
      await held.answer(answer);
    }
    const errors = (await Promise.all(pressed)).filter((result) => result instanceof Error);
    expect(isActive()).toBe(false);
    expect(errors).toHaveLength(answers[1] ? 1 : 0);
    expect(failures()).toHaveLength(answers[1] ? 1 : 0);
  });

  it('that failed is not told of at its row where another tab has made it', async () => {
    const held = service.hold('PATCH');
    const pressed = press(false);
    await held.next();
    publish({ type: 'updated', bot: makeBotUser(2, { active: false }), requestedAt: Date.now() });
    await held.answer(refuse(409));
    expect(await pressed).toMatchObject({ failure: { status: 409 } });
    expect(failures()).toEqual([]);
  });

  it.each([200, 500, 504])('is read once when nobody knows (%i)', async (status) => {
    service.fail('PATCH', () => refuse(status), 1);
    // After a time-out it may still happen, and a read may be behind a success, whatever it says.
    if (status === 500) service.fail('GET', () => refuse(409), 1);
    expect(await press(false)).toBeInstanceOf(UnsureError);
    expect(service.methods()).toEqual(['PATCH', 'GET']);
  });

  it('is read once, which tells that it did not happen, and what there is now', async () => {
    service.botUsers[1] = makeBotUser(2, { name: 'theirs' });
    service.fail('PATCH', noResponse, 1);
    expect(await press(false)).not.toBeInstanceOf(UnsureError);
    expect(loadedBotUser(ID)?.name).toBe('theirs');
    expect(failures()).toMatchObject([{ failed: { error: { failure: { kind: 'network' } } } }]);
    expect(service.methods()).toEqual(['PATCH', 'GET']);
  });

  it('that the service does not take goes back, and says so', async () => {
    service.on('PATCH', () => Response.json(makeBotUser(2)));
    expect(await press(false)).toEqual(new Error('The service saved something different'));
    expect(isActive()).toBe(true);
    expect(recorded).toEqual([]);
  });
});

it('a page under way keeps what was changed, created and deleted meanwhile', async () => {
  const page = service.hold('GET /bot_users?');
  const more = nextPage();
  const { happen } = await page.next();
  happen();
  const requestedAt = Date.now();
  publish({ type: 'updated', bot: makeBotUser(1, { name: 'new 1' }), requestedAt });
  publish({ type: 'updated', bot: makeBotUser(5, { name: 'new 5' }), requestedAt });
  publish({ type: 'deleted', id: makeBotUser(2).id });
  publish({ type: 'deleted', id: makeBotUser(4).id });
  publish({ type: 'created', bot: makeBotUser(0), requestedAt });
  await page.answer();
  await more;
  expect(names()).toEqual(['name 0', 'new 1', 'name 3', 'new 5', 'name 6']);
});

it('a page under way requested after the response is believed', async () => {
  await press(false);
  service.botUsers = service.botUsers.map((bot) => ({ ...bot, active: true }));
  await refreshBotUsers();
  expect(isActive()).toBe(true);
});

it('a page under way keeps a change when the list is left, which cancels it', async () => {
  const page = service.hold('GET /bot_users?');
  const observer = new InfiniteQueryObserver(queryClient, botUserList);
  const leave = observer.subscribe(() => {});
  void observer.fetchNextPage();
  await page.next();
  publish({ type: 'updated', bot: makeBotUser(1, { name: 'new' }), requestedAt: Date.now() });
  leave();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(names()).toEqual(['new', 'name 2', 'name 3']);
});

it.each([
  ['the bot user was saved on its page, or in another tab', () => run(updateBotUser(ID), {})],
  ['the row was read again', refreshBotUsers],
])('lets the note go that a switch was refused when %s', async (_what, work) => {
  service.fail('PATCH', () => refuse(409), 1);
  await press(false);
  expect(failures()).toHaveLength(1);
  await work();
  expect(failures()).toEqual([]);
});

describe('other changes', () => {
  it('put a created one on top, and tell what an Undo takes back', async () => {
    const { bot, change } = await run(createBotUser, { name: 'made' });
    expect(names()[0]).toBe('made');
    expect(change).toMatchObject({
      id: bot.id,
      before: null,
      after: { name: 'made', active: true },
    });
    expect(recorded).toHaveLength(1);
  });

  it('keep a created one in the list which its own read does not show yet, for ten seconds', async () => {
    const madeAt = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(madeAt);
    const { bot } = await run(createBotUser, { name: 'made' });
    service.fail(`GET /bot_users/${bot.id}`, () => refuse(404));
    for (const [ms, first] of [
      [9000, 'made'],
      [10_001, 'name 1'],
    ] as const) {
      vi.spyOn(Date, 'now').mockReturnValue(madeAt + ms);
      await expect(queryClient.query(botUser(bot.id))).rejects.toThrow('404');
      expect(names()[0]).toBe(first);
    }
  });

  it('show a saved one in the list and on its page, after one read where the outcome is unknown', async () => {
    await queryClient.query(botUser(ID));
    service.on('PATCH', (happen) => (happen(), noResponse()));
    expect(await run(updateBotUser(ID), { name: 'new' })).toMatchObject({ bot: { name: 'new' } });
    expect(loadedBotUser(ID)?.name).toBe('new');
    expect(service.sent('PATCH')).toHaveLength(1);
    await press(true); // which it is
    expect(recorded).toEqual([[state(true), { name: 'new', active: true }]]);
  });

  it('take a deleted one out and out of the selection, also when it was gone already', async () => {
    selection.add([ID, makeBotUser(3).id]);
    expect(await run(deleteBotUser(ID), undefined)).toEqual({ wasThere: true });
    service.botUsers = service.botUsers.filter(({ name }) => name !== 'name 3');
    expect(await run(deleteBotUser(makeBotUser(3).id), undefined)).toEqual({ wasThere: false });
    expect(names()).toEqual(['name 1']);
    expect(selection.ids().size).toBe(0);
    expect(recorded).toHaveLength(1);
  });

  it('tell after one read what came of a deletion whose outcome is unknown', async () => {
    service.fail('DELETE', noResponse, 1);
    const refused = await run(deleteBotUser(ID), undefined).catch((error: unknown) => error);
    expect(refused).not.toBeInstanceOf(UnsureError);
    expect(names()).toContain('name 2');
    expect(service.methods()).toEqual(['DELETE', 'GET']);

    for (const status of [504, 202]) {
      service.fail('DELETE', () => refuse(status), 1);
      await expect(run(deleteBotUser(ID), undefined)).rejects.toBeInstanceOf(UnsureError);
    }
    service.fail('DELETE', noResponse, 1);
    service.fail('GET', () => refuse(500));
    await expect(run(deleteBotUser(ID), undefined)).rejects.toBeInstanceOf(UnsureError);
    service.on('DELETE', (happen) => (happen(), noResponse()));
    service.on('GET', (happen) => happen());
    expect(await run(deleteBotUser(ID), undefined)).toEqual({ wasThere: true });
    expect(names()).not.toContain('name 2');
    expect(recorded).toEqual([[state(true), null]]);
  });

  it('keep a deleted one out, whatever a read or another tab says of it late', async () => {
    const held = service.hold(`GET /bot_users/${ID}`);
    const read = queryClient.query(botUser(ID));
    await held.next();
    publish({ type: 'deleted', id: ID });
    for (const type of ['updated', 'created'] as const)
      publish({ type, bot: makeBotUser(2), requestedAt: Date.now() });
    expect(names()).not.toContain('name 2');
    await held.answer();
    await expect(read).rejects.toThrow('Deleted');
    expect(names()).not.toContain('name 2');
  });

  it('keep one in the list whose own read was refused', async () => {
    service.fail('GET', () => refuse(403));
    await expect(queryClient.query(botUser(ID))).rejects.toMatchObject({
      failure: { status: 403 },
    });
    expect(names()).toContain('name 2');
  });

  it('show that a bot user is gone when its own read says so, until the list has it', async () => {
    service.botUsers = [];
    await expect(queryClient.query(botUser(ID))).rejects.toMatchObject({
      failure: { status: 404 },
    });
    expect(names()).toEqual(['name 1', 'name 3']);
    service.botUsers = makeBotUsers(3);
    await refreshBotUsers();
    expect(names()).toEqual(['name 1', 'name 2', 'name 3']);
  });
});

it('changes of one bot user are sent one after the other', async () => {
  const held = service.hold('');
  const all = [
    press(false),
    run(updateBotUser(ID), { name: 'new' }),
    run(deleteBotUser(ID), undefined),
  ];
  for (const methods of [['PATCH'], ['PATCH', 'PATCH'], ['PATCH', 'PATCH', 'DELETE']]) {
    await held.next();
    expect(service.methods()).toEqual(methods);
    await held.answer();
  }
  await Promise.all(all);
});

it('a creation knows who was there before it only where some are loaded', () => {
  expect(beginCreate('new').isKnown?.(ID)).toBe(true);
  queryClient.clear();
  expect(beginCreate('new').isKnown).toBeUndefined();
});

it('a change made after the clock was set back is shown', async () => {
  await run(updateBotUser(ID), { name: 'first' });
  const before = Date.now();
  vi.spyOn(Date, 'now').mockReturnValue(before - 5 * 60_000);
  await run(updateBotUser(ID), { name: 'second' });
  vi.restoreAllMocks();
  expect(loadedBotUser(ID)).toMatchObject({ name: 'second' });
});

it('leaves nothing of a session to the next one, whatever is answered after its end', async () => {
  const held = service.hold('');
  const changes = [
    press(false),
    press(true),
    run(updateBotUser(makeBotUser(3).id), { name: 'x' }).catch(() => {}),
  ];
  void nextPage();
  await waitFor(() => expect(held.count()).toBe(3));
  selection.add([ID]);
  session.end('signed-out');
  expect(loadedCount()).toBe(0);
  signIn();
  held.release();
  service.botUsers = makeBotUsers(6); // the service did what was asked, which is not the question here
  await queryClient.infiniteQuery(botUserList);
  await Promise.race([Promise.all(changes), new Promise((resolve) => setTimeout(resolve, 50))]);
  expect(names()).toEqual(['name 1', 'name 2', 'name 3']);
  expect(isActive()).toBe(true);
  expect(selection.ids().size).toBe(0);
  expect(service.sent('PATCH')).toHaveLength(2);
  expect(recorded).toEqual([]);
});
