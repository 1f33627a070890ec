import { expect, it } from 'vitest';
import { matchEntries, readEntries } from '#web/features/bot-users/list-entries.ts';
import { makeBotUser } from '#web/test/fake-service.ts';

const rows = ['deploy', 'Deploy', 'Größe', 'eu', 'eu'].map((name, at) =>
  makeBotUser(at + 1, { name }),
);
const [deploy, capital, size] = rows;

const find = (text: string) => matchEntries(readEntries(text), rows);

it.each([
  ['lines, commas, semicolons and tabs', 'a\nb\r\nc,d;e\tf', ['a', 'b', 'c', 'd', 'e', 'f']],
  ['blanks around, empty entries and repetitions', ' a ,, ,a\n\n b b ', ['a', 'b b']],
  ['quotes', `"a", 'b'\n"c`, ['a', 'b', '"c']],
])('a pasted list is read: %s', (_, text, entries) => {
  expect(readEntries(text)).toEqual(entries);
});

it('a line that is a name is taken whole', () => {
  expect(readEntries('a, b\nc, d', new Set(['a, b']))).toEqual(['a, b', 'c', 'd']);
});

it('an entry is an id, the address of a bot user or a name, and each bot user counts once', () => {
  const text =
    'bot_000001, https://api.test/bot_users/bot_000002?x=1, /bot-users/bot_000003/, deploy';
  expect(find(text).matched).toEqual([deploy, capital, size]);
});

it('an entry is a name, in other letter case where one alone is called so, else ambiguous', () => {
  expect(find('GRÖSSE, GRÖßE').matched).toEqual([size]);
  expect(find('deploy').matched).toEqual([deploy]);
  expect(find('DEPLOY, eu').ambiguous).toEqual(['DEPLOY', 'eu']);
});

it('an entry is an id that is not loaded where it has the form of those that are', () => {
  const { notLoaded, unknownNames } = find('bot_999999, /bot_users/other, key_999999');
  expect(notLoaded).toEqual(['bot_999999', 'other']);
  expect(unknownNames).toEqual(['key_999999']);
});
