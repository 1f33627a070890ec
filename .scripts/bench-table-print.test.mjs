import { expect, it } from 'vitest';
import { lines, toggleRatio, verdict } from './bench-table-print.mjs';

/** @param {Partial<import('./bench-table-print.mjs').Column>} different */
const column = (different) => ({
  rows: 100_000,
  slowed: false,
  figures: {},
  network: 0,
  failures: [],
  ...different,
});

/** @param {import('./bench-table-measure.mjs').Figure} figure */
const line = (figure) => lines.find((each) => each.figure === figure) ?? expect.fail(figure);

it('judges times at 100,000 rows on an unslowed processor', () => {
  const figures = { toggle: 50 };
  expect(verdict(line('toggle'), column({ figures }))).toBe('met');
  expect(verdict(line('toggle'), column({ figures: { toggle: 51 } }))).toBe('MISSED');
  expect(verdict(line('toggle'), column({ figures, slowed: true }))).toBe('');
  expect(verdict(line('toggle'), column({ figures, rows: 10_000 }))).toBe('');
  expect(verdict(line('toggle'), column({}))).toBe('');
});

it('judges the elements of every size', () => {
  const few = column({ rows: 1_000, slowed: true, figures: { elements: 801 } });
  expect(verdict(line('elements'), few)).toBe('MISSED');
});

it('takes the network off the time of loading, in seconds, and counts heap in millions', () => {
  const figures = { load: 17_000, heap: 60_000_001 };
  expect(verdict(line('load'), column({ figures, network: 2_000 }))).toBe('met');
  expect(verdict(line('load'), column({ figures, network: 1_999 }))).toBe('MISSED');
  expect(verdict(line('heap'), column({ figures }))).toBe('MISSED');
});

it('compares a toggle at 100,000 rows with one at 1,000, both unslowed', () => {
  const few = column({ rows: 1_000, figures: { toggle: 20 } });
  const slowed = column({ slowed: true, figures: { toggle: 400 } });
  const many = column({ figures: { toggle: 30 } });
  expect(toggleRatio([few, slowed, many], 'toggle')).toBe(1.5);
  expect(toggleRatio([few, slowed], 'toggle')).toBeUndefined();
});
