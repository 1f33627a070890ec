import type { ReactNode } from 'react';
import { useVirtualRows, type VirtualRowsOptions } from '#web/ui/virtual-rows.ts';

type VirtualBodyProps = VirtualRowsOptions & {
  /** Draws a row with its `key` and its place as `data-index`. */
  children: (index: number) => ReactNode;
};

/** The body of a long table. It is a component of its own, since every step of scrolling draws it again. */
export function VirtualBody({ children, ...options }: VirtualBodyProps) {
  const { body, parts } = useVirtualRows<HTMLTableSectionElement>(options);
  return (
    <tbody role="rowgroup" ref={body}>
      {parts.map((part, at) =>
        'gap' in part ? (
          <tr key={`gap ${at}`} aria-hidden style={{ height: part.gap }} />
        ) : (
          children(part.index)
        ),
      )}
    </tbody>
  );
}
