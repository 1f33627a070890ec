import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { openAccount, type OpenData } from '#service/data.ts';
import { testAuthor } from '#service/domain/author.test.helper.ts';
import { readSettings, type SettingTexts } from '#service/settings.ts';
import { restoreBackup, writeBackup } from '#service/storage/backup.ts';
import { command } from '#service/test/program.test.helper.ts';
import {
  freshData,
  startService,
  storedBotUsers,
  temporaryDirectory,
} from '#service/test/running-service.test.helper.ts';

const AT = '2026-01-02T03:04:05Z';
const ODD = 'a\u2028b\u2029c\r\nd "\\u2028" 😀';
const bots = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `bot_${String(i).padStart(5, '0')}`,
    name: `${ODD} ${i}`,
    active: i % 2 === 0,
    created_at: AT,
  }));
const content = {
  botUsers: bots(1_100),
  routes: [{ id: 'route', edge_id: 'edge', label: ODD }],
  ipPolicies: [{ id: 'ipp', description: '' }],
  ipRestrictions: [{ route_id: 'route', enabled: true, ip_policy_ids: ['ipp'] }],
};

let file: string;
/** Of the file. */
let text: string;
let whole: string[];
let count: number;

beforeAll(async () => {
  const from = await openAccount(readSettings(await freshData()), { shared: false });
  await from.stores.account.add(AT, content);
  file = newFile();
  count = await writeBackup(from.database, file);
  await from.close();
  text = readFileSync(file, 'utf8');
  whole = text.trimEnd().split('\n');
});

const newFile = () => join(temporaryDirectory(), 'backup');

/** Without any data, until the end of the test. */
async function openEmpty(): Promise<OpenData> {
  const open = await openAccount(readSettings(await freshData()), { shared: false });
  onTestFinished(open.close);
  return open;
}

it('gives everything back, with characters at which programs end a line', async () => {
  const to = await openEmpty();
  expect(text).not.toMatch(/[\u2028\u2029\r]/);
  expect(whole).toHaveLength(count + 2);
  expect(await restoreBackup(to.database, file)).toBe(count);
  expect(await storedBotUsers(to)).toEqual(bots(1_100).toReversed());
  expect(await to.stores.ipRestrictions.routes()).toEqual(content.routes);
  expect(await to.stores.account.isDemonstration()).toBe(true);
  expect(await to.stores.account.clearDemonstration(testAuthor)).toEqual([]);
  expect(await storedBotUsers(to)).toEqual([]);
});

it('takes an older file: with those characters, and without a mark of demonstration data', async () => {
  const to = await openEmpty();
  const [account = [], ...rows] = whole.slice(1, -1).map((line): unknown[] => JSON.parse(line));
  const head = { gatehouse_backup: 1, data_version: 3 };
  const older = [head, account.slice(0, 3), ...rows];
  const odd = writeWhole(older.map((line) => JSON.stringify(line)));
  expect(readFileSync(odd, 'utf8')).toContain('\u2028');
  expect(await restoreBackup(to.database, odd)).toBe(count);
  expect(await to.stores.ipRestrictions.routes()).toEqual(content.routes);
  expect(await to.stores.account.isDemonstration()).toBe(false);
  expect(await to.stores.account.isSetUp()).toBe(true);
});

/** With the end that belongs to the lines. */
function writeWhole(lines: string[]): string {
  const written = newFile();
  const body = lines.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(body).digest('hex');
  writeFileSync(written, `${body}${JSON.stringify({ rows: lines.length - 1, sha256 })}\n`);
  return written;
}

it('restores nothing of a file that is not whole, wherever that shows', async () => {
  const to = await openEmpty();
  const broken = newFile();
  const cases: [string[], RegExp][] = [
    [[], /it is no backup/],
    [['hello'], /it is no backup/],
    [whole.with(0, '{"gatehouse_backup":1,"data_version":99}'), /a newer Gatehouse/],
    [whole.slice(0, -1), /it is incomplete/],
    [whole.with(500, whole[500]?.replace('true', 'false') ?? ''), /it is incomplete/],
  ];
  for (const [lines, reason] of cases) {
    writeFileSync(broken, lines.map((line) => `${line}\n`).join(''));
    await expect(restoreBackup(to.database, broken)).rejects.toThrow(reason);
    expect(await to.database.read('SELECT id FROM bot_users')).toEqual([]);
    expect(await to.stores.account.isSetUp()).toBe(false);
  }
  writeFileSync(broken, whole.join('\n'));
  expect(await restoreBackup(to.database, broken)).toBe(count);
});

it('restores nothing from a pipe, whose lines come only once', async () => {
  const { database } = await openEmpty();
  const pipe = newFile();
  execFileSync('mkfifo', [pipe]);
  await expect(restoreBackup(database, pipe)).rejects.toThrow(/it must be a file/);
});

it('writes no backup of nothing, and leaves what another one writes', async () => {
  const { database, stores } = await openEmpty();
  const target = newFile();
  await expect(writeBackup(database, target)).rejects.toThrow(/^There is no data to write/);
  expect([existsSync(target), existsSync(`${target}.partial`)]).toEqual([false, false]);
  writeFileSync(`${target}.partial`, 'of another');
  await stores.account.setUp(AT, undefined);
  await expect(writeBackup(database, target)).rejects.toThrow(/partial exists: another backup/);
  expect(readFileSync(`${target}.partial`, 'utf8')).toBe('of another');
});

/** What a command calls it. */
const placeOf = ({ DATA_DIR, DATABASE_URL }: SettingTexts) =>
  DATA_DIR ?? `PostgreSQL at ${new URL(DATABASE_URL ?? '').host}`;

it('backs up while it runs, and restores the same into an empty place of either kind', async () => {
  const directory = { DATA_DIR: temporaryDirectory() };
  const [first, second, again] = [newFile(), newFile(), newFile()];
  expect((await command(directory, 'demo', '--bot-users', '1200')).code).toBe(0);
  await command(directory, 'key', 'create', 'moved');
  await command(directory, 'backup', first);
  const data = await freshData();
  const { stdout } = await command(data, 'restore', first);
  const [rows] = /\d+/.exec(stdout) ?? [];
  expect(stdout).toBe(`Restored ${rows} rows from ${first} into ${placeOf(data)}.\n`);

  const service = await startService(data);
  const written = await command(data, 'backup', second);
  // The key of the start, and its entry in the history.
  expect(written.stdout).toBe(`Wrote ${Number(rows) + 2} rows of ${placeOf(data)} to ${second}.\n`);
  expect(statSync(second).mode & 0o777).toBe(0o600);
  expect((await command(data, 'backup', second)).stderr).toMatch(/exists: name a new file\.\n$/);
  await service.stop();
  const refused = await command(data, 'restore', second);
  expect(refused.stderr).toMatch(/^There is data already: restore/);

  const empty = await freshData();
  expect((await command(empty, 'restore', second)).code).toBe(0);
  expect((await command(empty, 'backup', again)).code).toBe(0);
  expect(readFileSync(again, 'utf8')).toBe(readFileSync(second, 'utf8'));
});
