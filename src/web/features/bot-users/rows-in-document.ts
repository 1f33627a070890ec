// Rows are found in the document by their ids, so that no ref has to be handed from hook to hook.

const ROWS = 'tr[data-id]';

export const rowElements = () => [...document.querySelectorAll<HTMLTableRowElement>(ROWS)];

export const rowElement = (id: string) =>
  document.querySelector<HTMLTableRowElement>(`tr[data-id="${CSS.escape(id)}"]`);

/** The row in which something has the focus. */
export const focusedRowId = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>(ROWS)?.dataset['id'];

/** Focuses the link of a row, or its switch where it cannot be opened. @returns whether the row is in the document */
export function focusRow(id: string): boolean {
  const row = rowElement(id);
  const control = row?.querySelector<HTMLElement>('th a') ?? row?.querySelector('[role=switch]');
  if (control instanceof HTMLElement) control.focus();
  return Boolean(control);
}

/** The first row that can be seen, at the very end of a low screen the last one. */
export function firstSeenId(): string | undefined {
  const covered = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const rows = rowElements();
  const first = rows.find((row) => row.getBoundingClientRect().top >= covered) ?? rows.at(-1);
  return first?.dataset['id'];
}

const COUNT_ID = 'bot-user-count';

/** The line that says how many are loaded: it gets the focus when the control that had it is used up. */
export const countLine = { id: COUNT_ID, focus: () => document.getElementById(COUNT_ID)?.focus() };
