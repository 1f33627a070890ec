import { useWindowEvent } from '@mantine/hooks';
import { lazy, Suspense, useEffect, type ComponentProps } from 'react';
import { createStore } from '#web/lib/store.ts';

const errors = new WeakSet<object>();

/** Whether a part of the app has not loaded, and is still missing. */
export const hasChunkError = createStore(false);

/** Vite says so of a part of the app whose download failed; the error itself goes to whoever imported it. */
export function watchForChunkErrors() {
  window.addEventListener('vite:preloadError', (event) => {
    const error = 'payload' in event && event.payload;
    if (!(error instanceof Error)) return;
    errors.add(error);
    hasChunkError.set(true);
  });
}

export const isChunkError = (error: unknown) => error instanceof Error && errors.has(error);

/** After which code counts as missing: a browser waits some minutes for a line that is dead. */
const LATE_MS = 30_000;
const FIRST_WAIT_MS = 3_000;
const LONGEST_WAIT_MS = 10 * 60_000;

/**
 * Fetches code, together with the styles that the start does not need. A failed download is tried again when the line
 * may be back, less and less often, for a file of an older build never comes: React and the router would keep the
 * failure for ever, and whoever presses once more would get nothing.
 */
export async function loadAtLast<Code>(load: () => Promise<Code>): Promise<Code> {
  let isMissed = false;
  const miss = () => hasChunkError.set((isMissed = true));
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    const late = setTimeout(miss, LATE_MS);
    try {
      // In this order, for the styles of the code itself stand above them.
      const [, code] = await Promise.all([import('#web/styles/more.css'), load()]);
      if (isMissed) hasChunkError.set(false);
      return code;
    } catch (error) {
      if (!isChunkError(error)) throw error;
      miss();
      await lineMayBeBack(waitMs);
      reloadStyles();
    } finally {
      clearTimeout(late);
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

/** Resolves once what there is to draw is on the screen, or soon where that takes long: for code that nobody waits for. */
export const idle = () =>
  new Promise<unknown>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 500 });
    else setTimeout(resolve, 200);
  });

/** What React's `lazy` takes: a component of any props. */
type Part = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/**
 * A part whose code is fetched when it is first drawn. Where it does not come the page stays as it is.
 *
 * @param name of the part, as its module exports it
 */
export function onDemand<Name extends string, Code extends Record<Name, Part>>(
  load: () => Promise<Code>,
  name: Name,
) {
  const Late = lazy<Code[Name]>(async () => ({ default: (await loadAtLast(load))[name] }));
  return (props: ComponentProps<Code[Name]>) => (
    <Suspense fallback={'onClose' in props && <Opening onClose={props.onClose} />}>
      <Late {...props} />
    </Suspense>
  );
}

/** How much has been opened whose code is on its way. */
export const openings = createStore(0);

/** Something is open already: until its code is there, Escape or a press elsewhere closes it, and keys do nothing else. */
function Opening({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    openings.set(openings.get() + 1);
    return () => openings.set(openings.get() - 1);
  }, []);
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && onClose());
  useWindowEvent('pointerdown', onClose);
  return <div role="dialog" aria-label="Loading" className="visually-hidden" />;
}
