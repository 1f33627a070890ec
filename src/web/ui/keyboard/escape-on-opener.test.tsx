// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { useKeyGuards } from '#web/ui/keyboard/use-key-guards.ts';
import { MenuItem, MenuPanel } from '#web/ui/menu/menu-panel.tsx';
import { useMenu } from '#web/ui/menu/use-menu.ts';

const heard = vi.fn<() => void>();

const here = new LazyChunk(async () => undefined);

function Page() {
  useKeyGuards();
  const { button, menu } = useMenu(here);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for whatever listens around it
    <div onKeyDown={heard}>
      <button {...button} type="button">
        Export
      </button>
      {menu && (
        <MenuPanel {...menu} withinPortal={false}>
          <MenuItem>JSON file</MenuItem>
        </MenuPanel>
      )}
    </div>
  );
}

let host: HTMLElement;
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  heard.mockClear();
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  await act(async () => root.render(<Page />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

const opener = () => host.querySelector('button') as HTMLButtonElement;
const isOpen = () => opener().getAttribute('aria-expanded') === 'true';

async function pressEscape() {
  const press = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  await act(async () => opener().dispatchEvent(press));
  return press;
}

it('closes the menu whose button still has the focus, and is heard by nothing else', async () => {
  await act(async () => opener().click());
  expect(isOpen()).toBe(true);
  const press = await pressEscape();
  expect(isOpen()).toBe(false);
  expect(press.defaultPrevented).toBe(true);
  expect(heard).not.toHaveBeenCalled();
});

it('leaves the press to others while the menu is closed', async () => {
  const press = await pressEscape();
  expect(isOpen()).toBe(false);
  expect(press.defaultPrevented).toBe(false);
  expect(heard).toHaveBeenCalledOnce();
});
