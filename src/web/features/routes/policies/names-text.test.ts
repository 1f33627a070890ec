import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { namesText, readNames } from '#web/features/routes/policies/names-text.ts';

const policy = (id: string, name: string, note = '') => ({ id, name, note });

it.each([
  ['ipp_1, Office', policy('ipp_1', 'Office')],
  ['ipp_1,Office,until May, then gone', policy('ipp_1', 'Office', 'until May, then gone')],
  ['ipp_1\tOffice, Nord\tuntil May', policy('ipp_1', 'Office, Nord', 'until May')],
  ['ipp_1;Office;"until May"', policy('ipp_1', 'Office', 'until May')],
  ['ipp_1 Office Berlin, main', policy('ipp_1', 'Office Berlin', 'main')],
  ['"ipp_1","Office, ""Nord""",', policy('ipp_1', 'Office, "Nord"')],
  ['ipp_1, "Nord" office', policy('ipp_1', '"Nord" office')],
  ['ipp_1,, until May', policy('ipp_1', '', 'until May')],
  ['id,name,note\r\n  ipp_1 ,  Office  \r\n', policy('ipp_1', 'Office')],
])('reads %j', (text, expected) => {
  expect(readNames(text)).toEqual({ policies: [expected], problems: [] });
});

it('leaves out ids that nobody has named yet', () => {
  expect(readNames('ipp_1\nipp_2,\nipp_3, , \n')).toEqual({ policies: [], problems: [] });
});

it('says which lines it cannot take', () => {
  expect(readNames('ipp_1, Office\n\n10.0.0.0/8, Net\nipp_1, VPN\n, Name').problems).toEqual([
    { line: 3, text: '‘10.0.0.0/8’ does not look like an id.' },
    { line: 4, text: 'ipp_1 is on line 1 already.' },
    { line: 5, text: '‘, Name’ does not look like an id.' },
  ]);
});

it('reads back every list that it writes', () => {
  const words = fc
    .string({ unit: fc.constantFrom('a', ' ', ',', ';', '"', 'é', "'", '\t', '\n') })
    .map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const policies = fc.uniqueArray(
    fc
      .record({ id: fc.stringMatching(/^[\w-]{1,8}$/), name: words, note: words })
      .filter(({ name, note }) => name !== '' || note !== ''),
    { selector: ({ id }) => id },
  );
  fc.assert(
    fc.property(policies, (list) => {
      expect(readNames(namesText(list))).toEqual({ policies: list, problems: [] });
    }),
  );
});
