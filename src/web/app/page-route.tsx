import { lazy, Suspense, useState, type ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { loadChunk } from '#web/lib/lazy-chunk.ts';
import layout from '#web/ui/layout/layout.module.css';

type LoadPage = () => Promise<ComponentType>;

/** A page whose code is fetched when it is first opened, and again at each opening until it has come. */
export const pageRoute = (path: string, load: LoadPage): RouteObject => ({
  path,
  // The router asks once: a failure would stand until a reload, so that what it gets then asks again.
  lazy: async () => ({ Component: await load().catch(() => askingAgain(load)) }),
});

function askingAgain(load: LoadPage): ComponentType {
  const loadAgain = async () => ({ default: await loadChunk(load) });
  return function LazyPage() {
    // One for each opening: what it gets stands for its life, a failure as well.
    const [Page] = useState(() => lazy(loadAgain));
    return (
      <Suspense fallback={<p className={layout.muted}>Loading the page…</p>}>
        <Page />
      </Suspense>
    );
  };
}
