import { focusOn } from '#web/ui/focus.ts';

// Rows are found in the document by their ids, so that no ref has to be handed from hook to hook.

export const rowElement = (id: string) =>
  [...document.querySelectorAll<HTMLElement>('tr[data-id]')].find(
    (row) => row.dataset['id'] === id,
  );

export const focusSwitch = (id: string) =>
  rowElement(id)?.querySelector<HTMLElement>('[role=switch]')?.focus();

/** Focuses the link of a row, or its switch where it cannot be opened. */
export function focusRow(id: string) {
  const link = rowElement(id)?.querySelector<HTMLElement>('th a');
  if (link) link.focus();
  else focusSwitch(id);
}

const COUNT_ID = 'bot-user-count';

/** The line that says how many are loaded: it gets the focus when the control that had it is used up. */
export const countLine = { id: COUNT_ID, focus: () => focusOn(COUNT_ID) };

const FOOT_ID = 'more-bot-users';

/** Below the rows: what leads to more of them. */
export const loadFoot = {
  id: FOOT_ID,
  hasFocus: () => document.getElementById(FOOT_ID)?.contains(document.activeElement) === true,
};
