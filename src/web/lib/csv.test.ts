import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCsv } from '#web/lib/csv.ts';

it('quotes what would end a cell or a row', () => {
  const rows = [
    ['id', 'name'],
    ['1', 'a "b", c\nd'],
  ];
  expect(toCsv(rows)).toBe('id,name\r\n1,"a ""b"", c\nd"\r\n');
});

it.each(['=1+1', '+1', '-1', '@x', '\tx', ' =1', '\u200b=1', '＝1', '\0-1'])(
  'keeps %j from running as a formula',
  (text) => {
    expect(toCsv([[text]])).toBe(`'${text}\r\n`);
  },
);

it('gives every text back to whoever takes one leading apostrophe away', () => {
  const tricky = fc.string({
    unit: fc.constantFrom("'", '"', ',', '\r', '\n', '=', '-', ' ', 'a'),
  });
  const rows = fc.array(fc.tuple(tricky, fc.string({ unit: 'binary' })), { minLength: 1 });
  fc.assert(
    fc.property(rows, (texts) => {
      expect(readCsv(toCsv(texts))).toEqual(texts);
    }),
  );
});

/** RFC 4180, and the rule of the apostrophe. */
function readCsv(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/g,
  )) {
    const text = quoted?.replaceAll('""', '"') ?? plain;
    rows.at(-1)?.push(text.startsWith("'") ? text.slice(1) : text);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}
