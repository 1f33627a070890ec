// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { session } from '#web/session/session.ts';
import { ExportButtons } from '#web/features/bot-users/export/export-buttons.tsx';
import type { Known } from '#web/features/bot-users/export/export-words.ts';
import { useExport } from '#web/features/bot-users/export/use-export.tsx';
import { listParts } from '#web/features/bot-users/list-parts.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { ChunkLoadError } from '#web/lib/lazy-chunk.ts';
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

let root: Root;
let host: HTMLElement;
let rows: BotUser[] = [];
const onLoadAll = vi.fn<() => Promise<Known>>();

function List({ known = MORE, matching, perMinute = null }: ListProps) {
  const exports = useExport({
    allRows: () => rows,
    matching: matching?.map(bot),
    loaded: rows.length,
    known,
    perMinute,
    onLoadAll,
  });
  return (
    <>
      <ExportButtons
        busy={exports.busy}
        onExportLoaded={exports.exportLoaded}
        onMore={() => exports.open('loaded')}
      />
      {exports.dialog}
    </>
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
  [...host.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  );
const press = (name: string) => act(async () => button(name)?.click());
const radio = (name: string) =>
  [...host.querySelectorAll<HTMLInputElement>('input[type=radio]')].find(
    (one) => one.labels?.[0]?.textContent === name,
  );
const choose = (name: string) => act(async () => radio(name)?.click());
const choices = () => {
  const labels = host.querySelector('fieldset')?.querySelectorAll('label') ?? [];
  return [...labels].map((label) => label.textContent);
};
const receipt = () => host.querySelector('[role=status]')?.textContent;
const lines = async () => (await files[0]?.content.text())?.trimEnd().split(/\r?\n/);

beforeAll(() => listParts.fetch());
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

it('exports what is loaded with one press, and says so', async () => {
  await show({ known: END });
  await press('Export loaded');
  expect(files[0]?.name).toMatch(/^bot-users-\d{4}-\d\d-\d\d\.csv$/);
  expect(files[0]?.type).toBe('text/csv');
  expect(await lines()).toHaveLength(4);
  expect(receipt()).toContain('Exported 3 bot users as CSV.');
});

it('says of a part that it is one', async () => {
  await show();
  await press('Export loaded');
  expect(files[0]?.name).toContain('bot-users-partial-');
  expect((await lines())?.[0]).toBe(
    '# Partial: 3 bot users that were loaded. The service has more.',
  );
  expect(receipt()).toContain('Exported 3 bot users as CSV. The service has more.');
});

it('offers what there is, and names the price of the rest', async () => {
  await show({ known: END });
  await press('More export options');
  expect(choices()).toEqual(['Loaded (3)']);

  await act(async () => selection.set(['b'], true));
  await show({ matching: ['a', 'b'], perMinute: 96 });
  expect(choices()).toEqual([
    'Loaded (3)',
    'Matching the filter (2)',
    'Selected (1)',
    'Everything',
  ]);
  expect(host.textContent).toContain('at most 96 requests a minute');
});

it('exports what matches in the order of the list, in the chosen form', async () => {
  await show({ matching: ['c', 'a'] });
  await press('More export options');
  await choose('Matching the filter (2)');
  await choose('JSON Lines');
  await press('Export');
  expect(button('Export')).toBeUndefined();
  expect(files[0]?.name).toMatch(/^bot-users-matching-.*\.jsonl$/);
  const [note, ...ids] = (await lines())?.map((line) => JSON.parse(line) as { id?: string }) ?? [];
  expect(note).toMatchObject({ partial: true });
  expect(ids.map(({ id }) => id)).toEqual(['c', 'a']);
});

it('exports the selected that are loaded, in the order of the service', async () => {
  selection.set(['gone', 'c', 'a'], true);
  await show();
  await press('More export options');
  await choose('Selected (3)');
  await press('Export');
  expect((await lines())?.slice(2).map((line) => line.split(',')[0])).toEqual(['a', 'c']);
  expect(receipt()).toContain('Exported 2 bot users as CSV.');
});

it('loads the rest first for everything', async () => {
  onLoadAll.mockImplementation(async () => {
    rows = [...rows, bot('d')];
    return END;
  });
  await show();
  await press('More export options');
  await choose('Everything');
  await press('Export');
  expect(files[0]?.name).toMatch(/^bot-users-\d/);
  expect(await lines()).toHaveLength(5);
  expect(receipt()).toContain('Exported 4 bot users as CSV.');
});

it('exports nothing as everything where loading was stopped, and offers the part', async () => {
  onLoadAll.mockResolvedValue(MORE);
  await show();
  await press('More export options');
  await choose('Everything');
  await press('Export');
  expect(files).toEqual([]);
  expect(receipt()).toContain('Not exported: loading stopped at 3 bot users.');
  await press('Export what is loaded');
  expect(files[0]?.name).toContain('bot-users-partial-');
});

it('says that its code did not arrive, and tries again', async () => {
  vi.spyOn(listParts, 'fetch').mockRejectedValueOnce(new ChunkLoadError());
  await show({ known: END });
  await press('Export loaded');
  expect(receipt()).toContain('Not exported: part of the app did not load.');
  await press('Try again');
  expect(files).toHaveLength(1);
});

it('gives no file away after the session has ended', async () => {
  let loaded: (known: Known) => void = () => {};
  onLoadAll.mockReturnValue(new Promise((resolve) => (loaded = resolve)));
  await show();
  await press('More export options');
  await choose('Everything');
  await press('Export');
  session.end('signed-out');
  await act(async () => loaded(END));
  expect(files).toEqual([]);
});
