// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { bookOf as joinBook } from '#web/features/routes/policies/policy-book.ts';
import {
  addedIdsSentence,
  policiesError,
  readPolicyEntries,
  takePolicies,
  unreadableIdsSentence,
} from '#web/features/routes/policies/read-policies.ts';
import { session } from '#web/session/session.ts';

/** @param names by id */
const bookOf = (names: Record<string, string>) =>
  joinBook(
    new Map(Object.entries(names).map(([id, name]) => [id, { id, name, note: '' }])),
    new Map(),
  );
const noBook = bookOf({});
const book = bookOf({
  ipp_berlin: 'Office Berlin',
  ipp_paris: 'Office Paris, Nord',
  ipp_vpn1: 'VPN',
  ipp_vpn2: 'vpn',
  ipp_bare: '',
  ipp_old: '(old) VPN',
});
const read = (text: string, known = noBook) => {
  const { ids, unreadable } = readPolicyEntries(text, known);
  return { ids, unreadable };
};

it.each([
  ['ipp_a', ['ipp_a']],
  ['ipp_a, ipp_b;ipp_c\n\tipp_d', ['ipp_a', 'ipp_b', 'ipp_c', 'ipp_d']],
  ['["ipp_a","ipp-b"]', ['ipp_a', 'ipp-b']],
  ["('ipp_a')", ['ipp_a']],
  ['<https://api.example.test/ip_policies/ipp_a?x=1#y>', ['ipp_a']],
  ['https://api.example.test/ip_policies/ipp_a/', ['ipp_a']],
  ['/ip_policies/ipp_a', ['ipp_a']],
  ['ip_policies/ipp_a', ['ipp_a']],
  ['ipp_a ipp_a', ['ipp_a', 'ipp_a']],
  ['  , ; ', []],
])('reads %j', (text, ids) => {
  expect(read(text)).toEqual({ ids, unreadable: [] });
});

it.each(['ipp.a', 'ipp_ä', '10.0.0.0/8', '2001:db8::/32', 'https://', '<b>x</b>', 'a:b'])(
  'leaves %s in the field',
  (text) => {
    expect(read(text).ids).toEqual([]);
    expect(read(text).unreadable).toHaveLength(1);
  },
);

it('reads back every list of ids, however it is written down', () => {
  const id = fc.stringMatching(/^[\w-]+$/);
  const between = fc.constantFrom(' ', ',', ';\n', ', ', '\r\n', '","');
  fc.assert(
    fc.property(fc.array(id), between, (ids, separator) => {
      expect(read(`["${ids.join(separator)}"]`)).toEqual({ ids, unreadable: [] });
    }),
  );
});

it('says what was added and what was dropped', () => {
  expect(addedIdsSentence(5, 2)).toBe('Added 5. 2 were already in the list.');
  expect(addedIdsSentence(0, 1)).toBe('1 was already in the list.');
  expect(addedIdsSentence(1, 0)).toBe('Added 1.');
});

it('names what it could not read', () => {
  expect(unreadableIdsSentence(['a.b'])).toBe('‘a.b’ does not look like an id');
  expect(unreadableIdsSentence(['1!', '2!', '3!', '4!', '5!'])).toBe(
    '‘1!’, ‘2!’, ‘3!’, 2 more do not look like ids',
  );
});

it.each([
  ['office BERLIN', ['ipp_berlin']],
  ['“Office Berlin”', ['ipp_berlin']],
  ['" ipp_x "', ['ipp_x']],
  ['(OLD) VPN', ['ipp_old']],
  ['Office Paris, Nord', ['ipp_paris']],
  ['ipp_x, Office Paris, Nord, "office berlin"', ['ipp_x', 'ipp_paris', 'ipp_berlin']],
  ['ipp_bare Office Berlin ipp_x', ['ipp_bare', 'ipp_berlin', 'ipp_x']],
  ['Office Berlin ipp_berlin', ['ipp_berlin', 'ipp_berlin']],
  ['ipp_x; Office Berlin\nOffice Paris, Nord', ['ipp_x', 'ipp_berlin', 'ipp_paris']],
])('finds the ids of names in %j', (text, ids) => {
  expect(readPolicyEntries(text, book)).toEqual({
    ids,
    unreadable: [],
    foreign: [],
    ambiguous: [],
  });
});

it('reads thousands of ids beside a name of many words', () => {
  const ids = Array.from({ length: 5_000 }, (_, index) => `ipp_${index}`);
  const long = bookOf({
    ...Object.fromEntries(ids.map((id) => [id, ''])),
    ipp_long: 'a '.repeat(40),
  });
  expect(readPolicyEntries(ids.join('\n'), long).ids).toEqual(ids);
});

it('takes no name that several have', () => {
  expect(takePolicies('VPN, ipp_x', book)).toEqual({
    ids: ['ipp_x'],
    text: 'VPN',
    error: '2 IP policies are called ‘VPN’: enter the id',
  });
});

it('says all that is wrong, one sentence after the other', () => {
  expect(takePolicies('10.0.0.0/8 VPN bot_1', book).error).toBe(
    '‘10.0.0.0/8’ does not look like an id. 2 IP policies are called ‘VPN’: enter the id. ‘bot_1’ looks like a bot user, not an IP policy.',
  );
});

it('holds back what looks like something else until it is said to be meant', () => {
  const text = 'ipp_x bot_2x, Berlin';
  const held = takePolicies(text, book);
  expect(held).toEqual({
    ids: ['ipp_x'],
    text: 'bot_2x, Berlin',
    error: '‘bot_2x’, ‘Berlin’ do not look like IP policies.',
  });
  expect(takePolicies(held.text, book, true)).toEqual({
    ids: ['bot_2x', 'Berlin'],
    text: '',
    error: '',
  });
  expect(takePolicies('bot_2x', noBook).error).toBe(
    '‘bot_2x’ looks like a bot user, not an IP policy.',
  );
  expect(takePolicies('pol_1', book).error).toBe(
    '‘pol_1’ does not begin with ipp_ like the other IP policies.',
  );
});

it('has no rule for what ids begin with where those known differ, or for an id that has a name', () => {
  const odd = bookOf({ ipp_a: '', pol_b: '', bot_c: 'Robots' });
  expect(readPolicyEntries('x_1 bot_c', odd)).toMatchObject({ ids: ['x_1', 'bot_c'], foreign: [] });
});

it('takes no key', () => {
  session.signIn('key-of-the-policy-tests-1234', false);
  const text = 'ipp_x key-of-the-policy-tests-1234';
  expect(takePolicies(text, book)).toEqual({
    ids: [],
    text,
    error: 'This holds your API key. Nothing was added: take it out.',
  });
  expect(policiesError(`${text} 1.2`, book)).toBe(takePolicies(text, book).error);
  session.end('none');
});
