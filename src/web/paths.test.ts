import { expect, it } from 'vitest';
import { paramsOf, paths, pathTo, safeNext, signInPath } from '#web/paths.ts';

it.each(['bot_1', 'a/b', 'a%2Fb', '?x#y', 'ü 🚪'])('brings the id "%s" back as it was', (id) => {
  const address = pathTo(paths.ipRestriction, { edgeId: id, routeId: 'r' });
  const { pathname } = new URL(address, 'https://gatehouse.test');
  expect(paramsOf(paths.ipRestriction, pathname)).toEqual({ edgeId: id, routeId: 'r' });
});

it('reads an address that is no UTF-8 as no id', () => {
  expect(paramsOf(paths.botUser, '/bot-users/%E0%A4')).toEqual({ botUserId: '' });
});

it.each(['/bot-users?q=a', '/edges/e/routes/r/ip-restriction', '/'])('goes on to %s', (next) => {
  expect(safeNext(next)).toBe(next);
});

it.each([
  null,
  '',
  'bot-users',
  'https://elsewhere.test/',
  '//elsewhere.test',
  '/\\elsewhere.test',
  '/\t/elsewhere.test',
  'javascript:alert(1)',
  '/sign-in?next=/sign-in',
])('does not go on to %j', (next) => {
  expect(safeNext(next)).toBe('/');
});

it('carries the address to come back to', () => {
  expect(signInPath('/bot-users?q=a b')).toBe('/sign-in?next=%2Fbot-users%3Fq%3Da+b');
  expect(signInPath('/')).toBe('/sign-in');
});
