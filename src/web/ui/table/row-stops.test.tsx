// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { preferences, setPreference } from '#web/lib/preferences.ts';
import { moveInRow, useInnerStop } from '#web/ui/table/row-stops.ts';

let root: Root;

afterEach(async () => {
  await act(async () => root.unmount());
  setPreference({ rowStops: true });
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

function Table() {
  const inner = useInnerStop();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <table onKeyDown={moveInRow}>
      <tbody>
        {['a', 'b'].map((row) => (
          <tr key={row}>
            <td>
              <input type="checkbox" id={`${row}-select`} tabIndex={inner} />
            </td>
            <td style={{ display: 'none' }}>
              <button type="button" id={`${row}-hidden`} tabIndex={inner} />
            </td>
            <td>
              <input type="checkbox" role="switch" id={`${row}-switch`} aria-checked={false} />
            </td>
            <td>
              <a href="/" id={`${row}-link`} tabIndex={inner}>
                Open
              </a>
              <dialog open>
                <button type="button" id={`${row}-in-dialog`} />
              </dialog>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

async function show() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Table />));
}

/** @returns where the focus is after the key, and whether the browser would go on with it */
function press(on: string, key: string, more: KeyboardEventInit = {}) {
  const control = document.getElementById(on);
  control?.focus();
  const goesOn = control?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  );
  return [document.activeElement?.id, goesOn];
}

it.each([
  ['a-switch', 'ArrowLeft', 'a-select'],
  ['a-select', 'ArrowRight', 'a-switch'],
  ['a-switch', 'ArrowRight', 'a-link'],
])('goes from %s with %s to %s, past what is not shown', async (from, key, to) => {
  await show();
  expect(press(from, key)).toEqual([to, false]);
});

it.each<[string, string, KeyboardEventInit]>([
  ['a-select', 'ArrowLeft', {}],
  ['a-link', 'ArrowRight', {}],
  ['a-switch', 'ArrowDown', {}],
  ['a-switch', 'ArrowLeft', { altKey: true }],
  ['a-switch', 'ArrowLeft', { ctrlKey: true }],
  ['a-in-dialog', 'ArrowLeft', {}],
])('stays on %s after %s with %o, and leaves the key alone', async (from, key, more) => {
  await show();
  expect(press(from, key, more)).toEqual([from, true]);
});

it('makes every control a stop for whoever wants that', async () => {
  await show();
  const link = () => document.getElementById('a-link')?.getAttribute('tabindex');
  expect(link()).toBe('-1');
  await act(async () => setPreference({ rowStops: false }));
  expect(preferences.get().rowStops).toBe(false);
  expect(link()).toBeNull();
});
