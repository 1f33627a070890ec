// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { SelectionBar } from '#web/features/bot-users/selection/selection-bar.tsx';
import { selection } from '#web/features/bot-users/selection/selection.ts';

const everything = ['a', 'b', 'c', 'd'].map((id) => ({
  id,
  uri: `/bot_users/${id}`,
  name: id,
  active: true,
  created_at: '2026-01-02T03:04:05Z',
}));
const [a, b, c, d] = everything;
const these = (...bots: Array<BotUser | undefined>) => bots.filter((bot) => bot !== undefined);

let root: Root;
let host: HTMLElement;
const onShowOnly = vi.fn<(only: boolean) => void>();
const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());

const show = (rows: readonly BotUser[], { isFiltered = false, showsOnly = false } = {}) =>
  act(async () =>
    root.render(
      <SelectionBar {...{ rows, isFiltered, showsOnly, onShowOnly }} onExport={() => {}} />,
    ),
  );
const named = (name: string) =>
  [...host.querySelectorAll('button')].find((button) => button.textContent === name);
const press = (name: string) => act(async () => named(name)?.click());
const said = () => host.querySelector('strong')?.textContent;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  selection.set(['a', 'b', 'c'], true);
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  selection.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('counts the selected and clears them', async () => {
  await show(everything);
  expect(said()).toBe('3 selected');
  expect(named('Drop hidden')).toBeUndefined();
  await press('Clear selection');
  expect(selection.ids().size).toBe(0);
});

it('says what the filter hides, shows it or drops it', async () => {
  await show(these(a), { isFiltered: true });
  expect(said()).toBe('3 selected, 2 not shown');
  await press('Show only selected');
  expect(onShowOnly).toHaveBeenLastCalledWith(true);
  await press('Drop hidden');
  expect([...selection.ids()]).toEqual(['a']);
  expect(said()).toBe('1 selected');
});

it('counts one that is no longer loaded among those that are not shown', async () => {
  selection.set(['gone'], true);
  await show(everything);
  expect(said()).toBe('4 selected, 1 not shown');
  await press('Drop hidden');
  expect([...selection.ids()].toSorted()).toEqual(['a', 'b', 'c']);
});

it('leads back from the selected ones to the list', async () => {
  await show(these(a, b, c), { isFiltered: true, showsOnly: true });
  expect(named('Show only selected')?.getAttribute('aria-pressed')).toBe('true');
  await press('Show only selected');
  expect(onShowOnly).toHaveBeenLastCalledWith(false);
});

it('selects what the list shows and names it by what is known', async () => {
  await show(these(d), { isFiltered: true });
  await press('Select the 1 that match');
  expect(selection.has('d')).toBe(true);
  await press('Clear selection');
  await show(everything);
  await press('Select the 4 loaded');
  expect(selection.ids().size).toBe(4);
});

it('copies one id a line, each time those that are selected then', async () => {
  await show(everything);
  await press('Copy ids');
  expect(writeText).toHaveBeenLastCalledWith('a\nb\nc');
  await act(async () => selection.toggle('b'));
  await press('Copy ids');
  expect(writeText).toHaveBeenLastCalledWith('a\nc');
});
