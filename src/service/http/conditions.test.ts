import { expect, it } from 'vitest';
import { isKnown, isMet, readConditions } from '#service/http/conditions.ts';

const TAG = '"tag"';
const WEAK = 'W/"tag"';

it.each([
  [true, TAG],
  [true, '*'],
  [true, `"a, b", W/"c" , ${TAG},"stale"`],
  [false, '"stale"'],
  [false, WEAK],
  [false, `"stale", ${WEAK}, "b"`],
  [false, 'tag'],
  [false, '"*"'],
])('says %j to If-Match: %s, and never meets what is absent', (expected, header) => {
  const conditions = readConditions({ 'if-match': header });
  expect([isMet(conditions, TAG), isMet(conditions, undefined)]).toEqual([expected, false]);
});

it.each([
  [false, '*'],
  [false, `"stale", ${TAG}`],
  [true, '"stale"'],
])('says %j to a change with If-None-Match: %s, and meets what is absent', (expected, header) => {
  const conditions = readConditions({ 'if-none-match': header });
  expect([isMet(conditions, TAG), isMet(conditions, undefined)]).toEqual([expected, true]);
});

it.each([
  [true, TAG],
  [true, WEAK],
  [true, `"stale", ${TAG}`],
  [true, '*'],
  [false, '"stale"'],
])('says %j of a reader with If-None-Match: %s', (expected, header) => {
  expect(isKnown(readConditions({ 'if-none-match': header }), TAG)).toBe(expected);
});
