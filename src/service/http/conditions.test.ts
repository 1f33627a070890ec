import { expect, it } from 'vitest';
import { isMet, readConditions } from '#service/http/conditions.ts';

const TAG = '"tag"';
const WEAK = 'W/"tag"';

it.each([
  ['if-match', '*', true, false],
  ['if-match', `"a, b", W/"c" , ${TAG},"stale"`, true, false],
  ['if-match', `"stale", ${WEAK}, "b"`, false, false],
  ['if-match', 'tag', false, false],
  ['if-match', '"*"', false, false],
  ['if-none-match', `"stale", ${TAG}`, false, true],
])('with %s: %s a change is met by the tag %j, by nothing %j', (name, text, there, absent) => {
  const conditions = readConditions({ [name]: text });
  expect([isMet(conditions, TAG), isMet(conditions, undefined)]).toEqual([there, absent]);
});
