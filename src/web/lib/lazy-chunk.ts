import { useCallback, useEffect, useState } from 'react';

/** Code could not be fetched: the connection is lost, or after an update the old file is gone. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

/** @throws {ChunkLoadError} the next call tries again */
async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    await fetchMissingStyles();
    return await load();
  } catch (cause) {
    throw new ChunkLoadError('Part of the app did not load', { cause });
  }
}

/** Links whose stylesheet did not load. */
const failed = new Set<HTMLLinkElement>();
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  },
  true,
);

/** Vite requests each stylesheet once: the next attempt would go without it. */
async function fetchMissingStyles() {
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

const all = new Set<LazyChunk<unknown>>();

/** A part of the app whose code is fetched when it is needed, or a moment before. */
export class LazyChunk<Part> {
  part: Part | undefined;
  readonly #load: () => Promise<Part>;
  #opening: { key: string; fetched: Promise<Part> } | undefined;

  constructor(load: () => Promise<Part>) {
    this.#load = load;
    all.add(this);
  }

  /** For the control that leads to it: its code is on its way before the press. A failure waits for the press. */
  readonly intent = {
    onPointerEnter: () => void this.fetch().catch(() => {}),
    onFocus: () => void this.fetch().catch(() => {}),
  };

  async fetch(): Promise<Part> {
    this.part ??= await loadChunk(this.#load);
    return this.part;
  }

  /** For `use`, which asks at each try to draw: a failure stands until the next opening of the page. */
  fetchOnce(opening: string): Promise<Part> {
    if (this.#opening?.key !== opening) this.#opening = { key: opening, fetched: this.fetch() };
    return this.#opening.fetched;
  }
}

/**
 * Fetches what nobody has asked for yet, one after the other: later neither a press nor printing waits for code, also
 * when the connection is lost. A failure waits for the press.
 *
 * @param pause before each of them
 */
export async function fetchAllChunks(pause: () => Promise<unknown> = idleMoment): Promise<void> {
  if (savesData()) return;
  for (const late of all) {
    if (late.part !== undefined) continue;
    await pause();
    if (!navigator.onLine) await event('online');
    await late.fetch().catch(() => {});
  }
}

/** The person pays for what is transferred. Only Chromium tells. */
const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

const event = (name: string) =>
  new Promise((resolve) => window.addEventListener(name, resolve, { once: true }));

/** Safari does not tell when it is idle. */
export const idleMoment = () =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, 200);
  });

/** Fetches the part when it is first wanted; after a failure again when the browser is online, and by `tryAgain`. */
export function useLazyChunk<Part>(late: LazyChunk<Part>, isWanted = true) {
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
