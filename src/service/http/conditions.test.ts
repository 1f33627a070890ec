import { expect, it } from 'vitest';
import { isKnown, isMet, readConditions } from '#service/http/conditions.ts';

const TAG = '"tag"';
const WEAK = 'W/"tag"';

it.each([
  ['if-match', TAG, true, false],
  ['if-match', '*', true, false],
  ['if-match', `"a, b", W/"c" , ${TAG},"stale"`, true, false],
  ['if-match', '"stale"', false, false],
  ['if-match', WEAK, false, false],
  ['if-match', `"stale", ${WEAK}, "b"`, false, false],
  ['if-match', 'tag', false, false],
  ['if-match', '"*"', false, false],
  ['if-none-match', '*', false, true],
  ['if-none-match', `"stale", ${TAG}`, false, true],
  ['if-none-match', '"stale"', true, true],
])('with %s: %s a change is met by the tag %j, by nothing %j', (name, text, there, absent) => {
  const conditions = readConditions({ [name]: text });
  expect([isMet(conditions, TAG), isMet(conditions, undefined)]).toEqual([there, absent]);
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
