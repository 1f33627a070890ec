// @vitest-environment happy-dom
import { MantineProvider, Menu } from '@mantine/core';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useKeyGuards } from '#web/ui/keyboard/use-key-guards.ts';

const heard = vi.fn<() => void>();

function Page() {
  useKeyGuards();
  return (
    <MantineProvider env="test">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for whatever listens around it */}
      <div onKeyDown={heard}>
        <Menu withinPortal={false}>
          <Menu.Target>
            <button type="button">Export</button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item>HAR file</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
    </MantineProvider>
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

const button = () => host.querySelector('button') as HTMLButtonElement;
const isOpen = () => button().getAttribute('aria-expanded') === 'true';

async function pressEscape() {
  const press = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
  await act(async () => button().dispatchEvent(press));
  return press;
}

it('closes the menu whose button still has the focus, and is heard by nothing else', async () => {
  await act(async () => button().click());
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
