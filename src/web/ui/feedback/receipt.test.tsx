// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageHistory } from '#web/lib/page-history.ts';
import { ReceiptProvider, useReceipt, type Receipt } from '#web/ui/feedback/receipt.tsx';

let root: Root;
let host: HTMLElement;
let next: Receipt | null;

function Page() {
  const leave = useReceipt();
  return (
    <button type="button" onClick={() => leave(next)}>
      Change
    </button>
  );
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  await act(async () =>
    root.render(
      <ReceiptProvider>
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

const line = () => host.querySelector('[role=status]')?.textContent;
const button = (name: string) =>
  [...host.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  );
const press = (name: string) => act(async () => button(name)?.click());
/** Without the focus, which a test gives. */
async function show(receipt: Receipt | null) {
  next = receipt;
  await press('Change');
}

it('is one line, whole under the pointer, until another outcome or none takes its place', async () => {
  await show({ text: <>Saved by {<strong>somebody</strong>}.</> });
  expect(line()).toBe('Saved by somebody.');
  expect(host.querySelector('[title="Saved by somebody."]')).not.toBeNull();
  await show({ text: 'Deleted.' });
  expect(line()).toBe('Deleted.');
  expect(host.querySelector('[title="Deleted."]')).not.toBeNull();
  await show(null);
  expect(line()).toBe('');
});

it('gives the focus back to where the change was made', async () => {
  button('Change')?.focus();
  await show({ text: 'Saved.' });
  button('Dismiss')?.focus();
  await press('Dismiss');
  expect(document.activeElement).toBe(button('Change'));
});

it('brings the way back in sight for whoever uses the keyboard', async () => {
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockReturnValue();
  const isKeyboard = vi.spyOn(HTMLElement.prototype, 'matches');
  for (const seen of [false, true]) {
    isKeyboard.mockImplementation((selector) => selector === ':focus-visible' && seen);
    button('Change')?.focus();
    await show({ text: 'Saved.' });
    await press('Dismiss');
    expect(scroll).toHaveBeenCalledTimes(seen ? 1 : 0);
  }
  vi.restoreAllMocks();
});

it('gives the focus to the page where that has gone', async () => {
  const gone = host.appendChild(document.createElement('button'));
  gone.focus();
  await show({ text: 'Saved.' });
  gone.remove();
  button('Dismiss')?.focus();
  await press('Dismiss');
  expect(document.activeElement?.id).toBe('main');
});

it('goes before it is undone, so that what Undo tells stays', async () => {
  const undo = () => {
    next = { text: 'Undone.' };
    button('Change')?.click();
  };
  await show({ text: 'Saved.', undo });
  await press('Undo');
  expect(line()).toBe('Undone.');
  expect(button('Undo')).toBeUndefined();
});

it('ends when its page is left, and stays where only the search changes', async () => {
  await show({ text: 'Saved.' });
  await act(async () => pageHistory.push('?status=active'));
  expect(line()).toBe('Saved.');
  await act(async () => pageHistory.push('/another'));
  expect(line()).toBe('');
});

it('belongs to the page that is there when it comes', async () => {
  await act(async () => pageHistory.push('/next'));
  await show({ text: 'Created.' });
  expect(line()).toBe('Created.');
});
