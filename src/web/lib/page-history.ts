import { createPath, NavigationType, type Location, type Path, type To } from 'react-router-dom';
import { createStore } from '#web/lib/emitter.ts';

type Step = { location: Location; navigationType: NavigationType };
/** The state of a history entry, spelled as React Router does; `idx` counts the entries of this tab. */
type Entry = { usr: unknown; key: string; idx: number };
/** @returns whether the page stays until the person agrees, which calls `proceed` */
type Guard = (next: Location, proceed: () => void) => boolean;

const { history } = window;
const RETURN_AGAIN_MS = 100;
const STAMP_AFTER_MS = 1000;

/** The browser's history for the declarative router: its own cannot ask before a page is left. */
function createPageHistory() {
  const first = read() ?? { usr: null, key: createKey(), idx: 0 };
  /** Where the browser is, and which entry is shown. */
  let here = first.idx;
  let shown = here;
  /** The browser goes back to what is shown a moment after it was told to. */
  let isReturning = false;
  let nextReturn: number | undefined;
  /** The person has agreed before it was back: two moves at once would lead elsewhere. */
  let afterReturn: (() => void) | undefined;
  let guard: Guard | undefined;

  /** Writes down the entry of the start, before it is left: at once it would delay the first rows. */
  let stampFirst: (() => void) | undefined = () => {
    stampFirst = undefined;
    if (!read()) history.replaceState(first, '');
  };
  setTimeout(() => stampFirst?.(), STAMP_AFTER_MS);
  const steps = createStore<Step>({
    location: toLocation(location, first),
    navigationType: NavigationType.Pop,
  });
  const current = () => steps.get().location;

  function show(next: Location, navigationType: NavigationType) {
    shown = here;
    steps.set({ location: next, navigationType });
  }

  /** Another search or hash is the same page. */
  function isHeld(next: Location, go: () => void): boolean {
    if (guard === undefined || next.pathname === current().pathname) return false;
    return guard(next, () => {
      // Nobody is asked twice while the code of the next page is on its way.
      guard = undefined;
      go();
    });
  }

  function write(to: To, usr: unknown, navigationType: NavigationType) {
    const isPush = navigationType === NavigationType.Push;
    const address = createHref(to);
    const entry: Entry = { usr, key: createKey(), idx: isPush ? here + 1 : here };
    const next = toLocation(new URL(address, location.origin), entry);
    const go = () => {
      stampFirst?.();
      history[isPush ? 'pushState' : 'replaceState'](entry, '', address);
      here = entry.idx;
      show(next, navigationType);
    };
    if (!isHeld(next, go)) go();
  }

  function returnToShown() {
    isReturning = here !== shown;
    if (isReturning) history.go(shown - here);
  }

  window.addEventListener('popstate', () => {
    // The browser's own entry after a hash link is a new one, unless the address is the same.
    const entry = entryHere(createPath(location) === createPath(current()) ? here : here + 1);
    here = entry.idx;
    const distance = here - shown;
    window.clearTimeout(nextReturn);
    if (isReturning) {
      isReturning = distance !== 0;
      // Back was pressed again in between: Chromium then forgets the return, where others may still be on their way.
      if (isReturning) nextReturn = window.setTimeout(returnToShown, RETURN_AGAIN_MS);
      else {
        afterReturn?.();
        afterReturn = undefined;
      }
      return;
    }
    const next = toLocation(location, entry);
    const go = () => history.go(distance);
    const goOn = () => {
      if (isReturning) afterReturn = go;
      else go();
    };
    if (distance !== 0 && isHeld(next, goOn)) returnToShown();
    else show(next, NavigationType.Pop);
  });

  return {
    subscribe: steps.subscribe,
    get: steps.get,
    createHref,
    go: (entries: number) => history.go(entries),
    push: (to: To, state?: unknown) => write(to, state, NavigationType.Push),
    replace: (to: To, state?: unknown) => write(to, state, NavigationType.Replace),
    /** Asks before another page is opened. @returns ends it */
    guard(ask: Guard) {
      guard = ask;
      return () => void (guard = undefined);
    },
  };
}

/** The state of this entry, if it is ours. */
function read(): Entry | undefined {
  const state: Partial<Entry> | null = history.state; // anything
  const isOurs = Number.isInteger(state?.idx) && typeof state?.key === 'string';
  return isOurs ? (state as Entry) : undefined;
}

/** @param index of an entry that is not ours: one of the browser's, or of another writer */
function entryHere(index: number): Entry {
  const known = read();
  if (known) return known;
  const entry = { usr: null, key: createKey(), idx: index };
  history.replaceState(entry, '');
  return entry;
}

const toLocation = ({ pathname, search, hash }: Path, { usr, key }: Entry): Location => ({
  pathname,
  search,
  hash,
  state: usr,
  key,
});
const createHref = (to: To) => (typeof to === 'string' ? to : createPath(to));
const createKey = () => Math.random().toString(36).slice(2, 10);

export const pageHistory = createPageHistory();
