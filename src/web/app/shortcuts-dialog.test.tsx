// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ShortcutsDialog } from '#web/app/shortcuts-dialog.tsx';
import { preferences, setPreference } from '#web/lib/preferences.ts';
import { shortcuts } from '#web/ui/shortcuts.ts';
import { useShortcuts } from '#web/ui/use-shortcuts.ts';

/** Counts its presses, each from what the one before has left. */
function Page() {
  const [pressed, setPressed] = useState(0);
  useShortcuts([
    { key: 'Shift+X', does: 'Select a range', run: () => setPressed(pressed + 1) },
    { key: 'Escape', does: 'Clear the selection', run: () => {} },
  ]);
  return <output>{pressed}</output>;
}

function Shell() {
  useShortcuts([{ key: 'G B', does: 'Go to bot users', run: () => {} }], 'everywhere');
  return null;
}

let host: HTMLElement;
let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  setPreference({ singleKeys: true });
  host.remove();
  vi.unstubAllGlobals();
});

const show = (...parts: React.ReactNode[]) => act(async () => root.render(parts));
const pressShiftX = () =>
  act(async () => {
    const init = { key: 'X', shiftKey: true, bubbles: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', init));
  });
const texts = () => [...host.querySelectorAll('tbody tr')].map((row) => row.textContent);

it('acts with the newest of a page, while that page is there', async () => {
  await show(<Page key="page" />);
  await pressShiftX();
  await pressShiftX();
  expect(host.querySelector('output')?.textContent).toBe('2');
  expect(shortcuts.list('page')).toHaveLength(2);
  await show();
  expect(shortcuts.list('page')).toEqual([]);
});

const OF_EVERY_PAGE = [
  'Ctrl + KSearch or run a command',
  'EscClose the dialog, menu or panel',
  'After a change',
  'Ctrl + ZUndo the last change',
  'F6Go to the line about the last change, and back',
  'In a row of a table',
  '→ right arrowNext control of the row',
  '← left arrowPrevious control of the row',
  'In a form',
  'Ctrl + SSubmit the form',
  'Ctrl + EnterSubmit the form',
  'Ctrl + Shift + EnterCreate and add another',
];

it('lists the keys of the page and of the app', async () => {
  await show(<Page key="page" />, <Shell key="shell" />);
  await show(
    <Page key="page" />,
    <Shell key="shell" />,
    <ShortcutsDialog key="sheet" onClose={() => {}} />,
  );
  expect(texts()).toEqual([
    'On this page',
    'Shift + XSelect a range',
    'EscClear the selection',
    'Everywhere',
    'G then BGo to bot users',
    ...OF_EVERY_PAGE,
  ]);
});

it('says nothing of a page without keys of its own', async () => {
  await show(<ShortcutsDialog key="sheet" onClose={() => {}} />);
  expect(texts()).toEqual(['Everywhere', ...OF_EVERY_PAGE]);
});

it('switches the single keys off and on, at once', async () => {
  await show(<ShortcutsDialog key="sheet" onClose={() => {}} />);
  const control = host.querySelector<HTMLInputElement>('[role="switch"]');
  expect(control?.getAttribute('aria-label')).toBe('Single-key shortcuts');
  await act(async () => control?.click());
  expect(preferences.get().singleKeys).toBe(false);
  expect(control?.checked).toBe(false);
  await act(async () => control?.click());
  expect(preferences.get().singleKeys).toBe(true);
});

it('leaves out the arrow keys where every control is a Tab stop', async () => {
  setPreference({ rowStops: false });
  await show(<ShortcutsDialog key="sheet" onClose={() => {}} />);
  expect(texts()).not.toContain('In a row of a table');
  setPreference({ rowStops: true });
});
