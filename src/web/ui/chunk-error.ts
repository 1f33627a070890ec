import { createStore } from '#web/lib/emitter.ts';

const errors = new WeakSet<object>();

/** Whether a part of the app has not loaded since the page was opened. */
export const hasChunkError = createStore(false);

/** Vite says so of a part of the app whose download failed; the error itself goes to whoever imported it. */
export function watchForChunkErrors(page: EventTarget = window) {
  page.addEventListener('vite:preloadError', (event) => {
    if ('payload' in event && event.payload instanceof Error) errors.add(event.payload);
    hasChunkError.set(true);
  });
}

/** Only a reload helps: browsers do not ask for the same module twice. */
export const isChunkError = (error: unknown) => error instanceof Error && errors.has(error);
