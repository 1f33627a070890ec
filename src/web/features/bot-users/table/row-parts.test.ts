import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowParts, WINDOW_FROM, type RowPart } from '#web/features/bot-users/table/row-parts.ts';

const rowsOf = (parts: RowPart[]) => parts.flatMap((part) => ('index' in part ? part.index : []));

it('holds every row of a short list, wherever the screen is', () => {
  expect(rowsOf(rowParts(WINDOW_FROM, { first: 3, last: 5 }, []))).toHaveLength(WINDOW_FROM);
});

it('holds of a long list what is near the screen, with room for the others', () => {
  expect(rowParts(1000, { first: 500, last: 502 }, [])).toEqual([
    { gap: 500, before: 500 },
    { index: 500 },
    { index: 501 },
    { index: 502 },
    { gap: 497, before: 1000 },
  ]);
});

it('keeps a row that has the focus at its place, above and below', () => {
  expect(rowParts(1000, { first: 500, last: 500 }, [10, 900])).toEqual([
    { gap: 10, before: 10 },
    { index: 10 },
    { gap: 489, before: 500 },
    { index: 500 },
    { gap: 399, before: 900 },
    { index: 900 },
    { gap: 99, before: 1000 },
  ]);
});

it('shows the end of a list that has become shorter than the range', () => {
  expect(rowsOf(rowParts(300, { first: 900, last: 930 }, []))).toEqual(
    Array.from({ length: 31 }, (_, index) => 269 + index),
  );
});

describe('whatever the list, the range and the pinned rows are', () => {
  const place = fc.integer({ min: -1, max: 2000 });
  const range = fc
    .tuple(place, place)
    .map(([one, other]) => ({ first: Math.min(one, other), last: Math.max(one, other) }));

  it('gives every row its room once, in order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1500 }),
        range,
        fc.array(place, { maxLength: 3 }),
        (count, near, pinned) => {
          const places = rowParts(count, near, pinned).flatMap((part) =>
            'index' in part
              ? part.index
              : Array.from({ length: part.gap }, (_, n) => part.before - part.gap + n),
          );
          expect(places).toEqual(Array.from({ length: count }, (_, index) => index));
        },
      ),
    );
  });
});
