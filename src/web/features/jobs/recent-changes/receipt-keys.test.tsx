// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ReceiptKeys } from '#web/features/jobs/recent-changes/receipt-keys.tsx';
import { changes, type SingleChange } from '#web/jobs/changes.ts';
import { undoRequest } from '#web/jobs/current-job.ts';
import { ReceiptProvider, useReceipt, type Receipt } from '#web/ui/feedback/receipt.tsx';

const list = vi.spyOn(changes, 'get');
const undo = vi.fn<() => void>();
let show: (receipt: Receipt) => void;
let root: Root;
let host: HTMLElement;

function Page() {
  const receiptOf = useReceipt();
  useEffect(() => void (show = receiptOf), [receiptOf]);
  return (
    <>
      <button type="button">Change</button>
      <input type="text" />
    </>
  );
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  list.mockReturnValue([]);
  undo.mockClear();
  undoRequest.set(undefined);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  await act(async () =>
    root.render(
      <ReceiptProvider Keys={ReceiptKeys} more={<button type="button">Recent changes</button>}>
        <main id="main" tabIndex={-1}>
          <Page />
        </main>
      </ReceiptProvider>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

const receipt = (next: Receipt) => act(async () => show(next));
const line = () => host.querySelector('[role=status]')?.textContent;
const button = () => host.querySelector<HTMLElement>('main button');
async function press(key: string, more: KeyboardEventInit = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  await act(async () => (document.activeElement ?? document).dispatchEvent(event));
  return event.defaultPrevented;
}

const change: SingleChange = {
  target: 'bot-user',
  at: Date.now() + 1000,
  id: 'bot_1',
  label: 'a',
  before: { name: 'a', active: true },
  after: { name: 'a', active: false },
};

it.each([{ ctrlKey: true }, { metaKey: true }])(
  'undoes what the receipt tells: %j',
  async (key) => {
    await receipt({ text: 'a is now inactive.', undo });
    expect(await press('z', key)).toBe(true);
    expect(undo).toHaveBeenCalledOnce();
    expect(line()).toBe('');
  },
);

it('undoes the last change once the receipt is gone', async () => {
  await receipt({ text: 'Saved.' });
  list.mockReturnValue([change]);
  await press('z', { ctrlKey: true });
  expect(undoRequest.get()).toEqual(change);
});

it('goes on to the change before where the receipt tells of an Undo', async () => {
  list.mockReturnValue([change]);
  await receipt({ text: 'b is now active.', undo, isOfUndo: true });
  await press('z', { ctrlKey: true });
  expect(undo).not.toHaveBeenCalled();
  expect(undoRequest.get()).toEqual(change);
});

it('says when there is nothing to undo', async () => {
  await receipt({ text: 'Exported.' });
  await press('z', { ctrlKey: true });
  expect(line()).toContain('Nothing to undo.');
});

it('leaves Ctrl+Z to a field, to an open dialog and to a held key', async () => {
  await receipt({ text: 'a is now inactive.', undo });
  host.querySelector('input')?.focus();
  expect(await press('z', { ctrlKey: true })).toBe(false);
  button()?.focus();
  await press('z', { ctrlKey: true, repeat: true });
  await press('z', { ctrlKey: true, shiftKey: true });
  await press('z');
  const dialog = host.appendChild(document.createElement('dialog'));
  dialog.setAttribute('open', '');
  expect(await press('z', { ctrlKey: true })).toBe(false);
  expect(undo).not.toHaveBeenCalled();
});

it('goes to the receipt with F6 and back, also from a field', async () => {
  await receipt({ text: 'a is now inactive.', undo });
  for (const from of [host.querySelector('input'), button()]) {
    from?.focus();
    expect(await press('F6')).toBe(true);
    expect(document.activeElement?.textContent).toBe('Undo');
    expect(await press('F6')).toBe(true);
    expect(document.activeElement).toBe(from);
  }
});

it('leaves F6 to the browser where there is no receipt', async () => {
  await receipt({ text: 'Saved.' });
  await act(async () => host.querySelector<HTMLElement>('[aria-label=Dismiss]')?.click());
  expect(await press('F6')).toBe(false);
});
