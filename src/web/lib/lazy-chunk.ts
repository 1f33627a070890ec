import { useCallback, useEffect, useState } from 'react';
import { loadChunk } from '#web/lib/load-chunk.ts';

/** A part of the app whose code comes when it is needed, once for all who need it. */
export class LazyChunk<Part> {
  /** Once it has come. */
  part: Part | undefined;
  readonly #load: () => Promise<Part>;

  constructor(load: () => Promise<Part>) {
    this.#load = load;
  }

  /** @throws {ChunkLoadError} it did not arrive; the next call asks again */
  async fetch(): Promise<Part> {
    this.part ??= await loadChunk(this.#load);
    return this.part;
  }
}

/**
 * Fetches the part when it is first wanted. One that did not arrive is asked for again when the connection is back,
 * and by `tryAgain`.
 */
export function useLazyChunk<Part>(
  late: LazyChunk<Part>,
  isWanted = true,
): { part: Part | undefined; isMissing: boolean; tryAgain: () => void } {
  const [part, setPart] = useState(() => late.part);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    if (!isWanted || isMissing || part !== undefined) return undefined;
    let isHere = true;
    late.fetch().then(
      (fetched) => isHere && setPart(() => fetched),
      () => isHere && setMissing(true),
    );
    return () => void (isHere = false);
  }, [late, isWanted, isMissing, part]);

  const tryAgain = useCallback(() => setMissing(false), []);
  useEffect(() => {
    if (!isMissing) return undefined;
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, [isMissing, tryAgain]);
  return { part, isMissing, tryAgain };
}
