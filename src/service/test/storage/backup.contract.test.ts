import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSettings } from '#service/settings.ts';
import {
  freshData,
  temporaryDirectory,
  storedBotUsers,
} from '#service/test/running-service.test.helper.ts';
import { openExclusive, type OpenData } from '#service/data.ts';
import { restoreBackup, writeBackup } from '#service/storage/backup.ts';

let from: OpenData;
let to: OpenData;
let file: string;

beforeEach(async () => {
  from = await openExclusive(readSettings(await freshData()));
  to = await openExclusive(readSettings(await freshData()));
  file = join(temporaryDirectory(), 'backup');
});
afterEach(async () => {
  await from.close();
  await to.close();
});
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
  botUsers: bots(2_300),
  edges: [{ id: 'edge' }],
  routes: [{ id: 'route', edge_id: 'edge', label: ODD }],
  ipPolicies: [{ id: 'ipp', description: '' }],
  ipRestrictions: [{ route_id: 'route', enabled: true, ip_policy_ids: ['ipp'] }],
};

it('gives everything back, with characters at which programs end a line', async () => {
  await from.stores.account.add(AT, content);
  const count = await writeBackup(from.database, file);
  const text = readFileSync(file, 'utf8');
  expect(text).not.toMatch(/[\u2028\u2029\r]/);
  expect(text.trimEnd().split('\n')).toHaveLength(count + 2);
  expect(await restoreBackup(to.database, file)).toBe(count);
  expect(await storedBotUsers(to)).toEqual(bots(2_300).toReversed());
  expect(await to.stores.ipRestrictions.routes()).toEqual(content.routes);
  expect(await to.stores.account.isSetUp()).toBe(true);
});

it('takes a file in which those characters stand as they are', async () => {
  await from.stores.account.add(AT, { ...content, botUsers: [] });
  await writeBackup(from.database, file);
  const [head = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n').slice(0, -1);
  writeWhole([head, ...lines.map((line) => JSON.stringify(JSON.parse(line)))]);
  expect(readFileSync(file, 'utf8')).toContain('\u2028');
  expect(await restoreBackup(to.database, file)).toBe(lines.length);
  expect(await to.stores.ipRestrictions.routes()).toEqual(content.routes);
});

it('carries which data is demonstration data, and takes a file of before that was known', async () => {
  await from.stores.account.add(AT, content);
  await writeBackup(from.database, file);
  await restoreBackup(to.database, file);
  expect(await to.stores.account.isDemonstration()).toBe(true);
  expect(await to.stores.account.clearDemonstration()).toEqual([]);
  expect(await to.stores.botUsers.lastId()).toBeUndefined();

  const older = await openExclusive(readSettings(await freshData()));
  const [account = '', ...rows] = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1, -1);
  const lines = [
    '{"gatehouse_backup":1,"data_version":3}',
    JSON.stringify((JSON.parse(account) as unknown[]).slice(0, 3)),
    ...rows,
  ];
  writeWhole(lines);
  expect(await restoreBackup(older.database, file)).toBe(lines.length - 1);
  expect(await older.stores.account.isDemonstration()).toBe(false);
  expect(await older.stores.account.isSetUp()).toBe(true);
  await older.close();
});

/** With the end that belongs to the lines. */
function writeWhole(lines: string[]): void {
  const text = lines.map((line) => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  writeFileSync(file, `${text}${JSON.stringify({ rows: lines.length - 1, sha256 })}\n`);
}

it('restores nothing of a file that is not whole, wherever that shows', async () => {
  await from.stores.account.add(AT, content);
  await writeBackup(from.database, file);
  const whole = readFileSync(file, 'utf8').trimEnd().split('\n');
  const last = whole.at(-1) ?? '';
  const cases: [string[], RegExp][] = [
    [[], /it is no backup/],
    [['[]'], /it is no backup/],
    [['hello'], /it is no backup/],
    [whole.with(0, '{"gatehouse_backup":1,"data_version":99}'), /a newer Gatehouse/],
    [whole.slice(0, -1), /it is incomplete/],
    [whole.toSpliced(500, 1), /it is incomplete/],
    [whole.with(500, whole[500]?.replace('true', 'false') ?? ''), /it is incomplete/],
    [whole.with(0, 'hello'), /it is no backup of Gatehouse/],
    [[...whole, last], /it is incomplete/],
    [[...whole.slice(0, -1), '{}'], /it is incomplete/],
    [whole.with(1_800, '["migrations",99]'), /it is incomplete/],
    [whole.with(1_800, '["bot_users","id","name"]'), /it is incomplete/],
    [whole.with(1_800, '["bot_users",["id"],"name",true,""]'), /it is incomplete/],
    [whole.with(1_800, whole[1_799] ?? ''), /it is incomplete/],
    [whole.with(1_800, 'half a li'), /it is incomplete/],
    [[...whole.slice(0, 1_800), (whole[1_800] ?? '').slice(0, 30)], /it is incomplete/],
  ];
  for (const [lines, reason] of cases) {
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
    await expect(restoreBackup(to.database, file)).rejects.toThrow(reason);
    expect(await to.database.read('SELECT id FROM bot_users')).toEqual([]);
    expect(await to.stores.account.isSetUp()).toBe(false);
  }
  writeFileSync(file, whole.join('\n'));
  expect(await restoreBackup(to.database, file)).toBe(whole.length - 2);
});

it('writes no backup of nothing, and leaves what another one writes', async () => {
  await expect(writeBackup(from.database, file)).rejects.toThrow(/^There is no data to write/);
  expect([existsSync(file), existsSync(`${file}.partial`)]).toEqual([false, false]);
  writeFileSync(`${file}.partial`, 'of another');
  await from.stores.account.setUp(AT, undefined);
  await expect(writeBackup(from.database, file)).rejects.toThrow(/partial exists: another backup/);
  expect(readFileSync(`${file}.partial`, 'utf8')).toBe('of another');
});
