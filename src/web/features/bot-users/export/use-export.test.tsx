// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { session } from '#web/session/session.ts';
import type { Known } from '#web/features/bot-users/export/export-words.ts';
import { useExport } from '#web/features/bot-users/export/use-export.tsx';
import { listMenus, listParts } from '#web/features/bot-users/list-parts.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { ChunkLoadError } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { late } from '#web/ui/feedback/late.tsx';
import { useMenu } from '#web/ui/menu/use-menu.ts';
import { ReceiptProvider } from '#web/ui/feedback/receipt.tsx';

const files: Array<{ content: Blob; name: string; type: string }> = [];
vi.mock('#web/lib/download.ts', () => ({
  download: (content: Blob, name: string, type: string) => files.push({ content, name, type }),
}));

const bot = (id: string) => ({
  id,
  uri: `/bot_users/${id}`,
  name: id,
  active: true,
  created_at: '2026-01-02T03:04:05Z',
});
const MORE: Known = { end: undefined, unreadable: 0 };
const END: Known = { end: 'last', unreadable: 0 };

type ListProps = { known?: Known; matching?: string[]; perMinute?: number | null };

const Panel = late(listMenus, (parts) => parts.ExportPanel, ChunkErrorDialog);

let root: Root;
let host: HTMLElement;
let rows: BotUser[] = [];
const onLoadAll = vi.fn<() => Promise<Known>>();

function List({ known = MORE, matching, perMinute = null }: ListProps) {
  const shown = matching?.map(bot);
  const exports = useExport({
    allRows: () => rows,
    shown: { rows: shown ?? rows, scope: shown ? 'matching' : 'loaded' },
    known,
    perMinute,
    onLoadAll,
  });
  const { button, menu } = useMenu(listMenus);
  return (
    <main id="main">
      <button type="button" {...button}>
        Export
      </button>
      {menu && <Panel {...menu} exports={exports} what="shown" />}
    </main>
  );
}

const show = (props: ListProps = {}) =>
  act(async () =>
    root.render(
      <ReceiptProvider>
        <List {...props} />
      </ReceiptProvider>,
    ),
  );
const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );
const press = (name: string) => act(async () => button(name)?.click());
async function choose(...names: string[]) {
  await press('Export');
  for (const name of names) await press(name);
}
const about = (name: string) =>
  document.getElementById(button(name)?.getAttribute('aria-describedby') ?? '')?.textContent;
const receipt = () => host.querySelector('[role=status]')?.textContent;
const lines = async () => (await files[0]?.content.text())?.trimEnd().split(/\r?\n/);

beforeAll(async () => {
  await listParts.fetch();
  await listMenus.fetch();
}, 60_000);
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  rows = ['a', 'b', 'c'].map(bot);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  files.length = 0;
  selection.clear();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

it('exports what is shown with one press of the form, and says so', async () => {
  await show({ known: END });
  await choose('CSV');
  expect(files[0]?.name).toMatch(/^bot-users-\d{4}-\d\d-\d\d\.csv$/);
  expect(files[0]?.type).toBe('text/csv');
  expect(await lines()).toHaveLength(4);
  expect(receipt()).toContain('Exported 3 bot users as CSV.');
});

it('marks a part in its name alone, and says what is missing', async () => {
  await show();
  await press('Export');
  expect(about('Shown')).toBe('3. The file is marked as partial.');
  await press('CSV');
  expect(files[0]?.name).toContain('bot-users-partial-');
  expect((await lines())?.[0]).toBe('id,name,state,created_at,uri');
  expect(receipt()).toContain('Exported 3 bot users as CSV. The service has more.');
});

it('names the price of the rest, and what cannot be chosen', async () => {
  await show({ matching: ['a', 'b'], perMinute: 96 });
  await press('Export');
  expect(document.querySelector('[role=group]')?.getAttribute('aria-label')).toBe('What');
  expect(about('Shown')).toBe('2.');
  expect(about('Selected')).toBe('Nothing is selected.');
  expect(button('Selected')?.getAttribute('aria-disabled')).toBe('true');
  expect(about('Everything')).toBe(
    'Loads the rest first, 100 at a time, at most 96 requests a minute. Total unknown.',
  );
  await press('Selected');
  expect(button('Shown')?.getAttribute('aria-checked')).toBe('true');
});

it('exports what the filter shows in the order of the list', async () => {
  await show({ matching: ['c', 'a'] });
  await choose('JSON Lines');
  expect(button('JSON Lines')).toBeUndefined();
  expect(files[0]?.name).toMatch(/^bot-users-matching-.*\.jsonl$/);
  const ids = (await lines())?.map((line) => (JSON.parse(line) as { id: string }).id);
  expect(ids).toEqual(['c', 'a']);
  expect(receipt()).toContain('Exported 2 of the 3 loaded as JSON Lines. The service has more.');
});

it('exports the selected that are loaded, in the order of the service', async () => {
  selection.set(['gone', 'c', 'a'], true);
  await show();
  await choose('Selected', 'CSV');
  expect(files[0]?.name).toContain('bot-users-selected-');
  expect((await lines())?.slice(1).map((line) => line.split(',')[0])).toEqual(['a', 'c']);
});

it('loads the rest first for everything', async () => {
  onLoadAll.mockImplementation(async () => {
    rows = [...rows, bot('d')];
    return END;
  });
  await show();
  await choose('Everything', 'CSV');
  expect(files[0]?.name).toMatch(/^bot-users-\d/);
  expect(await lines()).toHaveLength(5);
  expect(receipt()).toContain('Exported 4 bot users as CSV.');
});

it('exports nothing as everything where loading was stopped, and offers the part', async () => {
  onLoadAll.mockResolvedValue(MORE);
  await show();
  await choose('Everything', 'CSV');
  expect(files).toEqual([]);
  expect(receipt()).toContain('Not exported: loading stopped at 3 bot users.');
  await press('Export what is loaded');
  expect(files[0]?.name).toContain('bot-users-partial-');
});

it('says that its code did not arrive, and tries again', async () => {
  vi.spyOn(listParts, 'fetch').mockRejectedValueOnce(new ChunkLoadError());
  await show({ known: END });
  await choose('CSV');
  expect(receipt()).toContain('Not exported: part of the app did not load.');
  await press('Try again');
  expect(files).toHaveLength(1);
});

it('gives no file away after the session has ended', async () => {
  let loaded: (known: Known) => void = () => {};
  onLoadAll.mockReturnValue(new Promise((resolve) => (loaded = resolve)));
  await show();
  await choose('Everything', 'CSV');
  session.end('signed-out');
  await act(async () => loaded(END));
  expect(files).toEqual([]);
});
