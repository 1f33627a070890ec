import { expect, it } from 'vitest';
import { median, percentile } from './bench-report.mjs';

it('takes the value in the middle, whatever the order', () => {
  expect(median([30, 4, 200])).toBe(30);
});

it('leaves a hundredth of the values above the 99th percentile', () => {
  const values = Array.from({ length: 1000 }, (_, index) => index);
  expect(percentile(values, 0.99)).toBe(990);
});

it('has a number also for no values', () => {
  expect(percentile([], 0.99)).toBe(0);
});
