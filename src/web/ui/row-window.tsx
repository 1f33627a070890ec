import { memo, useLayoutEffect } from 'react';
import type { RowPart } from '#web/ui/row-parts.ts';
import { useVirtualRows, type VirtualRowsOptions } from '#web/ui/virtual-rows.ts';

type RowWindowProps = VirtualRowsOptions & { onParts: (parts: readonly RowPart[]) => void };

/** Draws nothing: it tells the body of a table which rows are near the screen. */
export const RowWindow = memo(function RowWindow({ onParts, ...options }: RowWindowProps) {
  const parts = useVirtualRows(options);
  useLayoutEffect(() => onParts(parts), [onParts, parts]);
  return null;
});
