// @vitest-environment happy-dom
import { act, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SidePanel } from '#web/ui/layout/side-panel.tsx';

function Page() {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button ref={opener}>Open</button>
      {isOpen && (
        <SidePanel
          id="panel"
          label="Panel"
          title="Title"
          opener={opener}
          onClose={() => setOpen(false)}
        >
          Text
        </SidePanel>
      )}
    </>
  );
}

let host: HTMLElement;
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  await act(async () => root.render(<Page />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const escape = () => new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });

it.each([
  ['its button', () => host.querySelector<HTMLElement>('[aria-label="Close panel"]')?.click()],
  ['Escape', () => document.activeElement?.dispatchEvent(escape())],
])('closed by %s, it hands the focus to its opener and does not scroll there', async (_, close) => {
  const opener = host.querySelector('button');
  const focus = vi.spyOn(opener ?? host, 'focus');
  await act(async () => close());
  expect(host.querySelector('aside')).toBeNull();
  expect(document.activeElement).toBe(opener);
  expect(focus.mock.calls).toEqual([[{ preventScroll: true }]]);
});
