import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import type { BotUserPage } from '#web/features/bot-users/pages.ts';
import { foldCase, nameKey } from '#web/features/bot-users/text-keys.ts';
import { labelsOf } from '#web/features/bot-users/use-labels.ts';
import { showRows, type Asked, type Sort } from '#web/features/bot-users/use-shown-rows.ts';
import { shortId } from '#web/lib/format.ts';

afterEach(() => vi.unstubAllEnvs());

const plain: Asked = { text: '', status: 'all', from: '', to: '', sort: '' };
const page = (...bot_users: BotUser[]): BotUserPage => ({
  bot_users,
  next_page_uri: null,
  unreadable: 0,
  readAt: 0,
  isEmpty: false,
  isRepeated: false,
});
let made = 0;
const bot = (name: string, fields: Partial<BotUser> = {}): BotUser => ({
  id: `bot_2xA${made++}`,
  uri: '',
  name,
  active: true,
  created_at: '',
  ...fields,
});
type Sample = { name: string; active?: boolean; created_at?: string };
const show = (samples: Sample[], asked: Partial<Asked>) =>
  showRows([page(...samples.map(({ name, ...fields }) => bot(name, fields)))], {
    ...plain,
    ...asked,
  });
const matching = (samples: Sample[], asked: Partial<Asked>) =>
  show(samples, asked).rows.map(({ name }) => name);

const jobs = [{ name: 'job-10' }, { name: 'Job-9', active: false }, { name: 'alpha' }];

describe('the text', () => {
  it('is a part of the name, in any case, without the blanks around it', () => {
    expect(matching(jobs, { text: ' JOB ' })).toEqual(['job-10', 'Job-9']);
    expect(matching(jobs, { text: '  ' })).toEqual(['job-10', 'Job-9', 'alpha']);
  });

  const ID = 'bot_2cVn8QhW4kTzR0dLmY7pXa1sEuF';
  const matchesId = (text: string, id = ID) =>
    showRows([page(bot('any', { id }))], { ...plain, text }).byId === 1;

  it.each(['bot_', 'bot_2', 'BOT_2cvn8q', ID, ` ${ID.toUpperCase()} `])(
    'is an id from its start or whole: %j',
    (text) => expect(matchesId(text)).toBe(true),
  );

  it.each(['a1sEuF', 'A1SEUF', 'bot_2cVn', 'bot_2cVn…a1sEuF', 'bot_2cvn…A1SEUF'])(
    'is an id by what a row shows of it: %j',
    (text) => expect(matchesId(text)).toBe(true),
  );

  it.each([
    'eu',
    'euf',
    'F',
    '1sEuF',
    'Xa1sEuF',
    '2cVn',
    '8QhW4k',
    '…a1sEuF',
    `${ID}a`,
    'bot',
    'b',
  ])('is no id for a part inside of it, nor for what all ids begin with: %j', (text) =>
    expect(matchesId(text)).toBe(false),
  );

  it('is an id without a kind from its first letter', () => {
    expect(matchesId('7', '7f3a')).toBe(true);
  });

  it('is what a plain reading of the rule says', () => {
    // Few letters, so that texts meet; of two lengths in capitals and folded, and one of two units.
    const letter = fc.constantFrom(...Array.from('aAbB_é…🚪'), 'e\u0301', 'bot_');
    const text = fc.array(letter, { maxLength: 20 }).map((letters) => letters.join(''));
    const wanted = fc.array(letter, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, text, wanted, (name, id, asked) => {
        const isPart = foldCase(name).includes(foldCase(asked));
        const ends = [shortId(id), id.slice(-6).replace(/^[\udc00-\udfff]/, '')].map(foldCase);
        const isStart = foldCase(id).startsWith(foldCase(asked));
        const isId = isStart
          ? foldCase(asked).length > id.indexOf('_')
          : ends.includes(foldCase(asked));
        const { rows, byId } = showRows([page(bot(name, { id }))], { ...plain, text: asked });
        expect(rows.length === 1).toBe(isPart || isId);
        expect(byId).toBe(Number(isId && !isPart));
      }),
    );
  });

  it('takes an accent as it is written, however that is made up', () => {
    const names = ['e\u0301cole', '\u00c9cole', 'ecole'].map((name) => ({ name }));
    expect(matching(names, { text: '\u00e9c' })).toEqual(['e\u0301cole', '\u00c9cole']);
    expect(matching(names, { text: 'E\u0301c' })).toEqual(['e\u0301cole', '\u00c9cole']);
  });
});

describe('the status', () => {
  it('takes its rows, and a kept row of another one', () => {
    expect(matching(jobs, { status: 'active' })).toEqual(['job-10', 'alpha']);
    expect(matching(jobs, { status: 'inactive' })).toEqual(['Job-9']);
    const rows = jobs.map(({ name, ...fields }) => bot(name, fields));
    const kept = { ...plain, status: 'active', keptId: rows[1]?.id } as const;
    expect(showRows([page(...rows)], kept).rows).toEqual(rows);
    expect(showRows([page(...rows)], { ...kept, text: 'alpha' }).rows).toHaveLength(1);
  });

  it('is counted after the text filter', () => {
    expect(show(jobs, { text: 'job', status: 'active' }).counts).toEqual({
      all: 2,
      active: 1,
      inactive: 1,
    });
  });
});

it('takes just some ids, whatever the filter says', () => {
  const rows = ['a', 'b', 'c'].map((name) => bot(name));
  const only = new Set([rows[1]?.id ?? '']);
  const asked: Asked = { ...plain, text: 'zzz', status: 'inactive', from: '2020-01-01', only };
  expect(showRows([page(...rows)], asked).rows).toEqual([rows[1]]);
});

describe('the days', () => {
  /** As the service writes it, for a time where the reader is. */
  const at = (local: string) => new Date(local).toISOString();
  const moments = [
    '2026-03-28T23:59:59.999',
    '2026-03-29T00:00',
    '2026-03-29T23:59:59.999',
    '2026-03-30T00:00',
  ].map((local) => ({ name: local, created_at: at(local) }));
  const [before, first, last, after] = moments.map(({ name }) => name);

  it('are those where the reader is, both of them whole', () => {
    expect(matching(moments, { from: '2026-03-29', to: '2026-03-29' })).toEqual([first, last]);
    expect(matching(moments, { from: '2026-03-29' })).toEqual([first, last, after]);
    expect(matching(moments, { to: '2026-03-29' })).toEqual([before, first, last]);
    expect(matching(moments, { to: '9999-12-31' })).toHaveLength(4);
    expect(matching(moments, { from: '2026-03-30', to: '2026-03-28' })).toEqual([]);
  });

  it.each([
    ['Africa/Cairo', '2026-04-24'],
    ['America/Santiago', '2026-09-06'],
    ['Asia/Beirut', '2026-03-29'],
    ['America/Havana', '2026-11-01'], // has midnight twice
    ['Pacific/Apia', '2011-12-31'], // the day before was left out
  ])('are whole where the clock changes at midnight: %s, %s', (zone, day) => {
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

  it('have no time that cannot be read', () => {
    const odd = [{ name: 'odd', created_at: 'yesterday' }];
    expect(matching(odd, { from: '0001-01-01' })).toEqual([]);
    expect(matching(odd, { to: '9999-12-31' })).toEqual([]);
    expect(matching(odd, {})).toEqual(['odd']);
  });
});

describe('the order', () => {
  const dated = [
    { name: 'job-10', created_at: '2026-01-03T00:00:00Z' },
    { name: 'Job-9', created_at: '2026-01-03T01:00:00+02:00' },
    { name: 'alpha', created_at: 'yesterday' },
    { name: 'job-10', created_at: '2026-01-01T00:00:00Z' },
  ];

  it.each<[Sort, string[]]>([
    ['', ['job-10', 'Job-9', 'alpha', 'job-10']],
    ['name', ['alpha', 'Job-9', 'job-10', 'job-10']],
    ['-name', ['job-10', 'job-10', 'Job-9', 'alpha']],
    ['created', ['alpha', 'job-10', 'Job-9', 'job-10']],
    ['-created', ['job-10', 'Job-9', 'job-10', 'alpha']],
  ])('by %j', (sort, names) => {
    expect(matching(dated, { sort })).toEqual(names);
  });

  it.each<Sort>(['name', '-name', 'created', '-created'])(
    'leaves equal rows in the order of the service: %s',
    (sort) => {
      const rows = Array.from({ length: 60 }, () => bot('same'));
      expect(showRows([page(...rows)], { ...plain, sort }).rows).toEqual(rows);
    },
  );

  it('is that of the reader’s language for names of Latin letters, digits and signs', () => {
    const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
    const name = fc.string({ unit: fc.constantFrom(...Array.from('abAB019 -_.:/')), maxLength: 8 });
    fc.assert(
      fc.property(name, name, (one, other) => {
        const [a, b] = [nameKey(one), nameKey(other)];
        expect(a < b ? -1 : a > b ? 1 : 0).toBe(Math.sign(compare(one, other)));
      }),
    );
  });

  it('is the same whether the rows came at once or page by page', () => {
    const rows = Array.from({ length: 300 }, (_, at) => bot(`n${(at * 7919) % 300}`));
    const sorted = showRows([page(...rows)], { ...plain, sort: 'name' }).rows;
    for (let count = 100; count <= 300; count += 100) {
      const pages = [0, 100, 200]
        .slice(0, count / 100)
        .map((from) => page(...rows.slice(from, from + 100)));
      const shown = showRows(pages, { ...plain, sort: 'name' }).rows;
      expect(shown).toEqual(sorted.filter((row) => rows.indexOf(row) < count));
    }
  });
});

describe('labels', () => {
  it('tell rows apart whose names look the same, and stay the same function otherwise', () => {
    const [one, two, three] = [bot('same'), bot(' same '), bot('other')];
    const first = page(one, three);
    const alone = labelsOf([first]);
    expect([alone(one), alone(three)]).toEqual(['same', 'other']);
    const more = page(bot('new'));
    expect(labelsOf([first, more])).toBe(alone);
    const both = labelsOf([first, more, page(two)]);
    expect(both).not.toBe(alone);
    expect(both(one)).toBe(`same (${one.id.slice(-6)})`);
    expect(labelsOf([first, more])(one)).toBe('same');
  });
});
