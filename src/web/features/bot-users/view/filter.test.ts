import * as fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { countById, createFilter } from '#web/features/bot-users/view/filter.ts';
import { bot } from '#web/features/bot-users/view/samples.test.helper.ts';
import { foldCase } from '#web/features/bot-users/view/text.ts';
import { shortId } from '#web/lib/format.ts';
import { readListView, type ListView } from '#web/features/bot-users/view/list-view.ts';

afterEach(() => vi.unstubAllEnvs());

type Sample = { name: string; active?: boolean; created_at?: string };

/** Names of the rows that match. */
function matching(samples: Sample[], change: Partial<ListView>, held?: string) {
  const view = { ...readListView(new URLSearchParams()), ...change };
  return samples
    .map(({ name, active = true, created_at = '' }, index) => ({
      id: `bot_2xA${index}`,
      uri: '',
      name,
      active,
      created_at,
    }))
    .filter(createFilter(view, held))
    .map(({ name }) => name);
}

const jobs = [{ name: 'job-10' }, { name: 'Job-9', active: false }, { name: 'alpha' }];

it('takes a part of the name, in any case, without the blanks around it', () => {
  expect(matching(jobs, { q: ' JOB ' })).toEqual(['job-10', 'Job-9']);
  expect(matching(jobs, { q: '  ' })).toEqual(['job-10', 'Job-9', 'alpha']);
});

const ID = 'bot_2cVn8QhW4kTzR0dLmY7pXa1sEuF';
const matchesId = (q: string, id = ID) =>
  createFilter({ ...readListView(new URLSearchParams()), q })(bot('any', { id }));

it.each(['bot_', 'bot_2', 'BOT_2cvn8q', ID, ` ${ID.toUpperCase()} `])(
  'takes an id from its start or whole: %j',
  (q) => expect(matchesId(q)).toBe(true),
);

it.each(['a1sEuF', 'A1SEUF', 'bot_2cVn', 'bot_2cVn…a1sEuF', 'bot_2cvn…A1SEUF'])(
  'takes an id by what a row shows of it: %j',
  (q) => expect(matchesId(q)).toBe(true),
);

it.each(['eu', 'euf', 'F', '1sEuF', 'Xa1sEuF', '2cVn', '8QhW4k', '…a1sEuF', `${ID}a`, 'bot', 'b'])(
  'takes no id for a part inside of it, nor for what all ids begin with: %j',
  (q) => expect(matchesId(q)).toBe(false),
);

it('takes an id without a kind from its first letter', () => {
  expect(matchesId('7', '7f3a')).toBe(true);
});

it('is what a plain reading of the rule says', () => {
  // Few letters, so that texts meet; of two lengths in capitals and folded, and one of two units.
  const letter = fc.constantFrom(...Array.from('aAbB_é…🚪'), 'e\u0301', 'bot_');
  const text = fc.array(letter, { maxLength: 20 }).map((letters) => letters.join(''));
  const wanted = fc.array(letter, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, wanted, (name, id, q) => {
      const isPart = foldCase(name).includes(foldCase(q));
      const shown = shortId(id);
      const ends = [shown, id.slice(-6).replace(/^[\udc00-\udfff]/, '')].map(foldCase);
      const isStart = foldCase(id).startsWith(foldCase(q));
      const isId = isStart ? foldCase(q).length > id.indexOf('_') : ends.includes(foldCase(q));
      const row = bot(name, { id });
      const view = { ...readListView(new URLSearchParams()), q };
      expect(createFilter(view)(row)).toBe(isPart || isId);
      expect(countById([row], q)).toBe(Number(isId && !isPart));
    }),
  );
});

it('takes an accent as it is written, however that is made up', () => {
  const names = ['e\u0301cole', '\u00c9cole', 'ecole'].map((name) => ({ name }));
  expect(matching(names, { q: '\u00e9c' })).toEqual(['e\u0301cole', '\u00c9cole']);
  expect(matching(names, { q: 'E\u0301c' })).toEqual(['e\u0301cole', '\u00c9cole']);
});

it('takes a status, and a held row of another one', () => {
  expect(matching(jobs, { status: 'active' })).toEqual(['job-10', 'alpha']);
  expect(matching(jobs, { status: 'inactive' })).toEqual(['Job-9']);
  expect(matching(jobs, { status: 'active' }, 'bot_2xA1')).toEqual(['job-10', 'Job-9', 'alpha']);
});

it('holds a row against the status only', () => {
  expect(matching(jobs, { status: 'active', q: 'alpha' }, 'bot_2xA1')).toEqual(['alpha']);
});

it('takes the rows of one name group, not those of groups below it', () => {
  const names = ['ci-1', 'ci-eu-1', 'ci', 'Ci-2', 'cia-1'].map((name) => ({ name }));
  expect(matching(names, { group: 'ci' })).toEqual(['ci-1']);
  expect(matching(names, { group: '' })).toEqual(['ci']);
});

it('takes what passes all that is asked for', () => {
  expect(matching(jobs, { q: 'job', status: 'active' })).toEqual(['job-10']);
  expect(matching(jobs, { q: 'alpha', status: 'inactive' })).toEqual([]);
});

/** As the service writes it, for a time where the reader is. */
const at = (local: string) => new Date(local).toISOString();
const moments = [
  '2026-03-28T23:59:59.999',
  '2026-03-29T00:00',
  '2026-03-29T23:59:59.999',
  '2026-03-30T00:00',
].map((local) => ({ name: local, created_at: at(local) }));
const [before, first, last, after] = moments.map(({ name }) => name);

it('takes days where the reader is, both of them whole', () => {
  const [from, to] = ['2026-03-29', '2026-03-29'];
  expect(matching(moments, { from, to })).toEqual([first, last]);
  expect(matching(moments, { from })).toEqual([first, last, after]);
  expect(matching(moments, { to })).toEqual([before, first, last]);
});

it.each([
  ['Africa/Cairo', '2026-04-24'],
  ['America/Santiago', '2026-09-06'],
  ['Asia/Beirut', '2026-03-29'],
  ['America/Havana', '2026-11-01'], // has midnight twice
  ['Pacific/Apia', '2011-12-31'], // the day before was left out
])('takes a day whole where the clock changes at midnight: %s, %s', (zone, day) => {
  vi.stubEnv('TZ', zone);
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const begin = new Date(year, month - 1, date).getTime();
  const end = new Date(year, month - 1, date + 1).getTime();
  const times = { before: begin - 1, first: begin, last: end - 1, next: end };
  const samples = Object.entries(times).map(([name, time]) => ({
    name,
    created_at: new Date(time).toISOString(),
  }));
  expect(matching(samples, { from: day, to: day })).toEqual(['first', 'last']);
});

it('ends with a day that was left out', () => {
  vi.stubEnv('TZ', 'Pacific/Apia');
  const next = [{ name: 'next', created_at: new Date(2011, 11, 31).toISOString() }];
  expect(matching(next, { to: '2011-12-30' })).toEqual([]);
});

it('has no last day', () => {
  expect(matching(moments, { to: '9999-12-31' })).toHaveLength(4);
});

it('finds nothing between a day and one before it', () => {
  expect(matching(moments, { from: '2026-03-30', to: '2026-03-28' })).toEqual([]);
});

it('knows early years', () => {
  const old = [{ name: 'old', created_at: at('0050-06-01T12:00') }];
  expect(matching(old, { from: '0050-06-01', to: '0050-06-01' })).toEqual(['old']);
});

it('takes a time that cannot be read for no day', () => {
  const odd = [{ name: 'odd', created_at: 'yesterday' }];
  expect(matching(odd, { from: '0001-01-01' })).toEqual([]);
  expect(matching(odd, { to: '9999-12-31' })).toEqual([]);
  expect(matching(odd, {})).toEqual(['odd']);
});
