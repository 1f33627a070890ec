import { createStore } from '#web/lib/emitter.ts';

const errors = new WeakSet<object>();
/** Those that an error page says, in place of the page that did not load. */
const saidByPage = new WeakSet<object>();

/** Whether a part of the app that somebody waits for has not loaded since the page was opened. */
export const hasChunkError = createStore(false);

/** Vite says so of a part of the app whose download failed; the error itself goes to whoever imported it. */
export function watchForChunkErrors(page: EventTarget = window) {
  page.addEventListener('vite:preloadError', (event) => {
    const error = 'payload' in event && event.payload;
    if (!(error instanceof Error)) return;
    errors.add(error);
    setTimeout(() => {
      // Whoever imported it has it by now, and may try again in silence.
      if (errors.has(error) && !saidByPage.has(error)) hasChunkError.set(true);
    });
  });
}

/** For the code of a page. */
export const loadPage = <Code>(load: () => Promise<Code>): Promise<Code> =>
  load().catch((error: unknown) => {
    if (error instanceof Error) saidByPage.add(error);
    throw error;
  });

export const isChunkError = (error: unknown) => error instanceof Error && errors.has(error);

/** For code that nobody waits for: a failed download is tried again when the line may be back. */
export async function loadInSilence<Code>(load: () => Promise<Code>): Promise<Code> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof Error && errors.delete(error))) throw error;
      await lineMayBeBack();
      reloadStyles();
    }
  }
}

const lineMayBeBack = () =>
  new Promise((resolve) => {
    window.addEventListener('online', resolve, { once: true });
    setTimeout(resolve, 10_000);
  });

/** Vite asks for a style sheet once, whether it came or not. */
function reloadStyles() {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (link.sheet === null) link.replaceWith(link.cloneNode());
}
