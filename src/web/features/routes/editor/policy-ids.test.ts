import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  addedIdsSentence,
  readPolicyIds,
  unreadableIdsSentence,
} from '#web/features/routes/editor/editor-state.ts';

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
  expect(readPolicyIds(text)).toEqual({ ids, unreadable: [] });
});

it.each(['ipp.a', 'ipp_ä', '10.0.0.0/8', '2001:db8::/32', 'https://', '<b>x</b>', 'a:b'])(
  'leaves %s in the field',
  (text) => {
    expect(readPolicyIds(text).ids).toEqual([]);
    expect(readPolicyIds(text).unreadable).toHaveLength(1);
  },
);

it('reads back every list of ids, however it is written down', () => {
  const id = fc.stringMatching(/^[\w-]+$/);
  const between = fc.constantFrom(' ', ',', ';\n', ', ', '\r\n', '","');
  fc.assert(
    fc.property(fc.array(id), between, (ids, separator) => {
      expect(readPolicyIds(`["${ids.join(separator)}"]`)).toEqual({ ids, unreadable: [] });
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
