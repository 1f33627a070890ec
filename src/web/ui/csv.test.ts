import { expect, it } from 'vitest';
import { toCsv } from '#web/ui/csv.ts';

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
