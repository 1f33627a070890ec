import { expect, it } from 'vitest';
import { takeInput, unknownQuestion } from '#web/features/routes/policy-lines.ts';
import { TEST_KEY } from '#web/test/session.ts';

const known = ['ipp_office', 'a', 'b'];
const book = {
  find: (text: string) =>
    known.includes(text) ? [text] : /^office, berlin$/i.test(text.trim()) ? ['ipp_office'] : [],
  isKnown: (id: string) => known.includes(id),
};
const take = (text: string, isKnown = book.isKnown) =>
  takeInput({ text, unknown: [], error: '' }, { ...book, isKnown });

it.each([
  ['a, "b"\n‘a’; [b]', ['a', 'b']],
  ['a,,b,', ['a', 'b']],
  ['[{"name": "a"}, {"name": "b"}]', ['a', 'b']],
  ['api.test/v2/ip_policies/a /b', ['a', 'b']],
  ['{"ip_policy_ids": ["a", "b"]}', ['a', 'b']],
  ['[{"id": "a", "name": "x"}, {"id": "b"}]', ['a', 'b']],
  ['id,name\na,First\nb,Second', ['a', 'b']],
  ['https://api.test/ip_policies/a?x=1\n/ip_policies/b', ['a', 'b']],
  ['Office, Berlin', ['ipp_office']],
  ['a\nOffice, Berlin\nb', ['a', 'ipp_office', 'b']],
])('reads %j', (text, ids) => {
  expect(take(text)).toEqual({ ids, input: { text: '', unknown: [], error: '' } });
});

it('says nothing of an empty field', () => {
  expect(take(' ')).toEqual({ ids: [], input: { text: ' ', unknown: [], error: '' } });
});

it('asks about ids that nobody knows', () => {
  expect(take('a ipp_new').input.unknown).toEqual(['ipp_new']);
  expect(take('ipp_new', () => true)).toMatchObject({ ids: ['ipp_new'], input: { unknown: [] } });
  expect(unknownQuestion(['w'])).toBe('‘w’ is not on the list of IP policies. Add it anyway?');
  expect(unknownQuestion(['w', 'x', 'y', 'z'])).toBe(
    '‘w’, ‘x’, ‘y’, 1 more are not on the list of IP policies. Add them anyway?',
  );
});

it('leaves in the field what is no policy, with its reason', () => {
  expect(take('b ipp_a?b 10.0.0.0/8')).toEqual({
    ids: ['b'],
    input: {
      text: 'ipp_a?b, 10.0.0.0/8',
      unknown: [],
      error: '‘ipp_a?b’, ‘10.0.0.0/8’ do not look like ids',
    },
  });
  expect(take('["a", ').input).toMatchObject({
    text: '["a",',
    error: 'Not read: the JSON that begins here is not complete',
  });
  expect(take('Policy; a').input).toMatchObject({
    text: 'Policy; a',
    error: 'Enter one or more IP policies',
  });
});

it('asks for the id where several have the name', () => {
  const find = () => ['ipp_old', 'ipp_new'];
  const taken = takeInput({ text: 'x, Office', unknown: [], error: '' }, { ...book, find });
  expect(taken.ids).toEqual([]);
  expect(taken.input.error).toBe('Several IP policies are called ‘x’, ‘Office’: give the id');
});

it('takes nothing that holds the key', () => {
  const taken = take(`a ${TEST_KEY}`);
  expect(taken.ids).toEqual([]);
  expect(taken.input.error).toBe('This holds your API key. Nothing was added: take it out.');
});
