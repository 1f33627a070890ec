import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { queryClient, run } from '#web/api/query-client.ts';
import { loadAll, loadMore, stopLoading } from '#web/features/bot-users/loader.ts';
import { clearChanges, pressUnderWay } from '#web/features/bot-users/local-changes.ts';
import { createBotUser, deleteBotUser, setActive } from '#web/features/bot-users/mutations.ts';
import { loadedCount, pageNumberOf } from '#web/features/bot-users/pages.ts';
import { botUserList, loadedPages, loadedRows } from '#web/features/bot-users/queries.ts';
import { refreshBotUsers } from '#web/features/bot-users/refresh.ts';
import { makeBotUser, refuse, startFakeService } from '#web/test/fake-service.ts';
import '#web/test/session.ts';

vi.mock('#web/jobs/changes-on-demand.ts', () => ({ recordChange: () => {} }));

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
async function settled() {
  for (let turns = 0; turns < 8; turns++) await turn();
}
const ignore = (work: Promise<unknown>) => void work.catch(() => {});

const WEIGHTS = {
  'create-elsewhere': 2,
  'edit-elsewhere': 2,
  'delete-elsewhere': 2,
  create: 1,
  delete: 1,
  press: 4,
  more: 3,
  all: 1,
  refresh: 3,
  stop: 1,
  happen: 4,
  answer: 10,
  refuse: 2,
  lose: 1,
};
const command = fc.record({
  what: fc.oneof(
    ...Object.entries(WEIGHTS).map(([what, weight]) => ({ weight, arbitrary: fc.constant(what) })),
  ),
  n: fc.nat(40),
});

async function play(
  commands: ReadonlyArray<{ what: string; n: number }>,
  pageSize: number,
  size: number,
) {
  queryClient.clear();
  clearChanges();
  const botUsers = Array.from({ length: size }, (_, at) => makeBotUser(1000 - at));
  const service = startFakeService({ botUsers, pageSize });
  await queryClient.infiniteQuery(botUserList);
  let newest = 1000;
  const deletedHere = new Set<string>();
  const waiting: Array<{ happen: () => Response; settle: (outcome: Response | Error) => void }> =
    [];
  const stopHolding = service.on('', (happen) => {
    return new Promise((settle) => waiting.push({ happen, settle }));
  });

  for (const { what, n } of commands) {
    const some = service.botUsers[n % Math.max(1, service.botUsers.length)];
    const rows = loadedRows();
    const row = rows[n % Math.max(1, rows.length)];
    if (what === 'create-elsewhere')
      service.botUsers = [makeBotUser(++newest), ...service.botUsers];
    if (what === 'edit-elsewhere' && some)
      service.botUsers = service.botUsers.map((bot) =>
        bot === some ? { ...bot, name: `edit ${n}`, active: n % 3 === 0 } : bot,
      );
    if (what === 'delete-elsewhere')
      service.botUsers = service.botUsers.filter((bot) => bot !== some);
    if (what === 'create') ignore(run(createBotUser, { name: `made ${n}` }));
    if (what === 'delete' && row)
      ignore(run(deleteBotUser(row.id), undefined).then(() => deletedHere.add(row.id)));
    if (what === 'press' && row) ignore(run(setActive(row.id), n % 4 < 2));
    if (what === 'more') void loadMore();
    if (what === 'all') void loadAll();
    if (what === 'refresh') ignore(refreshBotUsers());
    if (what === 'stop') stopLoading();
    const at = n % Math.max(1, waiting.length);
    if (what === 'happen') waiting[at]?.happen();
    if (['answer', 'refuse', 'lose'].includes(what)) {
      const [asked] = waiting.splice(at, 1);
      if (what === 'answer') asked?.settle(asked.happen());
      if (what === 'refuse') asked?.settle(refuse(409));
      if (what === 'lose') asked?.settle(n % 2 === 0 ? refuse(409) : new Response('lost'));
    }
    await settled();
    const ids = loadedRows().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => deletedHere.has(id))).toEqual([]);
    expect(loadedCount()).toBe(ids.length);
    for (const [number, page] of loadedPages().entries())
      for (const { id } of page.bot_users) expect(pageNumberOf(id)).toBe(number);
  }

  stopHolding();
  for (let round = 0; round < 50 && (waiting.length > 0 || round < 3); round++) {
    for (const { happen, settle } of waiting.splice(0)) settle(happen());
    await settled();
  }
  await refreshBotUsers();
  await loadAll();
  const rows = loadedRows();
  // Below the top, a refresh finds neither what was edited nor what was deleted elsewhere, but misses no row.
  const ids = new Set(rows.map(({ id }) => id));
  expect(service.botUsers.filter(({ id }) => !ids.has(id))).toEqual([]);
  expect(rows.filter(({ id }) => pressUnderWay(id))).toEqual([]);
  await queryClient.resetQueries({ queryKey: botUserList.queryKey });
  await queryClient.infiniteQuery(botUserList);
  await loadAll();
  expect(loadedRows()).toEqual(service.botUsers);
}

it('ends at what the service has, whatever happens in which order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 14 }),
      play,
    ),
  );
});
