// @vitest-environment happy-dom
import { act, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSubmitKeys } from '#web/ui/use-shortcuts.ts';

const submitted = vi.fn<(submitter?: string) => void>();

function Form({ another }: { another?: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  useSubmitKeys(form);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        submitted(event.nativeEvent.submitter?.textContent);
      }}
    >
      {another && (
        <button type="submit" data-another>
          Another
        </button>
      )}
    </form>
  );
}

let host: HTMLElement;
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  await act(async () => root.render(<Form />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  submitted.mockClear();
  vi.unstubAllGlobals();
});

/** @returns whether the browser goes on with it */
const press = (key: string, more: KeyboardEventInit) =>
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  );

it('submits the form, with Ctrl or with Cmd', () => {
  for (const key of ['s', 'S', 'Enter'])
    for (const held of ['ctrlKey', 'metaKey']) expect(press(key, { [held]: true })).toBe(false);
  expect(submitted).toHaveBeenCalledTimes(6);
});

it('leaves the key alone without it, and with more', () => {
  for (const more of [{}, { shiftKey: true }, { altKey: true }])
    expect(press('s', more)).toBe(true);
  expect(press('s', { ctrlKey: true, shiftKey: true })).toBe(true);
  expect(press('s', { ctrlKey: true, altKey: true })).toBe(true);
  expect(submitted).not.toHaveBeenCalled();
});

it('submits once while the keys are held, and nothing under a dialog, but never saves the page', () => {
  expect(press('s', { ctrlKey: true, repeat: true })).toBe(false);
  host.append(Object.assign(document.createElement('dialog'), { open: true }));
  expect(press('s', { ctrlKey: true })).toBe(false);
  expect(submitted).not.toHaveBeenCalled();
});

it('submits by the button for another one with Shift, where there is one', async () => {
  const another = { ctrlKey: true, shiftKey: true };
  expect(press('Enter', another)).toBe(true);
  expect(submitted).not.toHaveBeenCalled();
  await act(async () => root.render(<Form another />));
  expect(press('Enter', another)).toBe(false);
  expect(submitted.mock.calls).toEqual([['Another']]);
});
