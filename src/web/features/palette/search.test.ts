import { expect, it } from 'vitest';
import { arrange, rankOf, type Entry } from '#web/features/palette/search.ts';

const entry = (text: string, words?: string): Entry => ({
  id: text,
  text,
  kind: 'Page',
  ...(words && { words }),
  run: () => {},
});
const NONE = { addressed: [], fixed: [], matching: [], offers: [] };
const texts = (entries: Entry[]) => entries.map(({ text }) => text);

it.each([
  ['go', 'Go to routes', 0],
  ['ROUTES', 'Go to routes', 1],
  ['to rou', 'Go to routes', 1],
  ['oute', 'Go to routes', 2],
  ['routes go', 'Go to routes', 3],
  ['dark', 'Colour scheme: Dark', 1],
  ['', 'Go to routes', 0],
  ['nothing', 'Go to routes', Infinity],
])('ranks %o among %s', (text, shown, rank) => {
  expect(rankOf(text, entry(shown))).toBe(rank);
});

it('finds also by words that are not shown, and by none that only holds them inside', () => {
  expect(rankOf('log out', entry('Sign out', 'log logout'))).toBe(3);
  expect(rankOf('gout', entry('Sign out', 'log logout'))).toBe(Infinity);
});

it('puts what the text addresses first and what can be done with it last', () => {
  const found = arrange('bot', {
    addressed: [entry('Open bot_1')],
    fixed: [entry('New bot user'), entry('Settings'), entry('Bots')],
    matching: [entry('robot'), entry('bot-1')],
    offers: [entry('New bot user named “bot”')],
  });
  expect(texts(found)).toEqual([
    'Open bot_1',
    'Bots',
    'bot-1',
    'New bot user',
    'robot',
    'New bot user named “bot”',
  ]);
});

it('keeps what was found by an id, and the order of equals', () => {
  expect(texts(arrange('bot_1', { ...NONE, matching: [entry('b'), entry('a')] }))).toEqual([
    'b',
    'a',
  ]);
});

it('has everything that is fixed for no text', () => {
  expect(texts(arrange('', { ...NONE, fixed: [entry('b'), entry('a')] }))).toEqual(['b', 'a']);
});
