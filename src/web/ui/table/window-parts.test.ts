import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { partsOf, rowAt, topsOf } from '#web/ui/table/window-parts.ts';

const someHeights = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 60 });
const place = fc.integer({ min: -10, max: 80 });

const topsOfAll = (heights: number[]) => topsOf(heights.length, (index) => heights[index] ?? 0);

it('finds the row at a pixel, and the nearest one beyond the ends', () => {
  const tops = topsOfAll([40, 10, 100]);
  expect(tops).toEqual([0, 40, 50, 150]);
  expect([-5, 0, 39, 40, 49, 50, 149, 150, 900].map((pixel) => rowAt(tops, pixel))).toEqual([
    0, 0, 0, 1, 1, 2, 2, 2, 2,
  ]);
  expect(rowAt(topsOfAll([]), 0)).toBe(0);
});

it('finds the row that holds the pixel, whatever the heights', () => {
  fc.assert(
    fc.property(someHeights, fc.nat(6000), (heights, pixel) => {
      const tops = topsOfAll(heights);
      const inside = Math.min(pixel, (tops.at(-1) ?? 0) - 1);
      const row = rowAt(tops, inside);
      expect(tops[row]).toBeLessThanOrEqual(inside);
      expect(tops[row + 1]).toBeGreaterThan(inside);
    }),
  );
});

it('is as high as all rows, in their order, with those of the range and the pinned ones', () => {
  fc.assert(
    fc.property(someHeights, place, place, fc.array(place), (heights, first, last, pinned) => {
      const parts = partsOf(topsOfAll(heights), { first, last }, pinned);
      const pixels = parts.map((part) => ('gap' in part ? part.gap : (heights[part.index] ?? 0)));
      const rows = parts.flatMap((part) => ('index' in part ? [part.index] : []));
      expect(pixels.reduce((sum, each) => sum + each, 0)).toBe(topsOfAll(heights).at(-1));
      const isWanted = (index: number) =>
        (index >= first && index <= last) || pinned.includes(index);
      expect(rows).toEqual([...heights.keys()].filter(isWanted));
      expect(Math.min(...pixels)).toBeGreaterThan(0);
    }),
  );
});
