import { useEffect, useEffectEvent } from 'react';

/** Then it is gone: nobody who reads on to the end of the page meets it there. */
const STAYS_MS = 2000;
/** Firefox tells screen readers nothing of a text that comes together with the page from behind a modal dialog. */
const SETTLES_MS = 100;

/** The region of the page comes first, then that of each open dialog, the topmost last. */
const regions: HTMLElement[] = [];
let lastGoneAt = -Infinity;

function join(region: HTMLElement | null) {
  if (region === null) return undefined;
  regions.push(region);
  return () => {
    regions.splice(regions.indexOf(region), 1);
    // Behind the page's own there is nothing.
    if (regions.length > 0) lastGoneAt = performance.now();
  };
}

/** Now, or where a dialog goes or has just gone, as soon as the page behind it is heard. */
export function afterDialog(tell: () => void) {
  const wait = regions.length > 1 ? SETTLES_MS : lastGoneAt + SETTLES_MS - performance.now();
  if (wait > 0) setTimeout(tell, wait);
  else tell();
}

/** Announces a text politely; nothing is shown. In other words than the screen's, where a text stands once. */
export function announce(text: string) {
  // The same press may close the dialog that is the topmost one now.
  setTimeout(() => {
    if (regions.length > 1) say(text);
    else afterDialog(() => say(text));
  });
}

function say(text: string) {
  // A new element each time: the same words twice are said twice.
  const said = document.createElement('span');
  said.textContent = text;
  regions.at(-1)?.replaceChildren(said);
  setTimeout(() => said.remove(), STAYS_MS);
}

/** Until what a filter has found is said: typing is not interrupted, nor what is said of a list that has just come. */
const TYPED_MS = 500;

/**
 * Announces what a filter has found, and not each change of the rows that it shows.
 *
 * @param filter said again with another one; `undefined`: nothing is filtered
 */
export function useFilterAnnouncement(text: string, filter: string | undefined) {
  const tell = useEffectEvent(() => announce(text));
  useEffect(() => {
    if (filter === undefined) return;
    const timer = setTimeout(tell, TYPED_MS);
    return () => clearTimeout(timer);
  }, [filter]);
}

/**
 * Where announcements go: one in the page and one in each dialog, for what is outside of a modal dialog is silent. It
 * is there before its texts, else screen readers miss the first one.
 */
export const AnnounceRegion = () => (
  <div ref={join} className="visually-hidden" aria-live="polite" />
);
