// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { ChunkErrorDialog } from '#web/ui/dialog/chunk-error-dialog.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { type ChunkErrorNotice, ReloadNoteContext } from '#web/ui/feedback/chunk-error-notice.tsx';
import { late } from '#web/ui/feedback/late.tsx';

const parts = {
  Question: ({ onClose }: { onClose: () => void }) => (
    <Dialog
      title="Question"
      onClose={onClose}
      footer={
        <button type="button" onClick={onClose}>
          Close
        </button>
      }
    >
      Text
    </Dialog>
  ),
};

const load = vi.fn<() => Promise<typeof parts>>();

let host: HTMLElement;
let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  load.mockReset();
  vi.unstubAllGlobals();
});

async function show(Missing: typeof ChunkErrorNotice | undefined) {
  const Question = late(new LazyChunk(load), ({ Question: part }) => part, Missing);
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {isOpen && <Question onClose={() => setOpen(false)} />}
      </>
    );
  }
  await act(async () =>
    root.render(
      <ReloadNoteContext value={<p>The key is lost.</p>}>
        <Page />
      </ReloadNoteContext>,
    ),
  );
}

const shown = (selector: string) => host.querySelector(selector)?.textContent;
const buttons = () => [...host.querySelectorAll('button')].map(({ textContent }) => textContent);
const press = (name: string) =>
  act(async () => {
    const control = [...host.querySelectorAll('button')].find((one) => one.textContent === name);
    control?.focus();
    control?.click();
  });
const focused = () => document.activeElement?.textContent;

it('opens when its code arrives, and gives the focus back to what was pressed before', async () => {
  let arrive: (part: typeof parts) => void = () => {};
  load.mockReturnValue(new Promise((resolve) => (arrive = resolve)));
  await show(ChunkErrorDialog);
  await press('Open');
  expect(host.querySelector('dialog')).toBeNull();
  await act(async () => arrive(parts));
  expect(focused()).toBe('Question');
  await press('Close');
  expect(focused()).toBe('Open');
});

it('is drawn at once when its code is there', async () => {
  const chunk = new LazyChunk(async () => ({ Part: () => 'here' }));
  await chunk.fetch();
  const Part = late(chunk, (fetched) => fetched.Part);
  act(() => root.render(<Part />));
  expect(host.textContent).toBe('here');
});

it('says in its place that its code did not arrive, what a reload costs, and tries again', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await show(undefined);
  await press('Open');
  expect(shown('[role=alert]')).toContain('Part of the app did not load.');
  expect(shown('[role=alert]')).toContain('The key is lost.');
  await press('Reload the page');
  expect(reload).toHaveBeenCalledOnce();
  load.mockResolvedValueOnce(parts);
  await press('Try again');
  expect(shown('dialog h2')).toBe('Question');
});

it('says in a dialog that one did not arrive', async () => {
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await show(ChunkErrorDialog);
  await press('Open');
  expect(shown('[role=alertdialog]')).toContain('The key is lost.');
  expect(buttons()).toEqual(['Open', 'Close', 'Try again', 'Reload the page']);
  await press('Close');
  expect(host.querySelector('dialog')).toBeNull();
  expect(focused()).toBe('Open');

  load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await press('Open');
  load.mockResolvedValueOnce(parts);
  await press('Try again');
  expect(focused()).toBe('Question');
  await press('Close');
  expect(focused()).toBe('Open');
});
