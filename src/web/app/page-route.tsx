import { lazy, Suspense, useState, type ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import layout from '#web/ui/layout.module.css';

type LoadPage = () => Promise<ComponentType>;

/** The code of a page could not be fetched: the connection is lost, or after an update the old code is gone. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';
}

/** A page whose code is fetched when it is first opened, and again at each opening until it has come. */
export const pageRoute = (path: string, load: LoadPage): RouteObject => ({
  path,
  // The router asks once: a failure would stand until a reload, so that what it gets then asks again.
  lazy: async () => ({ Component: await load().catch(() => askingAgain(load)) }),
});

function askingAgain(load: LoadPage): ComponentType {
  const loadAgain = async () => {
    try {
      await fetchMissingStyles();
      return { default: await load() };
    } catch (cause) {
      throw new PartMissing('A part of the app did not arrive', { cause });
    }
  };
  return function LatePage() {
    // One for each opening: what it gets stands for its life, a failure as well.
    const [Page] = useState(() => lazy(loadAgain));
    return (
      <Suspense fallback={<p className={layout.muted}>Loading the page…</p>}>
        <Page />
      </Suspense>
    );
  };
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

/** Vite asks for each stylesheet once: at the next attempt the page would come without it. */
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
