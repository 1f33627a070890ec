import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCsv, unguarded } from '#bulk/write-csv.ts';
import { anyCharacter } from '#contract/any-character.test.helper.ts';

it('quotes what would end a cell or a row, or what other separators would split', () => {
  const rows = [
    ['id', 'name'],
    ['1', 'a "b", c\nd'],
    ['a;b', 'c\td'],
  ];
  expect(toCsv(rows)).toBe('id,name\r\n1,"a ""b"", c\nd"\r\n"a;b","c\td"\r\n');
});

it.each(['=1+1', '+1', '-1', '@x', ' =1', '\u200b=1', '＝1', '\0-1'])(
  'keeps %j from running as a formula',
  (text) => {
    expect(toCsv([[text]])).toBe(`'${text}\r\n`);
  },
);

it.each([
  ['\tx', "'\tx"],
  ['a;=1', "a;'=1"],
  ['a; =1', "a;' =1"],
  ['a\t@x', "a\t'@x"],
  ['a\n-1', "a\n'-1"],
  ['a;"=1"', `a;'""=1""`],
  ["a;'b", "a;''b"],
  ['a;b=1', 'a;b=1'],
])('keeps %j from running where a spreadsheet splits it', (text, safe) => {
  expect(toCsv([['id', text]])).toBe(`id,"${safe}"\r\n`);
});

const tricky = fc.string({
  unit: fc.constantFrom("'", '"', ',', ';', '\t', '\r', '\n', '=', '-', ' ', 'a'),
});

it('gives every text back, and leaves the apostrophes of others', () => {
  const rows = fc.array(fc.tuple(tricky, fc.string({ unit: anyCharacter })), { minLength: 1 });
  fc.assert(
    fc.property(rows, (texts) => {
      expect(readCsv(toCsv(texts))).toEqual(texts);
    }),
  );
  expect(unguarded("'Tis")).toBe("'Tis");
});

/** As RFC 4180 says. */
function readCsv(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/g,
  )) {
    const text = quoted?.replaceAll('""', '"') ?? plain;
    rows.at(-1)?.push(unguarded(text));
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}
