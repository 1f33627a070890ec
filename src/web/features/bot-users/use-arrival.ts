import { useEffect, useLayoutEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { lastOpened, lastScroll, type ListState } from '#web/features/bot-users/last-opened.ts';
import { rowElement } from '#web/features/bot-users/rows-in-document.ts';

/**
 * The row whose link is about to get the focus. On arrival that is the one that was just created, or the one that was
 * opened before coming back; then the page is scrolled to where it was left.
 */
export function useArrival(rows: readonly BotUser[]) {
  const state = useLocation().state as ListState | null; // ours, or absent
  const isBack = useNavigationType() === NavigationType.Pop || state?.back === true;
  const [arrival] = useState(() => {
    const id = isBack ? lastOpened.get() : state?.created;
    const isShown = id !== undefined && rows.some((bot) => bot.id === id);
    return isShown ? { id, scrollY: isBack ? lastScroll.get() : undefined } : undefined;
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

  return wanted;
}
