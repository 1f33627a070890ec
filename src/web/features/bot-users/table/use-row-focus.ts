import { useEffect, type RefObject } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { lastOpened, type BACK } from '#web/features/bot-users/last-opened.ts';
import type { Rows } from '#web/features/bot-users/rows/row-store.ts';
import type { LeavingState } from '#web/ui/unsaved-guard.tsx';

/** State of the navigation to a bot user that was just created. */
export type CreatedState = LeavingState & { created: string };

type RowFocusInput = {
  body: RefObject<HTMLElement | null>;
  rows: Rows;
  /** Gets the focus once it is in the document. */
  focusId: string | undefined;
  onFocus: (id: string | undefined) => void;
};

/** Puts the focus on the link of a row: of the one that was created, that was opened before coming back, or that is wanted. */
export function useRowFocus({ body, rows, focusId, onFocus }: RowFocusInput) {
  const location = useLocation();
  const navigation = useNavigationType();

  const rowOf = (id: string) =>
    body.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
  const focusRow = (id: string) => {
    const row = rowOf(id);
    // Of a row that cannot be opened, its first control.
    const link = row?.querySelector<HTMLElement>('th a') ?? row?.querySelector('input');
    link?.focus();
    return link !== undefined && link !== null;
  };

  useEffect(() => {
    const state = location.state as Partial<CreatedState & typeof BACK> | null; // ours, or absent
    const isBack = navigation === NavigationType.Pop || state?.back;
    const id = isBack ? lastOpened.take() : state?.created;
    if (id !== undefined && rows.get(id)) onFocus(id);
    // Only on arrival.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  useEffect(() => {
    if (focusId === undefined) return;
    focusRow(focusId);
    onFocus(undefined);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [focusId]);

  return { focusRow, isOnPage: (id: string) => rowOf(id) !== null && rowOf(id) !== undefined };
}
