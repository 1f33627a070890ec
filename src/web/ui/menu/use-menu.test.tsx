// @vitest-environment happy-dom
import { act, type ComponentType } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { MenuItem, MenuPanel, PopoverPanel } from '#web/ui/menu/menu-panel.tsx';
import { useMenu, type MenuState } from '#web/ui/menu/use-menu.ts';

const ViewsPanel = (menu: MenuState) => (
  <MenuPanel {...menu}>
    <MenuItem>Mine</MenuItem>
    <MenuItem>Yours</MenuItem>
    <MenuItem>Everybody’s</MenuItem>
  </MenuPanel>
);

let host: HTMLElement;
let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.body.appendChild(document.createElement('main'));
  host.id = 'main';
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

async function draw(
  load: () => Promise<ComponentType<MenuState>>,
  kind: 'menu' | 'dialog' = 'menu',
) {
  const chunk = new LazyChunk(load);
  const Panel = late(chunk, (part) => part, ChunkErrorDialog);
  function Views() {
    const { button, menu } = useMenu(chunk, kind);
    return (
      <>
        <button {...button} type="button">
          Views
        </button>
        {menu && <Panel {...menu} />}
      </>
    );
  }
  await act(async () => root.render(<Views />));
  const views = button('Views');
  views.focus();
  return views;
}

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === name,
  ) as HTMLButtonElement;
/** With time for the panel to take the focus. */
const happen = (what: () => void) =>
  act(async () => {
    what();
    await new Promise((resolve) => setTimeout(resolve, 1));
  });
const press = (name: string) => happen(() => button(name).click());
const key = (pressed: string) =>
  happen(() => {
    const init = { key: pressed, code: pressed, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', init));
  });
const focused = () => document.activeElement?.textContent;
const panel = (role = 'menu') => document.querySelector(`[role=${role}]`);

it('opens when its code comes, on the button that was pressed', async () => {
  let come: (panel: ComponentType<MenuState>) => void = () => {};
  const views = await draw(() => new Promise((resolve) => (come = resolve)));
  await press('Views');
  expect(panel()).toBeNull();
  expect(document.activeElement).toBe(views);

  await happen(() => come(ViewsPanel));
  expect(panel()?.getAttribute('aria-labelledby')).toBe(views.id);
  expect(button('Views')).toBe(views);
  expect(views.getAttribute('aria-expanded')).toBe('true');
  expect(focused()).toBe('Mine');
});

it('stays closed when it was pressed again before its code came', async () => {
  let come: (panel: ComponentType<MenuState>) => void = () => {};
  const views = await draw(() => new Promise((resolve) => (come = resolve)));
  await press('Views');
  await press('Views');
  await happen(() => come(ViewsPanel));
  expect(panel()).toBeNull();
  expect(views.getAttribute('aria-expanded')).toBe('false');
});

it('says that its code did not load, and opens on another try', async () => {
  const load = vi.fn<() => Promise<ComponentType<MenuState>>>().mockRejectedValue(new TypeError());
  await draw(load);
  await press('Views');
  expect(panel('alertdialog')?.textContent).toContain('did not load');
  load.mockResolvedValue(ViewsPanel);
  await press('Try again');
  expect(panel('alertdialog')).toBeNull();
  expect(panel()).not.toBeNull();
});

it('gives up with the button focused', async () => {
  const views = await draw(() => Promise.reject(new TypeError()));
  await press('Views');
  await press('Close');
  expect(panel('alertdialog')).toBeNull();
  expect(document.activeElement).toBe(views);
});

it('is used by keyboard, and gives the focus back to its button', async () => {
  const views = await draw(async () => ViewsPanel);
  await press('Views');
  expect(focused()).toBe('Mine');
  await key('ArrowDown');
  expect(focused()).toBe('Yours');
  await key('End');
  expect(focused()).toBe('Everybody’s');
  await key('ArrowDown');
  expect(focused()).toBe('Mine');
  await key('y');
  expect(focused()).toBe('Yours');
  await key('Escape');
  expect(panel()).toBeNull();
  expect(document.activeElement).toBe(views);
  expect(button('Views')).toBe(views);
});

it('closes with a choice, and with a press beside it', async () => {
  const views = await draw(async () => ViewsPanel);
  await press('Views');
  await press('Yours');
  expect(panel()).toBeNull();
  expect(document.activeElement).toBe(views);
  await press('Views');
  await happen(() => document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
  expect(panel()).toBeNull();
});

it('is a popover as well', async () => {
  const views = await draw(
    async () => (menu) => (
      <PopoverPanel {...menu}>
        <button type="button">Compact</button>
      </PopoverPanel>
    ),
    'dialog',
  );
  await press('Views');
  expect(panel('dialog')?.getAttribute('aria-labelledby')).toBe(views.id);
  expect(focused()).toBe('Compact');
  await key('Escape');
  expect(panel('dialog')).toBeNull();
  expect(document.activeElement).toBe(views);
});
