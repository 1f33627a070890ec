import { createStore } from '#web/lib/emitter.ts';

const errors = new WeakSet<object>();

/** Whether a part of the app has not loaded, and is still missing. */
export const hasChunkError = createStore(false);

/** Vite says so of a part of the app whose download failed; the error itself goes to whoever imported it. */
export function watchForChunkErrors(page: EventTarget = window) {
  page.addEventListener('vite:preloadError', (event) => {
    const error = 'payload' in event && event.payload;
    if (!(error instanceof Error)) return;
    errors.add(error);
    hasChunkError.set(true);
  });
}

export const isChunkError = (error: unknown) => error instanceof Error && errors.has(error);

const FIRST_WAIT_MS = 3_000;
/** What a timer can hold is far above. */
const LONGEST_WAIT_MS = 10 * 60_000;

/**
 * A failed download is tried again when the line may be back: React and the router would keep the failure for ever, and
 * whoever presses once more would get nothing.
 */
export async function loadAtLast<Code>(load: () => Promise<Code>): Promise<Code> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      const code = await load();
      if (waitMs > FIRST_WAIT_MS) hasChunkError.set(false);
      return code;
    } catch (error) {
      if (!isChunkError(error)) throw error;
      await lineMayBeBack(waitMs);
      reloadStyles();
    }
  }
}

const lineMayBeBack = (ms: number) =>
  new Promise((resolve) => {
    window.addEventListener('online', resolve, { once: true });
    setTimeout(resolve, ms);
  });

/** Vite asks for a style sheet once, whether it came or not. */
function reloadStyles() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (link.sheet === null) link.replaceWith(link.cloneNode());
}
