import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { loadInSilence } from '#web/ui/chunk-error.ts';
import { rowsUpTo, WINDOW_FROM, type RowPart } from '#web/ui/row-parts.ts';
import type { RowWindow } from '#web/ui/row-window.tsx';
import type { VirtualRowsOptions } from '#web/ui/virtual-rows.ts';

type VirtualBodyProps = Omit<VirtualRowsOptions, 'body'> & {
  /** Draws a row with its `key` and its place as `data-index`. */
  children: (index: number) => ReactNode;
  /** Rows have been drawn: the wanted one may be among them. */
  onDrawn?: () => void;
};

/** Its code is fetched once there are more rows than the first ones, which need not wait for it. */
let loaded: typeof RowWindow | undefined;

async function loadRowWindow() {
  loaded = (await loadInSilence(() => import('#web/ui/row-window.tsx'))).RowWindow;
  return loaded;
}

/** The body of a long table. It is a component of its own, since every step of scrolling draws it again. */
export function VirtualBody({ children, onDrawn, ...options }: VirtualBodyProps) {
  const { count, rowHeight } = options;
  const body = useRef<HTMLTableSectionElement>(null);
  const [nearScreen, setNearScreen] = useState<readonly RowPart[]>();
  const [Window, setWindow] = useState(() => loaded);
  const isLong = count > WINDOW_FROM;

  useEffect(() => {
    if (isLong && !Window) void loadRowWindow().then((code) => setWindow(() => code));
  }, [isLong, Window]);
  useLayoutEffect(() => onDrawn?.());

  const first = [...rowsUpTo(WINDOW_FROM), { gap: (count - WINDOW_FROM) * rowHeight }];
  const parts = isLong ? (nearScreen ?? first) : rowsUpTo(count);
  return (
    <tbody role="rowgroup" ref={body}>
      {parts.map((part, at) =>
        'gap' in part ? (
          <tr key={`gap ${at}`} aria-hidden style={{ height: part.gap }} />
        ) : (
          children(part.index)
        ),
      )}
      {isLong && Window && <Window body={body} onParts={setNearScreen} {...options} />}
    </tbody>
  );
}
