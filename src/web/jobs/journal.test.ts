import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, expect, it } from 'vitest';
import type { Job } from '#bulk/job.ts';
import { makeChange, makeItem } from '#web/jobs/jobs.test.helper.ts';
import { accountOf, createJournal, journal as ofBrowser, type Journal } from '#web/jobs/journal.ts';
import { session } from '#web/session/session.ts';
import { TEST_KEY as key } from '#web/test/session.ts';
import { waitFor } from '#web/test/wait.ts';

let made = 0;
let journal: Journal;
beforeEach(() => (journal = createJournal(`test-${made++}`)));

const job = (id: string): Job => ({
  id,
  target: 'bot-user',
  heading: 'set 2 bot users inactive',
  plannedAt: 1,
  elapsedMs: 0,
  status: 'running',
  total: 2,
});
const items = [makeItem(0), makeItem(1)];
const change = (id: string, at = 1) => makeChange({ id, at });
const jobChange = (jobId: string) =>
  ({ target: 'bot-user', at: 1, jobId, label: 'Set 2' }) as const;
const ids = async (account: string, of = journal) =>
  (await of.changes(account)).map((each) => each.jobId ?? each.id);

it('keeps a job with each of its items, in their order', async () => {
  await journal.begin('a', job('1'), items);
  await journal.begin('b', job('2'), items);
  await journal.saveItem('1', makeItem(1, { status: 'sent' }));
  await journal.saveJob('a', { ...job('1'), status: 'paused' });
  expect(await journal.job('a')).toMatchObject({ id: '1', status: 'paused' });
  expect((await journal.items('1')).map(({ status }) => status)).toEqual(['wanted', 'sent']);
  expect((await journal.items('2')).map(({ status }) => status)).toEqual(['wanted', 'wanted']);
});

it('goes on where a newer version of the app, in another tab, has replaced the database', async () => {
  await journal.begin('a', job('1'), items);
  const newer = await openDB(`test-${made - 1}`, 4);
  await journal.saveItem('1', makeItem(1, { status: 'confirmed' }));
  newer.close();
  const again = createJournal(`test-${made - 1}`);
  expect((await again.items('1')).map(({ status }) => status)).toEqual(['wanted', 'confirmed']);
});

it('keeps the items of a job that is closed as long as it can be undone', async () => {
  await journal.begin('a', job('1'), items);
  await journal.addChange('a', jobChange('1'));
  await journal.dropJob('a');
  expect(await journal.job('a')).toBeUndefined();
  expect(await journal.items('1')).toHaveLength(2);
  // Nothing came of this one.
  await journal.begin('a', job('2'), items);
  await journal.begin('a', job('3'), items);
  expect(await journal.items('2')).toEqual([]);
  expect(await journal.items('3')).toHaveLength(2);
});

it('has the newest changes first, 100 of each account', async () => {
  await journal.begin('a', job('1'), items);
  await journal.addChange('a', jobChange('1'));
  await journal.begin('a', job('2'), items);
  await journal.addChange('b', change('other'));
  for (let each = 0; each < 99; each++)
    await journal.addChange('a', change(String(each), each + 2));
  expect((await ids('a')).at(-1)).toBe('1');
  await journal.addChange('a', change('last', 200));
  expect(await ids('a')).toHaveLength(100);
  expect((await ids('a'))[0]).toBe('last');
  expect((await ids('a')).at(-1)).toBe('0');
  // The job can no longer be undone from anywhere; the last one is still shown.
  expect(await journal.items('1')).toEqual([]);
  await journal.addChange('a', { ...jobChange('2'), at: 0 });
  expect(await journal.items('2')).toHaveLength(2);
  expect(await ids('b')).toEqual(['other']);
});

it('clears everything of one account, and nothing of another', async () => {
  for (const account of ['a', 'b']) {
    await journal.begin(account, job(`${account}1`), items);
    await journal.addChange(account, jobChange(`${account}1`));
    await journal.begin(account, job(`${account}2`), items);
  }
  await journal.clear('a');
  expect(await journal.job('a')).toBeUndefined();
  expect(await ids('a')).toEqual([]);
  expect([...(await journal.items('a1')), ...(await journal.items('a2'))]).toEqual([]);
  expect(await journal.job('b')).toMatchObject({ id: 'b2' });
  expect(await ids('b')).toEqual(['b1']);
  expect(await journal.items('b1')).toHaveLength(2);
});

it('has no changes, and no items of a job, that cannot be read', async () => {
  await journal.begin('a', job('1'), items);
  await journal.addChange('a', change('x'));
  for (const wrong of [{ before: undefined }, { target: 'api-key' }, { at: '3' }])
    await journal.addChange('a', Object.assign(change('y'), wrong));
  expect(await ids('a')).toEqual(['x']);
  await journal.saveItem('1', Object.assign(makeItem(1), { status: 'halted' }));
  await expect(journal.items('1')).rejects.toThrow('status');
});

it('is emptied of what another version has stored, too', async () => {
  await journal.begin('a', job('1'), items);
  const name = `test-${made - 1}`;
  const other = await openDB(name, 4, { upgrade: (db) => void db.createObjectStore('plans') });
  await other.put('plans', { lines: items }, 'a');
  await journal.empty();
  expect([await other.count('plans'), await other.count('items')]).toEqual([0, 0]);
  other.close();
});

it('keeps nothing that the API key is in', async () => {
  const leaked = items.map((item) => ({ ...item, label: `my ${key}` }));
  await expect(journal.begin('a', job('1'), leaked)).rejects.toThrow('API key');
  await expect(journal.addChange('a', change(key))).rejects.toThrow('API key');
  for (const item of leaked) await expect(journal.saveItem('1', item)).rejects.toThrow('API key');
  expect(await journal.job('a')).toBeUndefined();
  expect([...(await journal.items('1')), ...(await journal.changes('a'))]).toEqual([]);
});

it.each<[string, Job['status'], boolean]>([
  ['a job', 'paused', true],
  ['no job that is over', 'finished', false],
])('keeps %s, if that is wanted', async (_what, status, staysThere) => {
  await journal.begin('a', { ...job('1'), status }, items);
  await journal.addChange('a', change('x'));
  await journal.clear('a', true);
  expect(await journal.job('a').then((kept) => kept !== undefined)).toBe(staysThere);
  expect(await journal.items('1')).toHaveLength(staysThere ? 2 : 0);
  expect(await ids('a')).toEqual([]);
});

it('goes along with a new key', async () => {
  await journal.begin('old', job('1'), items);
  await journal.addChange('old', change('x'));
  await journal.move('old', 'new');
  expect(await journal.job('new')).toMatchObject({ id: '1' });
  expect(await ids('new')).toEqual(['x']);
  expect(await journal.job('old')).toBeUndefined();
  expect(await ids('old')).toEqual([]);
});

it.each([
  ['is cleared by a sign-out, also where no job was ever begun', 'signed-out', []],
  ['outlives a limit of the session', 'idle', ['x']],
] as const)('%s', async (_, reason, left) => {
  const account = accountOf();
  await ofBrowser.addChange(account, change('x'));
  session.end(reason);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await waitFor(async () => expect(await ids(account, ofBrowser)).toEqual(left));
});
