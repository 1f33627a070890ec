import { expect, it } from 'vitest';
import { nextPageQuery, PageQuery } from '#contract/page.ts';

it.each([
  ['https://elsewhere.test/steal?limit=2&before_id=bot_9#x', 'limit=2&before_id=bot_9'],
  ['/bot_users', ''], // a page, and not the end
])('nextPageQuery takes only the query of %s', (uri, query) => {
  expect(nextPageQuery(uri)).toBe(query);
});

it.each([null, undefined, ''])('nextPageQuery ends at %s', (uri) => {
  expect(nextPageQuery(uri)).toBeUndefined();
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
