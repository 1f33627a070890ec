import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '#contract/any-character.test.helper.ts';
import { paramsOf, paths, pathTo, safeNext, signInPath } from '#web/paths.ts';

const ORIGIN = 'https://gatehouse.test';

describe('pathTo', () => {
  it.each([
    ['a/b', '/bot-users/a%2Fb'],
    [':botUserId', '/bot-users/%3AbotUserId'],
    ['$1$&', '/bot-users/%241%24%26'],
    ['news', '/bot-users/news'],
  ])('gives the id %j the address %s', (botUserId, address) => {
    expect(pathTo(paths.botUser, { botUserId })).toBe(address);
    expect(paramsOf(paths.botUser, address)).toEqual({ botUserId });
  });

  it.each(['', '.', '..', '\ud83d', 'x'.repeat(3000)])('has no address for the id %j', (id) => {
    expect(pathTo(paths.botUser, { botUserId: id })).toBeUndefined();
    expect(pathTo(paths.ipRestriction, { edge_id: 'e', id })).toBeUndefined();
  });
});

it.each([
  ['/bot-users/%252F', '%2F'],
  ['/bot-users/%2e%2E', '..'],
  ['/bot-users/%E0%A4', ''],
])('paramsOf reads %s once', (pathname, botUserId) => {
  expect(paramsOf(paths.botUser, pathname)).toEqual({ botUserId });
});

it.each([
  '/bot-users?q=a',
  '/edges/e/routes/r%2Fs/ip-restriction',
  '/sign-in-book',
  '/%2573ign-in',
  '/routes?next=/sign-in#/sign-in',
  '/routes?q=//elsewhere.test#x',
])('safeNext goes on to %s', (next) => {
  expect(safeNext(next)).toBe(next);
});

it.each([null, '', '//elsewhere.test', '/\\elsewhere.test', '/%2e//elsewhere.test', '//['])(
  'safeNext does not go on to %j',
  (next) => {
    expect(safeNext(next)).toBe('/');
  },
);

it('safeNext stays on this origin, and as it is when it is read again', () => {
  fc.assert(
    fc.property(hostileText(), (text) => {
      for (const next of [text, `/${text}`]) {
        const safe = safeNext(next);
        expect(safe).toMatch(/^\/(?!\/)/);
        expect(new URL(safe, ORIGIN).origin).toBe(ORIGIN);
        expect(safeNext(safe)).toBe(safe);
      }
    }),
  );
});

it('carries the address to come back to', () => {
  expect(signInPath('/bot-users?q=a b')).toBe('/sign-in?next=%2Fbot-users%3Fq%3Da+b');
  expect(signInPath('/')).toBe('/sign-in');
});

/** Rich in what means something to an address. */
function hostileText() {
  const parts = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 5 }),
    fc.constantFrom('/', '\\', '.', '..', '//', '?', '#', '%', '%2F', '%2e', '%5C', '@', ':', ';'),
    fc.constantFrom('\t', '\n', '\r', ' ', '\0', '\ud83d', '\u202e', 'new', 'sign-in', 'evil.test'),
  );
  return fc.array(parts, { maxLength: 8 }).map((all) => all.join(''));
}
