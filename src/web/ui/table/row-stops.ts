import type { KeyboardEvent } from 'react';
import { usePreferences } from '#web/lib/preferences.ts';

const CONTROLS = 'a[href], button, input';

/**
 * One Tab stop in each row of a table: its other controls have `inner` as their tab index, and are reached from it by
 * the arrow keys. Where a person wants every control to be a stop, `inner` is `undefined`.
 */
export const useInnerStop = () => (usePreferences().rowStops ? -1 : undefined);

/** Describes a table to those who cannot see that its rows have more controls than Tab leads to. */
export const ROW_STOPS_HINT = 'In a row, the left and right arrow keys lead to its other controls.';

/** Left and right go from control to control inside a row; for the table. Nothing else of the keys is touched. */
export function moveInRow(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget, defaultPrevented } = event;
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  // What opens over the table is its child for React alone.
  if (by === 0 || defaultPrevented || !(target instanceof HTMLElement)) return;
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const row = currentTarget.contains(target) ? target.closest('tr') : null;
  const controls = [...(row?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].filter(
    // Which columns are shown depends on the width; a dialog of a control lies in its cell.
    (control) => control.checkVisibility() && !control.closest('dialog'),
  );
  const next = controls[controls.indexOf(target) + by];
  if (!controls.includes(target) || next === undefined) return;
  event.preventDefault();
  next.focus();
}
