import { useCallback, useEffect, useState } from 'react';

/** The code of a part could not be fetched: the connection is lost, or after an update the old code is gone. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/**
 * Fetches a part of the app whose code comes when it is needed; called again, it asks again for what did not arrive.
 *
 * @throws {ChunkLoadError} it did not arrive
 */
export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    await fetchMissingStyles();
    return await load();
  } catch (cause) {
    throw new ChunkLoadError('A part of the app did not arrive', { cause });
  }
}

/** Links whose stylesheet did not arrive; nothing else tells them from the others. */
const failed = new Set<HTMLLinkElement>();
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  },
  true,
);

/** Vite asks for each stylesheet once: at the next attempt the part would come without it. */
async function fetchMissingStyles(): Promise<void> {
  await Promise.all(
    [...failed].map((link) => {
      failed.delete(link);
      const again = document.createElement('link');
      again.rel = 'stylesheet';
      again.crossOrigin = link.crossOrigin;
      again.href = link.href;
      const arrival = new Promise((resolve, reject) => {
        again.addEventListener('load', resolve);
        again.addEventListener('error', () => reject(new Error('A stylesheet did not arrive')));
      });
      link.replaceWith(again);
      return arrival;
    }),
  );
}

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
