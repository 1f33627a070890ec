// The rows in the document, found by their ids: no ref has to be handed from hook to hook.

/** Of the part of the table that holds the rows. */
export const ROWS_ID = 'bot-user-rows';

export const rowElements = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`#${ROWS_ID} > [data-id]`),
];

export const rowElement = (id: string) =>
  document.querySelector<HTMLElement>(`#${ROWS_ID} > [data-id="${CSS.escape(id)}"]`);

/** @returns whether the row is in the document */
export function focusRow(id: string): boolean {
  const row = rowElement(id);
  // Of a row that cannot be opened, its first control.
  const control = row?.querySelector<HTMLElement>('th a') ?? row?.querySelector('input');
  control?.focus();
  return Boolean(control);
}

/** The one control that every row has. */
export const focusSwitch = (id: string) =>
  rowElement(id)?.querySelector<HTMLElement>('[role=switch]')?.focus();

/** The id of the row that has the focus somewhere in it. */
export const focusedRow = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>(`#${ROWS_ID} > [data-id]`)?.dataset['id'];

/** The row that comes up when this one goes; the previous one at the end. */
export function neighbourOf(id: string): string | undefined {
  const rows = rowElements();
  const index = rows.findIndex((row) => row.dataset['id'] === id);
  return (rows[index + 1] ?? rows[index - 1])?.dataset['id'];
}
