import type { ComponentType } from 'react';
import { useLazyChunk, type LazyChunk } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorNotice, type ChunkErrorProps } from '#web/ui/feedback/chunk-error-notice.tsx';

/**
 * A component of code that is fetched when it is first drawn, if not before. Until then nothing stands in its place.
 *
 * @param Missing in its place when its code did not load
 */
export function late<Parts, Props extends object>(
  chunk: LazyChunk<Parts>,
  pick: (parts: Parts) => ComponentType<Props>,
  Missing: ComponentType<ChunkErrorProps> = ChunkErrorNotice,
) {
  return function Late(props: Props) {
    const { part, isMissing, tryAgain } = useLazyChunk(chunk);
    if (part !== undefined) {
      const Part = pick(part);
      return <Part {...props} />;
    }
    const { onClose } = props as Pick<ChunkErrorProps, 'onClose'>; // of a dialog, else absent
    return isMissing ? <Missing onRetry={tryAgain} onClose={onClose} /> : null;
  };
}
