import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** With more rows than this only those near the screen are in the document. */
const WINDOW_FROM = 100;

/** Good enough for the first drawing, before there is something to measure. */
const USUAL_TOP = 250;

type VirtualRowsOptions = {
  count: number;
  /** In pixels, of every row. */
  rowHeight: number;
  keyOf: (index: number) => string;
  /** Rows that stay in the document wherever the page is scrolled: one with an error, say. */
  pinned?: readonly number[];
};

/**
 * Of a long list in a page that scrolls as a whole: the rows near the screen, the pinned ones, and the one with the focus
 * with its neighbours, where Tab leads. Paper gets all.
 *
 * Rows are children of `body` with their place as `data-index`.
 *
 * @returns in the order of the page: places of rows, and heights of the gaps between them
 */
export function useVirtualRows<Body extends HTMLElement>(options: VirtualRowsOptions) {
  'use no memo';
  const { count, rowHeight, keyOf, pinned = [] } = options;
  const body = useRef<Body>(null);
  const [top, setTop] = useState(USUAL_TOP);
  const [isPrinted, setPrinted] = useState(false);
  const [focused, setFocused] = useState<number>();
  const isWindowed = count > WINDOW_FROM && !isPrinted;

  const virtual = useWindowVirtualizer({
    count,
    enabled: isWindowed,
    estimateSize: () => rowHeight,
    overscan: 5,
    scrollMargin: top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    getItemKey: keyOf,
    rangeExtractor: (range) => {
      const places = new Set(defaultRangeExtractor(range));
      const around = focused === undefined ? [] : [focused - 1, focused, focused + 1];
      for (const place of [...pinned, ...around])
        if (place >= 0 && place < range.count) places.add(place);
      return [...places].toSorted((one, other) => one - other);
    },
  });

  // What stands above the rows may change its height with every drawing.
  useEffect(() => {
    const now = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    if (body.current && Math.abs(now - top) > 1) setTop(now);
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    body.current?.addEventListener(
      'focusin',
      ({ target }) => {
        const row = target instanceof Element ? target.closest('[data-index]') : null;
        setFocused(row ? Number(row.getAttribute('data-index')) : undefined);
      },
      { signal },
    );
    // The browser does not wait for a later render.
    window.addEventListener('beforeprint', () => flushSync(() => setPrinted(true)), { signal });
    window.addEventListener('afterprint', () => setPrinted(false), { signal });
    return () => listening.abort();
  }, []);

  const parts: Array<{ index: number } | { gap: number }> = [];
  if (isWindowed) {
    let end = top;
    for (const item of virtual.getVirtualItems()) {
      if (item.start > end) parts.push({ gap: item.start - end });
      parts.push({ index: item.index });
      end = item.end;
    }
    const rest = top + virtual.getTotalSize() - end;
    if (rest > 0) parts.push({ gap: rest });
  } else for (let index = 0; index < count; index++) parts.push({ index });

  return {
    body,
    parts,
    isWindowed,
    /** Brings a row into the document and into sight. */
    scrollTo: (index: number) => isWindowed && virtual.scrollToIndex(index, { align: 'auto' }),
  };
}
