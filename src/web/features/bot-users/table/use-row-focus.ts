import { useEffect, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { lastOpened, lastScroll, type BACK, type CreatedState } from '#web/features/bot-users/last-opened.ts';
import { focusRow } from '#web/features/bot-users/table/row-elements.ts';

type RowFocusInput = {
  rows: readonly BotUser[];
  /** Gets the focus once it is in the document. */
  focusId: string | undefined;
  onFocus: (id: string | undefined) => void;
};

const remember = () => lastScroll.set(window.scrollY);

/** Puts the focus on the link of a row: of the one that was created, that was opened before coming back, or that is wanted. */
export function useRowFocus({ rows, focusId, onFocus }: RowFocusInput) {
  const location = useLocation();
  const navigation = useNavigationType();

  useEffect(() => {
    const state = location.state as Partial<CreatedState & typeof BACK> | null; // ours, or absent
    const isPop = navigation === NavigationType.Pop;
    const isBack = isPop || state?.back;
    const id = isBack ? lastOpened.take() : state?.created;
    const before = lastScroll.get();
    // Not now: the browser would lay out the page before all of it is there.
    requestAnimationFrame(remember);
    if (id === undefined || !rows.some((bot) => bot.id === id)) return;
    // The browser's own Back has scrolled already.
    if (isBack && !isPop) window.scrollTo(0, before);
    onFocus(id);
    // Only on arrival.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  useLayoutEffect(() => {
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);

  useEffect(() => {
    if (focusId === undefined) return;
    focusRow(focusId);
    onFocus(undefined);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [focusId]);
}
