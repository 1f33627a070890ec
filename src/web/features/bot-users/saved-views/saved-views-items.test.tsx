// @vitest-environment happy-dom
import { act, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConfigContext } from '#web/api/config.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import {
  SavedViews,
  SaveViewDialog,
} from '#web/features/bot-users/saved-views/saved-views-items.tsx';
import { savedViewsOf } from '#web/features/bot-users/saved-views/saved-views.ts';
import { session } from '#web/session/session.ts';
import { MenuPanel } from '#web/ui/menu/menu-panel.tsx';
import { ReceiptProvider } from '#web/ui/feedback/receipt.tsx';

const savedViews = () => savedViewsOf('api.test');

function Menu() {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  return (
    <>
      <button type="button" id="views" ref={button} onClick={() => setOpen(true)}>
        Views
      </button>
      {isOpen && (
        <MenuPanel buttonId="views" button={button} onClose={() => setOpen(false)}>
          <SavedViews onSave={() => setSaving(true)} />
        </MenuPanel>
      )}
      {isSaving && <SaveViewDialog onClose={() => setSaving(false)} />}
    </>
  );
}

let root: Root;
let host: HTMLElement;

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.body.appendChild(document.createElement('div'));
  host.id = 'main';
  root = createRoot(host);
  savedViews().save('bots 10', 'q=ten');
  savedViews().save('bots 9', 'status=inactive');
  await act(async () =>
    root.render(
      <MemoryRouter initialEntries={['/bot-users?status=inactive&theirs=1']}>
        <ReceiptProvider>
          <ConfigContext value={testConfig()}>
            <Menu />
          </ConfigContext>
          <Address />
        </ReceiptProvider>
      </MemoryRouter>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  for (const { name } of savedViews().state()) savedViews().remove(name);
  vi.unstubAllGlobals();
});

const items = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
const called = (name: string) =>
  [...items(), ...document.querySelectorAll<HTMLElement>('button')].find(
    (element) => (element.getAttribute('aria-label') ?? element.textContent) === name,
  );
const press = (name: string) =>
  act(async () => {
    called(name)?.click();
    await vi.dynamicImportSettled();
  });
const names = () =>
  savedViews()
    .state()
    .map(({ name }) => name);
const receipt = () => document.querySelector('[role=status]')?.textContent;

async function type(text: string) {
  const input = document.querySelector<HTMLInputElement>('dialog input');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

it('leads to a view by a link, and marks the one that is shown', async () => {
  await press('Views');
  expect(items().map((item) => item.getAttribute('aria-label') ?? item.textContent)).toEqual([
    'bots 9',
    'Remove view bots 9',
    'bots 10',
    'Remove view bots 10',
    'Save this view…',
  ]);
  expect(items().filter((item) => item.hasAttribute('aria-current'))).toEqual([called('bots 9')]);
  expect(called('bots 10')?.getAttribute('href')).toBe('/bot-users?q=ten');
  await press('bots 10');
  expect(host.querySelector('output')?.textContent).toBe('/bot-users?q=ten');
});

it('removes a view and puts it back', async () => {
  await press('Views');
  await press('Remove view bots 10');
  expect(names()).toEqual(['bots 9']);
  expect(receipt()).toContain('View bots 10 removed.');
  await press('Undo');
  expect(names().toSorted()).toEqual(['bots 10', 'bots 9']);
});

it('saves the view that is shown, without what is no part of it', async () => {
  await press('Views');
  await press('Save this view…');
  await press('Save view');
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Enter a name');
  await type(' Off ');
  await press('Save view');
  expect(savedViews().state().at(-1)).toEqual({ name: 'Off', query: 'status=inactive' });
  expect(receipt()).toContain('View Off saved.');
  expect(document.querySelector('dialog')).toBeNull();
});

it('says before that it replaces a view', async () => {
  await press('Views');
  await press('Save this view…');
  await type('bots 10');
  expect(document.querySelector('dialog [aria-live]')?.textContent).toContain(
    'It will be replaced.',
  );
  await press('Replace view');
  expect(savedViews().state()[0]).toEqual({ name: 'bots 10', query: 'status=inactive' });
  await press('Undo');
  expect(savedViews().state()[0]).toEqual({ name: 'bots 10', query: 'q=ten' });
});

it('forgets a view that holds the key of a later session', async () => {
  savedViews().save('mine', 'q=gate_of_the_next_session');
  await act(async () => session.signIn('gate_of_the_next_session', false));
  await press('Views');
  expect(called('mine')).toBeUndefined();
  expect(called('bots 9')).toBeDefined();
  expect(localStorage.getItem('gatehouse.views.api.test')).not.toContain('next_session');
  await act(async () => session.end('signed-out'));
});
