import { render } from '@testing-library/react';
import { useRef } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import '#web/test/render.tsx';
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
      <button type="submit">Save</button>
      {another && (
        <button type="submit" data-another>
          Another
        </button>
      )}
    </form>
  );
}

let view: ReturnType<typeof render>;
beforeEach(() => {
  submitted.mockClear();
  view = render(<Form />);
});

/** @returns whether the browser goes on with it */
const press = (key: string, more: KeyboardEventInit, on = document.body) =>
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));

it('submits the form, with Ctrl or with Cmd', () => {
  for (const key of ['s', 'S', 'Enter'])
    for (const held of ['ctrlKey', 'metaKey']) expect(press(key, { [held]: true })).toBe(false);
  expect(submitted).toHaveBeenCalledTimes(6);
});

it('leaves the key alone without it, and with more', () => {
  const ctrlKey = true;
  for (const more of [
    {},
    { shiftKey: true },
    { ctrlKey, shiftKey: true },
    { ctrlKey, altKey: true },
    // Ctrl with a letter converts what is composed.
    { ctrlKey, isComposing: true },
    { ctrlKey, keyCode: 229 },
  ])
    expect(press('s', more)).toBe(true);
  expect(submitted).not.toHaveBeenCalled();
});

it('does nothing for what is typed in the shadow tree of a browser extension', () => {
  const host = document.body.appendChild(document.createElement('div'));
  expect(press('Enter', { ctrlKey: true }, host)).toBe(true);
  expect(submitted).not.toHaveBeenCalled();
  host.remove();
});

it('submits once while the keys are held, and nothing under a dialog, but never saves the page', () => {
  expect(press('s', { ctrlKey: true, repeat: true })).toBe(false);
  view.container.append(Object.assign(document.createElement('dialog'), { open: true }));
  expect(press('s', { ctrlKey: true })).toBe(false);
  expect(submitted).not.toHaveBeenCalled();
});

it('submits by the button for another one with Shift, where there is one', () => {
  const another = { ctrlKey: true, shiftKey: true };
  expect(press('Enter', another)).toBe(true);
  expect(submitted).not.toHaveBeenCalled();
  view.rerender(<Form another />);
  expect(press('Enter', another)).toBe(false);
  expect(submitted.mock.calls).toEqual([['Another']]);
});
