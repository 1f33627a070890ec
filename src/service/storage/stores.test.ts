import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databasePath } from '#service/storage/data-directory.ts';
import { openStores, type OpenStores } from '#service/storage/open-stores.ts';
import { openDatabase } from '#service/storage/sqlite.ts';

let directory: string;
let open: OpenStores;

beforeEach(async () => {
  directory = join(mkdtempSync(join(tmpdir(), 'gatehouse-stores-')), 'data');
  open = await openStores(directory);
});
afterEach(() => {
  open.close();
  rmSync(join(directory, '..'), { recursive: true });
});

const bot = (id: string, name = id) => ({
  id: `bot_${id}`,
  name,
  active: true,
  created_at: '2026-01-02T03:04:05Z',
});

// Every implementation of the stores goes through these; a second one joins as a second row.
describe.each([['SQLite', () => open.stores]])('%s stores', (_name, stores) => {
  it('pages by position, greatest id first', async () => {
    for (const id of ['a', 'c', 'b', 'd']) await stores().botUsers.insert(bot(id));
    const ids = async (limit: number, before?: string) =>
      (await stores().botUsers.page(limit, before)).map(({ name }) => name);
    expect(await ids(3)).toEqual(['d', 'c', 'b']);
    expect(await ids(3, 'bot_bb')).toEqual(['b', 'a']);
    expect(await stores().botUsers.lastId()).toBe('bot_d');
  });

  it('lets one of several writes of a taken name win, and the others of the turn go on', async () => {
    const { botUsers } = stores();
    const stored = await Promise.all([
      botUsers.insert(bot('a', 'same')),
      botUsers.insert(bot('b', 'same')),
      botUsers.insert(bot('c', 'other')),
    ]);
    expect(stored).toEqual([true, false, true]);
  });

  it('leaves the other writes of a turn alone when one fails', async () => {
    const { botUsers } = stores();
    const [first, repeated, last] = await Promise.allSettled([
      botUsers.insert(bot('a')),
      botUsers.insert(bot('a', 'same id, other name')),
      botUsers.insert(bot('b')),
    ]);
    expect([first.status, repeated.status, last.status]).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await botUsers.page(9)).toEqual([bot('b'), bot('a')]);
  });

  it('changes the named fields only, and nothing when the name is taken', async () => {
    const { botUsers } = stores();
    await botUsers.insert(bot('a'));
    await botUsers.insert(bot('b'));
    expect(await botUsers.update('bot_a', { active: false })).toEqual({
      ...bot('a'),
      active: false,
    });
    expect(await botUsers.update('bot_a', { name: 'b', active: true })).toBe('name taken');
    expect(await botUsers.find('bot_a')).toEqual({ ...bot('a'), active: false });
    expect(await botUsers.update('bot_x', { name: 'b' })).toBeUndefined();
    expect([await botUsers.remove('bot_a'), await botUsers.remove('bot_a')]).toEqual([true, false]);
  });

  it('sets an account up as a whole or not at all', async () => {
    const content = {
      botUsers: [bot('a')],
      edges: [],
      routes: [],
      ipPolicies: [],
      ipRestrictions: [],
    };
    const broken = { ...content, botUsers: [bot('a'), bot('a', 'same id')] };
    await expect(stores().account.setUp(broken)).rejects.toThrow(/UNIQUE/);
    expect([await stores().account.isSetUp(), await stores().botUsers.lastId()]).toEqual([
      false,
      undefined,
    ]);
    await stores().account.setUp(content);
    expect(await stores().account.isSetUp()).toBe(true);
  });
});

it('keeps the files for their owner, and the directory for one user at a time', async () => {
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  for (const file of ['gatehouse.sqlite', 'gatehouse.sqlite-wal'])
    expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
  await expect(openStores(directory)).rejects.toThrow(/in use by another Gatehouse/);
});

it('opens the same data again after close, and refuses data of a newer version', async () => {
  await open.stores.botUsers.insert(bot('a'));
  open.close();
  const database = await openDatabase(databasePath(directory));
  expect(database.prepare('SELECT name FROM bot_users').all()).toEqual([{ name: 'a' }]);
  database.exec('INSERT INTO migrations (version) VALUES (99)');
  await expect(openStores(directory)).rejects.toThrow(/^Cannot open the database in .*version 99/);
  database.exec('DELETE FROM migrations WHERE version = 99');
  database.close();
  open = await openStores(directory);
});
