import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient, run } from '#web/api/query-client.ts';
import { requests } from '#web/api/requests.ts';
import { bots, created, numbers, pageOf, range } from '#web/features/bot-users/list.test.helper.ts';
import { loadAll, loadMore } from '#web/features/bot-users/loader.ts';
import { isSwitchedOn } from '#web/features/bot-users/local-changes.ts';
import { deleteBotUser, setActive } from '#web/features/bot-users/mutations.ts';
import {
  botUserList,
  listEnd,
  loadedBotUser,
  loadedPages,
} from '#web/features/bot-users/queries.ts';
import { refreshBotUsers } from '#web/features/bot-users/refresh.ts';
import { selection } from '#web/features/bot-users/selection.ts';
import { session } from '#web/session/session.ts';
import { makeBotUser, refuse, startFakeService, type FakeService } from '#web/test/fake-service.ts';
import '#web/test/session.ts';
import { waitFor } from '#web/test/wait.ts';

vi.mock('#web/jobs/changes-on-demand.ts', () => ({ recordChange: () => {} }));

const idOf = (number: number) => makeBotUser(number).id;

let service: FakeService;
const create = (...made: number[]) => (service.botUsers = [...bots(...made), ...service.botUsers]);
const drop = (...gone: number[]) =>
  (service.botUsers = service.botUsers.filter(({ id }) => !gone.map(idOf).includes(id)));
const edit = (number: number, fields: object) =>
  (service.botUsers = service.botUsers.map((bot) =>
    bot.id === idOf(number) ? { ...bot, ...fields } : bot,
  ));
function createHere(number: number) {
  create(number);
  created(number);
}
const firstPageOnly = () =>
  service.on('GET /bot_users?', () =>
    pageOf(service.botUsers.slice(0, 2), `?before_id=${service.requests.length}`),
  );

/** The service has so many, the higher the newer, in pages of two; so many pages are loaded. */
async function open(count: number, pages = 1) {
  service = startFakeService({ botUsers: count > 0 ? bots(...range(count, 1)) : [], pageSize: 2 });
  await queryClient.infiniteQuery(botUserList);
  for (let loaded = 1; loaded < pages; loaded++) await loadMore();
  service.requests.length = 0;
}

it('puts new rows on top, and asks for no page more than that', async () => {
  await open(6, 2);
  create(9, 8, 7);
  edit(3, { name: 'not read' });
  const [top, other] = loadedPages();
  expect(await refreshBotUsers()).toEqual({ added: 3, changed: 0, removed: 0, deselected: 0 });
  expect(numbers()).toEqual([9, 8, 7, 6, 5, 4, 3]);
  expect(loadedPages()[0]?.bot_users[3]).toBe(top?.bot_users[0]);
  expect(loadedPages()[1]).toBe(other);
  expect(service.requests).toHaveLength(2);
  await loadMore();
  expect(numbers()).toEqual(range(9, 1));
});

it('shows what has changed among the rows that it reads, and drops those that are gone', async () => {
  await open(6, 2);
  edit(6, { active: false });
  drop(5, 3);
  selection.add([idOf(6), idOf(5)]);
  expect(await refreshBotUsers()).toEqual({ added: 0, changed: 1, removed: 1, deselected: 1 });
  expect(numbers()).toEqual([6, 4, 3]);
  expect([...selection.ids()]).toEqual([idOf(6)]);
});

it('leaves what follows the loaded rows to the page that has it', async () => {
  await open(6);
  drop(6);
  expect(await refreshBotUsers()).toMatchObject({ added: 0, removed: 1 });
  expect(numbers()).toEqual([5]);
  await loadMore();
  expect(numbers()).toEqual([5, 4, 3]);
});

it('rows created here are not taken away in a loop, and tell nothing of rows between', async () => {
  await open(2);
  create(5, 4, 3);
  createHere(6);
  const stop = firstPageOnly();
  expect(await refreshBotUsers()).toMatchObject({ added: 0, removed: 0 });
  expect(numbers()).toEqual([6, 2, 1]);
  stop();
  await refreshBotUsers();
  expect(numbers()).toEqual([6, 5, 4, 3, 2, 1]);
  // By then they have their place.
  drop(6);
  await refreshBotUsers();
  expect(numbers()).toEqual([5, 4, 3, 2, 1]);
});

it('rows created here may be the only ones that are loaded', async () => {
  await open(0);
  createHere(1);
  create(4, 3, 2);
  expect(await refreshBotUsers()).toMatchObject({ added: 3, removed: 0 });
  expect(numbers()).toEqual([4, 3, 2, 1]);
});

it('rows created here stay on top where the service has new rows last', async () => {
  await open(4);
  service.botUsers = bots(1, 2, 3, 4);
  await queryClient.resetQueries({ queryKey: botUserList.queryKey });
  await queryClient.infiniteQuery(botUserList);
  created(5);
  service.botUsers = bots(1, 2, 3, 4, 5);
  await refreshBotUsers();
  expect(numbers()).toEqual([5, 1, 2]);
});

it('rows created here go where the whole list has none of them', async () => {
  await open(1);
  createHere(2);
  drop(2);
  await refreshBotUsers();
  expect(numbers()).toEqual([1]);
});

it('begins anew where nothing was loaded', async () => {
  await open(0);
  create(5, 4, 3, 2, 1);
  expect(await refreshBotUsers()).toMatchObject({ added: 2 });
  expect(numbers()).toEqual([5, 4]);
});

it('does not read all that there is when all that was loaded is gone', async () => {
  await open(200);
  drop(200, 199);
  selection.add([idOf(200)]);
  // They may have moved down.
  expect(await refreshBotUsers()).toMatchObject({ added: 20, removed: 0, deselected: 0 });
  expect(selection.ids().size).toBe(0);
  expect(service.requests).toHaveLength(10);
  expect(numbers()).toEqual(range(198, 179));
  await loadAll();
  expect(numbers()).toEqual(range(198, 1));
  expect(listEnd()).toBe('last');
  service.botUsers = bots(300);
  expect(await refreshBotUsers()).toMatchObject({ added: 1, removed: 198 });
});

it('keeps a long list though more pages are new than it reads of a short one', async () => {
  await open(60, 12);
  create(...range(82, 61));
  expect(await refreshBotUsers()).toEqual({ added: 22, changed: 0, removed: 0, deselected: 0 });
  expect(numbers()).toEqual(range(82, 37));
});

it('knows at the end of the list that everything else is gone', async () => {
  await open(5, 2);
  drop(5, 3, 1);
  selection.add([idOf(3)]);
  expect(await refreshBotUsers()).toEqual({ added: 0, changed: 0, removed: 2, deselected: 1 });
  expect(numbers()).toEqual([4, 2]);
  expect(listEnd()).toBe('last');
  create(6);
  await refreshBotUsers();
  expect(numbers()).toEqual([6, 4, 2]);
});

it('does not take rows that it cannot read for deleted', async () => {
  await open(4, 2);
  const rows = service.botUsers.map((bot) => (bot.id === idOf(3) ? { id: 3 } : bot));
  service.on('GET', () => pageOf(rows, null));
  expect(await refreshBotUsers()).toMatchObject({ removed: 0 });
  expect(numbers().toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4]);
  expect(loadedPages()[0]?.unreadable).toBe(1);
});

it('takes no moved row for deleted', async () => {
  await open(4, 2);
  service.botUsers = bots(2, 3, 4, 1);
  expect(await refreshBotUsers()).toMatchObject({ removed: 0 });
  expect(numbers()).toEqual([2, 3, 4, 1]);
});

describe('what happens while it reads', () => {
  let held: ReturnType<FakeService['hold']>;
  beforeEach(async () => {
    await open(8, 2);
    create(9);
    held = service.hold('GET /bot_users?');
  });

  it('is not undone: a switch, a deletion, a created row', async () => {
    const refreshed = refreshBotUsers();
    const { happen } = await held.next();
    happen();
    await run(setActive(idOf(8)), false);
    await run(deleteBotUser(idOf(7)), undefined);
    createHere(10);
    held.release();
    await refreshed;
    expect(loadedBotUser(idOf(8))?.active).toBe(false);
    expect(numbers()).toEqual([10, 9, 8, 6, 5]);
  });

  it('is not taken for deleted at the end of the list', async () => {
    service.botUsers = bots(9, 8);
    const refreshed = refreshBotUsers();
    (await held.next()).happen();
    createHere(10);
    held.release();
    await refreshed;
    expect(numbers()).toEqual([10, 9, 8]);
  });

  it('does not take rows away that were loaded meanwhile', async () => {
    const refreshed = refreshBotUsers();
    await held.next();
    const more = loadMore();
    await waitFor(() => expect(held.count()).toBe(2));
    held.release();
    await Promise.all([more, refreshed]);
    expect(numbers()).toEqual([9, 8, 7, 6, 5, 4, 3]);
  });

  it('is shown over a page that was read before the service wrote', async () => {
    held.release();
    const switches = service.hold('PATCH');
    const pressed = run(setActive(idOf(8)), false);
    await switches.next();
    await refreshBotUsers();
    const row = loadedBotUser(idOf(8));
    expect(row && isSwitchedOn(row)).toBe(false);
    switches.release();
    await pressed;
    expect(loadedBotUser(idOf(8))?.active).toBe(false);
  });
});

it('leaves the rows as they are when it fails', async () => {
  await open(4, 2);
  create(7, 6, 5);
  let pages = 0;
  service.on('GET', (happen) => (++pages === 1 ? happen() : refuse(409)));
  const before = loadedPages();
  await expect(refreshBotUsers()).rejects.toMatchObject({ failure: { status: 409 } });
  expect(loadedPages()).toBe(before);
});

it('shows nothing of a session that ends as its page arrives', async () => {
  await open(2);
  const stop = requests.subscribe(() => {
    if (requests.get()[0]?.end) session.end('signed-out');
  });
  await expect(refreshBotUsers()).rejects.toThrow('The session has ended');
  stop();
  expect(numbers()).toEqual([]);
});

it('drops a page under way that follows rows which are not the last any more', async () => {
  await open(60, 2);
  const held = service.hold('GET /bot_users?limit=100&before_id=bot_000057');
  const more = loadMore();
  (await held.next()).happen();
  service.botUsers = bots(...range(200, 101));
  await refreshBotUsers();
  await held.answer();
  await more;
  expect(numbers()).toEqual(range(200, 181));
});
