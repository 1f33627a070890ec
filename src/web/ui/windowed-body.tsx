import { useRef } from 'react';
import type { VirtualBodyProps } from '#web/ui/virtual-body.tsx';
import { useVirtualRows } from '#web/ui/virtual-rows.ts';

/** The rows near the screen, and gaps for the others. It is drawn again at every step of scrolling. */
export function WindowedBody({ children, ...options }: VirtualBodyProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const parts = useVirtualRows({ ...options, body });
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
