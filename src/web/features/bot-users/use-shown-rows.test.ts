import { describe, expect, it } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import {
  labelOfLoaded,
  showRows,
  type ListView,
  type Sort,
} from '#web/features/bot-users/use-shown-rows.ts';
import { makeBotUser } from '#web/test/fake-service.ts';

const plain: ListView = { text: '', status: 'all', sort: '' };
const page = (...bot_users: BotUser[]) => ({ bot_users });
let count = 0;
const bot = (name: string, fields: Partial<BotUser> = {}) =>
  makeBotUser(0, { id: `bot_2xA${count++}`, name, ...fields });
type Sample = { name: string; active?: boolean; created_at?: string };
const made = (samples: Sample[]) => samples.map(({ name, ...fields }) => bot(name, fields));
const show = (samples: Sample[], asked: Partial<ListView>) =>
  showRows([page(...made(samples))], { ...plain, ...asked });
const matching = (samples: Sample[], asked: Partial<ListView>) =>
  show(samples, asked).rows.map(({ name }) => name);

const jobs = [{ name: 'job-10' }, { name: 'Job-9', active: false }, { name: 'alpha' }];

it('the text is a part of the name, in any case, without the blanks around it', () => {
  expect(matching(jobs, { text: ' JOB ' })).toEqual(['job-10', 'Job-9']);
  expect(matching(jobs, { text: '  ' })).toEqual(['job-10', 'Job-9', 'alpha']);
});

const ID = 'bot_2cVn8QhW4kTzR0dLmY7pXa1sEuF';
const matchesId = (text: string, id = ID) =>
  showRows([page(bot('~', { id }))], { ...plain, text }).rows.length === 1;

it('the text is an id from its start, whole, or by what a row shows, and no part inside', () => {
  const texts = ['bot_', 'BOT_2cvn8q', ` ${ID.toUpperCase()} `, 'A1SEUF', 'bot_2cvn…A1SEUF'];
  expect(texts.filter((text) => !matchesId(text))).toEqual([]);
  const others = ['euf', '1sEuF', 'Xa1sEuF', '2cVn', '…a1sEuF', `${ID}a`, 'bot'];
  expect(others.filter((text) => matchesId(text))).toEqual([]);
  // Without a kind, from its first letter.
  expect(matchesId('7', '7f3a')).toBe(true);
  expect(matchesId('E\u0301', '\u00e9-7')).toBe(true);
});

it('the text takes an accent as it is written, however that is made up', () => {
  const names = ['e\u0301cole', '\u00c9cole', 'ecole'].map((name) => ({ name }));
  expect(matching(names, { text: '\u00e9c' })).toEqual(['e\u0301cole', '\u00c9cole']);
  expect(matching(names, { text: 'E\u0301c' })).toEqual(['e\u0301cole', '\u00c9cole']);
});

it('the status takes its rows and a kept row of another one, and is counted after the text', () => {
  expect(matching(jobs, { status: 'active' })).toEqual(['job-10', 'alpha']);
  expect(matching(jobs, { status: 'inactive' })).toEqual(['Job-9']);
  const rows = made(jobs);
  const active = { ...plain, status: 'active' } as const;
  const kept = rows[1]?.id;
  expect(showRows([page(...rows)], active, kept).rows).toEqual(rows);
  expect(showRows([page(...rows)], { ...active, text: 'alpha' }, kept).rows).toHaveLength(1);
  const { counts } = show(jobs, { text: 'job', status: 'active' });
  expect(counts).toEqual({ all: 2, active: 1, inactive: 1 });
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

  it.each<Sort>(['name', '-name'])('leaves equal rows in the order of the service: %s', (sort) => {
    const rows = Array.from({ length: 60 }, () => bot('same'));
    expect(showRows([page(...rows)], { ...plain, sort }).rows).toEqual(rows);
  });

  it('takes no notice of case, and numbers by their value', () => {
    const sorted = ['b', 'ea 9', 'Ea 10', 'EA 010b', 'ea 1000'];
    const names = sorted.toReversed().map((name) => ({ name }));
    expect(matching(names, { sort: 'name' })).toEqual(sorted);
  });

  it('is the same whether the rows came at once or page by page', () => {
    const rows = Array.from({ length: 300 }, (_, at) => bot(`n${(at * 7919) % 300}`));
    const sorted = showRows([page(...rows)], { ...plain, sort: 'name' }).rows;
    const pages = [0, 100, 200].map((from) => page(...rows.slice(from, from + 100)));
    for (const most of [1, 2, 3]) {
      const shown = showRows(pages.slice(0, most), { ...plain, sort: 'name' }).rows;
      expect(shown).toEqual(sorted.filter((row) => rows.indexOf(row) < 100 * most));
    }
  });
});

it('labels tell rows apart whose names look the same', () => {
  const [one, two, three] = [bot('same'), bot(' same '), bot('other')];
  const first = page(one, three);
  const alone = labelOfLoaded([first]);
  expect([alone(one), alone(three)]).toEqual(['same', 'other']);
  const both = labelOfLoaded([first, page(two)]);
  expect(both(one)).toBe(`same (${one.id.slice(-6)})`);
  expect(both(three)).toBe('other');
});
