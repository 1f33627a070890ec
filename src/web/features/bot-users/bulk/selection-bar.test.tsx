// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, createRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { RuntimeConfig } from '#contract/runtime-config.ts';
import { WriteRules } from '#contract/write-rules.ts';
import { ACCESS_NOTE, forgetAccess, noticeNoRight } from '#web/api/access.ts';
import { ConfigContext, setConfig } from '#web/api/config.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { SelectionBar } from '#web/features/bot-users/bulk/selection-bar.tsx';
import type { BulkCommand } from '#web/features/bot-users/selection/bulk-command.ts';
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

const config = RuntimeConfig.parse({ service_host: 'api.test' });
const client = createQueryClient();
let root: Root;
let host: HTMLElement;
const onShowOnly = vi.fn<(only: boolean) => void>();

const show = (rows: readonly BotUser[], { isFiltered = false, showsOnly = false } = {}) =>
  act(async () =>
    root.render(
      <ConfigContext value={config}>
        <QueryClientProvider client={client}>
          <MemoryRouter>
            <SelectionBar ref={menu} {...{ rows, isFiltered, showsOnly, onShowOnly }} />
          </MemoryRouter>
        </QueryClientProvider>
      </ConfigContext>,
    ),
  );
const named = (name: string) =>
  [...document.querySelectorAll('button')].find((button) => button.textContent === name);
const press = (name: string) => act(async () => named(name)?.click());
const menu = createRef<readonly BulkCommand[]>();
const inMenu = () => menu.current?.map(({ label }) => label) ?? [];
const pressInMenu = (name: string) =>
  act(async () => menu.current?.find(({ label }) => label === name)?.onPress());
const said = () => host.querySelector('strong')?.textContent;

beforeEach(() => {
  setConfig(config);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.body.appendChild(document.createElement('main'));
  host.id = 'main';
  root = createRoot(host);
  selection.set(['a', 'b', 'c'], true);
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  selection.clear();
  forgetAccess();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('counts the selected and clears them', async () => {
  await show(everything);
  expect(said()).toBe('3 selected');
  expect(inMenu()).not.toContain('Deselect hidden');
  await press('Clear selection');
  expect(selection.ids().size).toBe(0);
});

it('says what the filter hides, shows it or deselects it', async () => {
  await show(these(a), { isFiltered: true });
  expect(said()).toBe('3 selected, 2 not shown');
  await pressInMenu('Show only selected');
  expect(onShowOnly).toHaveBeenLastCalledWith(true);
  await pressInMenu('Deselect hidden');
  expect([...selection.ids()]).toEqual(['a']);
  expect(said()).toBe('1 selected');
});

it('counts one that is no longer loaded among those that are not shown', async () => {
  selection.set(['gone'], true);
  await show(everything);
  expect(said()).toBe('4 selected, 1 not shown');
  await pressInMenu('Deselect hidden');
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

it('has all that it does in the menu too, where it has no room', async () => {
  await show(these(a), { isFiltered: true });
  const always = menu.current?.filter(({ barFrom }) => barFrom === undefined);
  expect(always?.map(({ label }) => label)).toEqual(['Show only selected', 'Deselect hidden']);
  expect(inMenu()).toEqual([
    ...ACTS,
    'Select the 1 that match',
    'Show only selected',
    'Deselect hidden',
  ]);
});

const ACTS = ['Set active', 'Set inactive', 'Rename…', 'Quarantine…', 'Delete…'];
/** The text of that id in the bar of the page is not drawn here. */
const textOf = (id?: string | null) =>
  id === ACCESS_NOTE ? id : document.getElementById(id ?? '')?.textContent;
const held = () =>
  ACTS.filter((name) => named(name)?.getAttribute('aria-disabled') === 'true').map((name) => [
    name,
    textOf(named(name)?.getAttribute('aria-describedby')),
  ]);
const rules = (given: object) => setConfig({ ...config, write_rules: WriteRules.parse(given) });

it('offers nothing to a key that can only read, and says why at each control', async () => {
  await show(everything);
  expect(held()).toEqual([]);
  await act(async () => noticeNoRight());
  expect(held()).toEqual(ACTS.map((name) => [name, ACCESS_NOTE]));
  await press('Delete…');
  await press('Quarantine…');
  expect(document.querySelector('dialog')).toBeNull();
});

it('deletes nothing where that is turned off, and does the rest', async () => {
  rules({ no_delete: true });
  await show(everything);
  expect(held()).toEqual([['Delete…', 'Deleting is turned off here.']]);
});
