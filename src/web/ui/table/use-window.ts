import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';

/** From this many rows on only those near the screen are in the document. */
const WINDOW_FROM = 100;

/** A row at its place, or pixels in place of rows that are not in the document. */
export type WindowPart = { index: number } | { gap: number; before: number };

/**
 * Of a long list of rows in a page that scrolls as a whole, those near the screen and the one with the focus.
 *
 * @param keys one for each row, the same for as long as it is the same row
 * @param height of a row before it is measured, in pixels
 */
export function useWindow<Box extends HTMLElement>(keys: readonly string[], height: number) {
  const box = useRef<Box>(null);
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<string>();
  const isWindowed = keys.length > WINDOW_FROM;
  const pinned = focused === undefined ? -1 : keys.indexOf(focused);

  useLayoutEffect(() => {
    if (box.current) setTop(box.current.getBoundingClientRect().top + window.scrollY);
  }, [isWindowed]);

  const rangeExtractor = useCallback(
    (range: Range) => {
      const near = defaultRangeExtractor(range);
      return pinned < 0 || near.includes(pinned)
        ? near
        : [...near, pinned].toSorted((one, other) => one - other);
    },
    [pinned],
  );
  // React Compiler, which this build leaves out, would remember what it must not.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: keys.length,
    estimateSize: () => height,
    getItemKey: (index) => keys[index] ?? index,
    overscan: 5,
    scrollMargin: top,
    rangeExtractor,
    enabled: isWindowed,
  });

  const parts: WindowPart[] = [];
  if (isWindowed) {
    let end = top;
    for (const { index, start, end: next } of virtualizer.getVirtualItems()) {
      if (start > end) parts.push({ gap: start - end, before: index });
      parts.push({ index });
      end = next;
    }
    const rest = top + virtualizer.getTotalSize() - end;
    if (rest > 0) parts.push({ gap: rest, before: keys.length });
  } else parts.push(...keys.map((_, index) => ({ index })));

  return {
    box,
    parts,
    isWindowed,
    /** Of each row, which has its place as `data-index`. */
    measure: virtualizer.measureElement,
    /** A row has got the focus: it stays in the document wherever the screen is. */
    onFocusRow: setFocused,
  };
}
