import { useEffect, useLayoutEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { lastList, type BACK } from '#web/features/bot-users/last-list.ts';

/** State of the navigation to the list after a bot user was created. */
export type CreatedState = { created: string };

/**
 * The row whose link is about to get the focus. On arrival that is the one that was just created, or the one that was
 * opened before coming back; then the page is where it was left.
 */
export function useArrival(rows: readonly BotUser[]) {
  const { state } = useLocation();
  const isPop = useNavigationType() === NavigationType.Pop;
  const [arrival] = useState(() => {
    const { back, created } = (state ?? {}) as Partial<CreatedState & typeof BACK>; // ours, or of another page
    const { openedId, scrollY } = lastList.get();
    const isBack = isPop || back === true;
    const id = isBack ? openedId : created;
    const isShown = id !== undefined && rows.some((bot) => bot.id === id);
    return { id: isShown ? id : undefined, scrollY: isBack && isShown ? scrollY : undefined };
  });
  const wanted = useState(arrival.id);

  useLayoutEffect(() => {
    // The router scrolls to the top of a new page after this effect.
    if (arrival.scrollY !== undefined)
      queueMicrotask(() => window.scrollTo(0, arrival.scrollY ?? 0));
    return () => lastList.set({ scrollY: window.scrollY });
  }, [arrival]);
  // Only once: a later visit starts at the heading.
  useEffect(() => lastList.set({ openedId: undefined }), []);

  return wanted;
}
