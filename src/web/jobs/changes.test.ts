import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { changes, createChanges } from '#web/jobs/changes.ts';
import { makeChange } from '#web/jobs/jobs.test.helper.ts';
import { createJournal, type Journal } from '#web/jobs/journal.ts';
import { session } from '#web/session/session.ts';
import '#web/test/session.ts';

let made = 0;
let journal: Journal;
beforeEach(() => (journal = createJournal(`changes-${made++}`)));

const change = (at: number) => makeChange({ at, id: `bot_${at}` });
type List = ReturnType<typeof createChanges>;
const times = (list: List) => list.get().map(({ at }) => at);

it('has the newest first, and the last hundred', () => {
  const list = createChanges(journal, () => 'a');
  for (let at = 1; at <= 101; at++) list.record(change(at));
  expect(times(list)).toHaveLength(100);
  expect(times(list)[0]).toBe(101);
});

it('finds what an earlier visit has left, each once, and nothing of another account', async () => {
  await journal.addChange('a', change(1));
  await journal.addChange('b', change(2));
  const list = createChanges(journal, () => 'a');
  list.record(change(3));
  await list.load();
  await list.load();
  expect(times(list)).toEqual([3, 1]);
});

it('lists nothing of a session that ends while it is read', async () => {
  await journal.addChange('a', change(1));
  let account = 'a';
  const list = createChanges(journal, () => account);
  const loaded = list.load();
  account = 'b';
  await loaded;
  expect(times(list)).toEqual([]);
});

it('is left to no session after it', () => {
  changes.record(change(1));
  expect(times(changes)).toEqual([1]);
  session.end('signed-out');
  expect(times(changes)).toEqual([]);
});

it('lasts as long as the page where nothing can be kept', async () => {
  const fails = () => Promise.reject(new Error('No room'));
  const list = createChanges({ addChange: fails, changes: fails }, () => 'a');
  list.record(change(1));
  await list.load();
  expect(times(list)).toEqual([1]);
});
