import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  partsOf,
  rowAt,
  topsOf,
  type RowRange,
  type WindowPart,
} from '#web/ui/table/window-parts.ts';

/** With more rows than this only those near the screen are in the document. */
const WINDOW_FROM = 100;

/** Drawn above and below the screen. */
const OVERSCAN = 5;

/** Drawn before anything is measured: enough for a large screen. */
const FIRST: RowRange = { first: 0, last: 29 };

type Measures = {
  /** Of the window, in pixels: with another one the rows have other heights. */
  width: number;
  /** Of a row that was not measured yet. */
  guess: number;
  /** By key. */
  heights: ReadonlyMap<string, number>;
};

/**
 * Of a long list of rows in a page that scrolls as a whole: those near the screen, the pinned ones, and the one with
 * the focus with its neighbours, where Tab leads. Paper gets all. Rows may differ in height.
 *
 * Each row is a child of the box, with its place as `data-index`; what stands for a gap is `aria-hidden` and has
 * `gapStyle`; any other child belongs to the row before it.
 *
 * @param keys one for each row, the same for as long as it is the same row; a new array only when they change
 * @param height of a row before one is measured, in pixels
 * @param pinned keys of rows that stay in the document
 */
export function useWindow<Box extends HTMLElement>(
  keys: readonly string[],
  height: number,
  pinned: readonly string[] = [],
) {
  const [box, setBox] = useState<Box | null>(null);
  const [range, setRange] = useState(FIRST);
  const [measures, setMeasures] = useState<Measures>(() => unmeasured(height));
  const [focused, setFocused] = useState<string>();
  const [isPrinted, setIsPrinted] = useState(false);
  const isWindowed = keys.length > WINDOW_FROM && !isPrinted;

  const tops = useMemo(() => {
    if (!isWindowed) return [0];
    return topsBy(measures, keys);
  }, [isWindowed, keys, measures]);

  const follow = useEffectEvent(() => {
    if (!box || !isWindowed) return;
    const scrolled = -box.getBoundingClientRect().top;
    const first = rowAt(tops, scrolled);
    const last = rowAt(tops, scrolled + window.innerHeight);
    if (first >= range.first && last <= range.last) return;
    setRange({ first: first - OVERSCAN, last: last + OVERSCAN });
  });

  const onDrawn = useEffectEvent(() => {
    if (!box || !isWindowed) return;
    const next = measured(measures, box, keys, height);
    if (next === measures) return follow();
    // Safari does not keep what is seen in its place, when rows above it are not as high as was believed.
    if (!CSS.supports('overflow-anchor', 'auto')) {
      const top = rowAt(tops, -box.getBoundingClientRect().top);
      const known = keys.findIndex((key, index) => index >= top && measures.heights.has(key));
      window.scrollBy(0, (topsBy(next, keys)[known] ?? 0) - (tops[known] ?? 0));
    }
    return setMeasures(next);
  });
  // After every draw: rows that have come have a height now, and may be fewer than the screen holds.
  // Only the document knows, and when all is known it ends.
  // oxlint-disable-next-line react/set-state-in-effect
  useLayoutEffect(() => onDrawn());

  const onFocus = useEffectEvent((target: EventTarget | null) => {
    const row = target instanceof Element ? target.closest('[data-index]') : null;
    setFocused(keys[indexOf(row)]);
  });
  useEffect(() => {
    if (!box) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    // Later than in this frame, there would be nothing where the rows belong.
    const onScroll = () => flushSync(() => follow());
    window.addEventListener('scroll', onScroll, { signal, passive: true });
    window.addEventListener('resize', onScroll, { signal });
    box.addEventListener('focusin', ({ target }) => onFocus(target), { signal });
    // The browser does not wait for a later render.
    window.addEventListener('beforeprint', () => flushSync(() => setIsPrinted(true)), { signal });
    window.addEventListener('afterprint', () => setIsPrinted(false), { signal });
    return () => listening.abort();
  }, [box]);

  const placed = isWindowed ? [...pinned, focused ?? ''].map((key) => keys.indexOf(key)) : [];
  const around = placed.at(-1) ?? -1;
  if (around >= 0) placed.push(around - 1, around + 1);
  const parts: WindowPart[] = isWindowed
    ? partsOf(tops, range, placed)
    : keys.map((_, index) => ({ index }));

  return { /** The `ref` of what holds the rows. */ box: setBox, parts, isWindowed };
}

const unmeasured = (guess: number): Measures => ({
  width: window.innerWidth,
  guess,
  heights: new Map(),
});

const topsBy = ({ heights, guess }: Measures, keys: readonly string[]) =>
  topsOf(keys.length, (index) => heights.get(keys[index] ?? '') ?? guess);

const indexOf = (row: Element | null) => Number(row?.getAttribute('data-index') ?? NaN);

/** @returns the same measures where the rows have the heights that were known */
function measured(before: Measures, box: Element, keys: readonly string[], guess: number) {
  const known = before.width === window.innerWidth ? before : unmeasured(guess);
  const now = heightsIn(box, keys);
  const isNew = ([key, height]: [string, number]) =>
    Math.abs((known.heights.get(key) ?? 0) - height) >= 0.5;
  if (known === before && ![...now].some(isNew)) return before;
  const middle = [...now.values()].toSorted((one, other) => one - other)[now.size >> 1];
  return {
    ...known,
    // Once only: what was never seen must not move what is.
    guess: known.heights.size === 0 ? (middle ?? guess) : known.guess,
    heights: new Map([...known.heights, ...now]),
  };
}

function heightsIn(box: Element, keys: readonly string[]): Map<string, number> {
  const heights = new Map<string, number>();
  let key: string | undefined;
  for (const child of box.children) {
    const { height } = child.getBoundingClientRect();
    if (child.hasAttribute('data-index')) key = keys[indexOf(child)];
    else if (child.hasAttribute('aria-hidden')) key = undefined;
    // Nothing has a height that is not laid out.
    if (key !== undefined && height > 0) heights.set(key, (heights.get(key) ?? 0) + height);
  }
  return heights;
}
