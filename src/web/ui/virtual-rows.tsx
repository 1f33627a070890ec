import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { PRINTED_MAX, WINDOW_FROM } from '#web/ui/list-table.tsx';

/** Rows above and below the screen that are in the document before they are scrolled to. */
const OVERSCAN = 3;
/** Pixels from the top of the page to the rows, until they are measured. */
const USUAL_TOP = 250;

type VirtualRowsOptions<Row> = {
  /** Around the rows. */
  body: RefObject<HTMLElement | null>;
  /** The same array as long as none of them has changed. */
  rows: readonly Row[];
  /** In pixels, of a usual row, until the first one is measured. */
  rowHeight: number;
  /** Tells a row from the others. It stays the same function. */
  keyOf: (row: Row) => string;
  /** Key of a row that is about to get the focus, and has to be in the document for it. */
  wantedKey?: string | undefined;
};

export type VirtualBodyProps<Row> = Omit<VirtualRowsOptions<Row>, 'body'> & {
  /** Draws a row with its `key` and its place as `data-index`. */
  children: (row: Row, index: number) => ReactNode;
};

/** The body of a table. It is drawn again at every step of scrolling. */
export function WindowedBody<Row>({ children, ...options }: VirtualBodyProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const parts = useVirtualRows({ ...options, body });
  return (
    <tbody role="rowgroup" ref={body}>
      {parts.map((part, at) =>
        'gap' in part ? (
          <tr key={`gap ${at}`} aria-hidden style={{ height: part.gap }} />
        ) : (
          children(part.row, part.index)
        ),
      )}
    </tbody>
  );
}

/** A row at its place, or the height in pixels of the rows that are left out between two others. */
type RowPart<Row> = { row: Row; index: number } | { gap: number };

/**
 * The rows of a long list in a page that scrolls as a whole: those near the screen, and the one that has the focus with
 * its neighbours, to which Tab leads. Paper gets all of them, up to a limit.
 *
 * Rows are children of `body` with their place as `data-index`. They may differ in height.
 *
 * @returns rows and gaps in the order of the page
 */
export function useVirtualRows<Row>(options: VirtualRowsOptions<Row>): Array<RowPart<Row>> {
  const { body, rows, rowHeight, keyOf, wantedKey } = options;
  const count = rows.length;
  const [measured, setMeasured] = useState({ top: USUAL_TOP, rowHeight });
  const [isPrinted, setPrinted] = useState(false);
  const keyAround = (element: EventTarget | null) => {
    const around = element instanceof Element ? element.closest<HTMLElement>('[data-index]') : null;
    const row = rows[Number(around?.dataset['index'])];
    return row === undefined ? undefined : keyOf(row);
  };
  // These rows may take the place of others, one of which has the focus.
  const [focusedKey, setFocusedKey] = useState(() => keyAround(document.activeElement));
  /** Some row that was measured has another height than usual. */
  const hasOtherHeights = useRef(false);
  const isWindowed = count > WINDOW_FROM && !isPrinted;
  // A hundred thousand keys are compared in a millisecond, which every step of scrolling would take.
  const keptInDocument = useMemo(
    () =>
      [focusedKey, wantedKey].flatMap((key) => {
        const index = key === undefined ? -1 : rows.findIndex((row) => keyOf(row) === key);
        return index === -1 ? [] : [index - 1, index, index + 1];
      }),
    [focusedKey, wantedKey, rows, keyOf],
  );

  // Nothing here is memoised by a compiler.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({
    count,
    enabled: isWindowed,
    estimateSize: () => measured.rowHeight,
    overscan: OVERSCAN,
    scrollMargin: measured.top,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    rangeExtractor: (range) => {
      const indexes = new Set(defaultRangeExtractor(range));
      for (const index of keptInDocument) if (index >= 0 && index < range.count) indexes.add(index);
      return [...indexes].toSorted((one, other) => one - other);
    },
  });

  const measure = useEffectEvent(() => {
    const drawn = [...(body.current?.querySelectorAll<HTMLElement>(':scope > [data-index]') ?? [])];
    const heights = drawn.map((row) => row.getBoundingClientRect().height);
    const next = {
      top: (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY,
      // The lowest: a row with a text below it is higher than the usual ones.
      rowHeight: Math.min(...heights) || measured.rowHeight,
    };
    if (next.rowHeight === Infinity) return;
    const isOther = Math.abs(next.rowHeight - measured.rowHeight) > 0.5;
    if (isOther || Math.abs(next.top - measured.top) > 1) setMeasured(next);
    if (!isWindowed || isOther) return;
    for (const [at, row] of drawn.entries()) {
      const height = heights[at] ?? next.rowHeight;
      if (Math.abs(height - measured.rowHeight) > 0.5) hasOtherHeights.current = true;
      if (hasOtherHeights.current) virtual.resizeItem(Number(row.dataset['index']), height);
    }
  });

  useLayoutEffect(() => virtual.measure(), [virtual, measured]);
  useLayoutEffect(() => measure(), [isWindowed]);
  // Heights are known by place, since keys of a hundred thousand rows would be read at every change of one.
  useLayoutEffect(() => {
    if (!hasOtherHeights.current) return;
    hasOtherHeights.current = false;
    virtual.measure();
    measure();
  }, [virtual, rows]);

  const noteFocus = useEffectEvent(({ target }: FocusEvent) => setFocusedKey(keyAround(target)));
  useLayoutEffect(() => {
    const around = body.current;
    if (!around) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    around.addEventListener('focusin', noteFocus, { signal });
    // The browser does not wait for a later render.
    window.addEventListener('beforeprint', () => flushSync(() => setPrinted(true)), { signal });
    window.addEventListener('afterprint', () => setPrinted(false), { signal });
    // Whatever moves or resizes rows changes the height of one of these two.
    const observer = new ResizeObserver(() => measure());
    for (const element of [around, document.body]) observer.observe(element);
    return () => {
      listening.abort();
      observer.disconnect();
    };
  }, [body]);

  if (!isWindowed) return rows.slice(0, PRINTED_MAX).map((row, index) => ({ row, index }));
  const parts: Array<RowPart<Row>> = [];
  let end = measured.top;
  for (const { index, start, end: itsEnd } of virtual.getVirtualItems()) {
    const row = rows[index];
    if (row === undefined) continue;
    if (start > end) parts.push({ gap: start - end });
    parts.push({ row, index });
    end = itsEnd;
  }
  const rest = measured.top + virtual.getTotalSize() - end;
  if (rest > 0) parts.push({ gap: rest });
  return parts;
}
