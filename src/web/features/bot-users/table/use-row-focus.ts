import { useEffect, useLayoutEffect, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { lastOpened, lastScroll, type BACK } from '#web/features/bot-users/list/last-opened.ts';
import type { Rows } from '#web/features/bot-users/data/row-store.ts';
import type { LeavingState } from '#web/ui/dialog/unsaved-guard.tsx';

/** State of the navigation to a bot user that was just created. */
export type CreatedState = LeavingState & { created: string };

type RowFocusInput = {
  body: RefObject<HTMLElement | null>;
  rows: Rows;
  /** Gets the focus once it is in the document. */
  focusId: string | undefined;
  /** Whether it would be there by now. */
  isSettled: boolean;
  onFocus: (id: string | undefined) => void;
};

/** Puts the focus on the link of a row: of the one that was created, that was opened before coming back, or that is wanted. */
export function useRowFocus(input: RowFocusInput) {
  const { body: bodyRef, rows, focusId, isSettled, onFocus } = input;
  const location = useLocation();
  const navigation = useNavigationType();

  // By its name the compiler knows a ref: without it every row is drawn again once the body is there.
  const rowOf = (id: string) =>
    bodyRef.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
  const focusRow = (id: string) => {
    const row = rowOf(id);
    // Of a row that cannot be opened, its first control.
    const link = row?.querySelector<HTMLElement>('th a') ?? row?.querySelector('input');
    link?.focus();
    return link !== undefined && link !== null;
  };

  useEffect(() => {
    const state = location.state as Partial<CreatedState & typeof BACK> | null; // ours, or absent
    const isPop = navigation === NavigationType.Pop;
    const isBack = isPop || state?.back;
    const id = isBack ? lastOpened.take() : state?.created;
    const before = lastScroll.get();
    lastScroll.set(window.scrollY);
    if (id === undefined || !rows.get(id)) return;
    // The browser's own Back has scrolled already.
    if (isBack && !isPop) window.scrollTo(0, before);
    onFocus(id);
    // Only on arrival.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  useLayoutEffect(() => {
    const remember = () => lastScroll.set(window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, []);

  useEffect(() => {
    if (focusId === undefined || !isSettled) return;
    focusRow(focusId);
    onFocus(undefined);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [focusId, isSettled]);

  return { focusRow, isOnPage: (id: string) => rowOf(id) !== null && rowOf(id) !== undefined };
}
