import type { KeyboardEvent } from 'react';

const CONTROLS = 'a[href], button, input';

/** Describes a table to those who cannot see that its rows have more controls than Tab leads to. */
export const ROW_KEYS_HINT = 'In a row, the left and right arrow keys lead to its other controls.';

/**
 * Left and right go from control to control inside a row; for the table. One control of each row is a Tab stop, the
 * others have `tabIndex={-1}`: a hundred rows would otherwise be five hundred stops.
 */
export function moveInRow(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget, defaultPrevented } = event;
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  // What opens over the table is its child for React alone.
  if (by === 0 || defaultPrevented || !(target instanceof HTMLElement)) return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const row = currentTarget.contains(target) ? target.closest('tr') : null;
  const controls = [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].filter((control) =>
    control.checkVisibility(),
  );
  const next = controls[controls.indexOf(target) + by];
  if (!controls.includes(target) || next === undefined) return;
  event.preventDefault();
  next.focus();
}
