// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { useKeyGuards } from '#web/ui/keyboard/use-key-guards.ts';

afterEach(() => vi.unstubAllGlobals());

function Page() {
  useKeyGuards();
  return (
    <>
      <button type="button">Load all</button>
      <button type="button">Cancel</button>
    </>
  );
}

it('presses nothing but what had the focus when it was pressed down', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  await act(async () => root.render(<Page />));
  const [loadAll, cancel] = host.querySelectorAll('button');

  /** @returns whether the browser makes a press of it */
  const presses = (button: Element | undefined, key: string, repeat: boolean) =>
    button?.dispatchEvent(
      new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true }),
    );
  expect(presses(loadAll, 'Enter', false)).toBe(true);
  expect(presses(loadAll, 'Enter', true)).toBe(true);
  expect(presses(cancel, 'Enter', true)).toBe(false);
  expect(presses(cancel, 'ArrowDown', true)).toBe(true);
  expect(presses(cancel, 'Enter', false)).toBe(true);
  expect(presses(cancel, 'Enter', true)).toBe(true);

  await act(async () => root.unmount());
  expect(presses(loadAll, 'Enter', true)).toBe(true);
  host.remove();
});
