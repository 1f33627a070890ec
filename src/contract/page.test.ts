import { expect, it } from 'vitest';
import { nextPageQuery, PageQuery } from '#contract/page.ts';

it.each([
  ['relative', '/bot_users?limit=2&before_id=bot_9'],
  ['of a foreign host', 'https://elsewhere.test/steal?limit=2&before_id=bot_9#x'],
])('nextPageQuery takes only the query of a URI that is %s', (_, uri) => {
  expect(nextPageQuery(uri)).toBe('limit=2&before_id=bot_9');
});

it.each([null, undefined, ''])('nextPageQuery ends at %s', (uri) => {
  expect(nextPageQuery(uri)).toBeUndefined();
});

it('nextPageQuery keeps a page without a query apart from the end', () => {
  expect(nextPageQuery('/bot_users')).toBe('');
});

it.each(['1', '100'])('PageQuery takes a limit of %s', (limit) => {
  expect(PageQuery.parse({ limit })).toEqual({ limit: Number(limit) });
});

it.each(['0', '101', '-1', '1.5', '1e1', '', ' 5', '05', '١'])(
  'PageQuery refuses a limit of "%s"',
  (limit) => {
    expect(PageQuery.safeParse({ limit }).success).toBe(false);
  },
);
