import { useEffect, useLayoutEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { rowElement } from '#web/features/bot-users/rows-in-document.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import type { LeavingState } from '#web/ui/unsaved-guard.tsx';

// What one person looked for is not for the next.
function createMemory<Value>(initial: Value) {
  let value = initial;
  session.onEnd(() => (value = initial));
  return { get: () => value, set: (next: Value) => void (value = next) };
}

/** State of the navigation to the list after a bot user was created: its row gets the focus. */
export type CreatedState = LeavingState & { created: string };

/** What a navigation to the list may bring along; `back`: by a link that goes back to it. */
type ListState = Partial<CreatedState & { back: true }>;

/** The bot user whose page was open last: on the way back its row gets the focus. */
export const lastOpened = createMemory<string | undefined>(undefined);

/** How far the list was scrolled, in pixels: a link back makes a new place in the history, which begins at its top. */
const lastScroll = createMemory(0);

/** What the list showed when it was left: where a row is gone, the one beside it gets the focus. */
export const lastRows = createMemory<readonly BotUser[]>([]);

const list = createMemory<string>(paths.botUsers);

/** The address of the list as it was left, with its filter: where Cancel and the breadcrumb lead back to. */
export const lastList = {
  set: list.set,
  address: list.get,
  link: () => ({ to: list.get(), state: { back: true } satisfies ListState }),
  /** The parent in the breadcrumb of a page below the list. */
  crumb: () => ({ text: 'Bot users', ...lastList.link() }),
};

/** The row that was opened, then what stood below it and above it. */
function openedOrBeside(): Array<string | undefined> {
  const id = lastOpened.get();
  const rows = lastRows.get();
  const place = rows.findIndex((bot) => bot.id === id);
  return place === -1 ? [id] : [id, rows[place + 1]?.id, rows[place - 1]?.id];
}

/**
 * The row whose link is about to get the focus. On arrival that is the one that was just created, or the one that was
 * opened before coming back; then the page is scrolled to where it was left.
 */
export function useArrival(rows: readonly BotUser[]) {
  const state = useLocation().state as ListState | null; // ours, or absent
  const isBack = useNavigationType() === NavigationType.Pop || state?.back === true;
  const [arrival] = useState(() => {
    const ids = isBack ? openedOrBeside() : [state?.created];
    const id = ids.find((each) => each !== undefined && rows.some((bot) => bot.id === each));
    return id ? { id, scrollY: isBack ? lastScroll.get() : undefined } : undefined;
  });
  const wanted = useState(arrival?.id);

  useLayoutEffect(() => {
    const scrollY = arrival?.scrollY;
    // The router scrolls to the top of a new page after this effect.
    if (scrollY !== undefined)
      queueMicrotask(() => {
        window.scrollTo(0, scrollY);
        // In a window of another width the row may be somewhere else by now.
        const row = rowElement(arrival?.id ?? '');
        const top = row?.getBoundingClientRect().top ?? 0;
        if (top < 0 || top > window.innerHeight) row?.scrollIntoView({ block: 'center' });
      });
    lastScroll.set(scrollY ?? 0);
    // Not when the page is left: its upper part may be gone by then, and the rows moved up.
    const remember = () => lastScroll.set(window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [arrival]);
  // Only once: a later visit starts at the heading.
  useEffect(() => lastOpened.set(undefined), []);
  useEffect(() => lastRows.set(rows), [rows]);

  return wanted;
}
