import { act, fireEvent, renderHook, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '#web/test/render.tsx';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';
import { announce, useFilterAnnouncement } from '#web/ui/announcer.tsx';
import { CopyButton } from '#web/ui/copy.tsx';
import { notify, outcome, shownOutcome } from '#web/ui/notify.ts';

let host: HTMLElement;

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => announce('Sorted by name')}>
        Sort
      </button>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {isOpen && (
        <AlertDialog
          title="Question"
          confirmLabel="Save"
          onClose={() => setOpen(false)}
          onConfirm={() => {
            announce('Saved');
            notify({ text: 'ada saved.' });
            setOpen(false);
          }}
        >
          <CopyButton label="Copy as curl" text="curl" />
        </AlertDialog>
      )}
    </>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  const { container } = renderPage(<Page />, { announces: true });
  host = container;
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
});

async function press(name: string) {
  await act(async () => fireEvent.click(screen.getByText(name, { selector: 'button, button *' })));
  vi.advanceTimersByTime(0);
}
const inPage = () => host.querySelector(':scope > [aria-live]');
const inDialog = () => document.querySelector('dialog [aria-live]');

it('is heard in the page, and in the topmost dialog where one is open, for two seconds', async () => {
  expect(inPage()?.textContent).toBe('');
  await press('Sort');
  const first = inPage()?.firstChild;
  await press('Sort');
  // The same words are said again.
  expect(inPage()?.firstChild).not.toBe(first);
  expect(inPage()?.textContent).toBe('Sorted by name');
  await press('Open');
  expect(inDialog()?.textContent).toBe('');
  await press('Copy as curl');
  expect(inDialog()?.textContent).toBe('Copied to the clipboard');
  expect(inPage()?.textContent).toBe('Sorted by name');
  vi.advanceTimersByTime(2000);
  expect([inPage()?.textContent, inDialog()?.textContent]).toEqual(['', '']);
});

it('is heard in the page when the same press closes the dialog, and not what was heard in that', async () => {
  await press('Open');
  await press('Copy as curl');
  fireEvent(screen.getByRole('alertdialog'), new Event('cancel', { cancelable: true }));
  expect([inDialog(), inPage()?.textContent]).toEqual([null, '']);
  await press('Open');
  await press('Save');
  // Not before Firefox has the page back.
  expect([inDialog(), inPage()?.textContent, shownOutcome.get()]).toEqual([null, '', undefined]);
  shownOutcome.set({ text: 'ada saved.' });
  notify({ text: 'bob saved.' });
  // What depends on it does not wait, or the page would change twice.
  expect(outcome.get()?.text).toBe('bob saved.');
  vi.advanceTimersByTime(99);
  expect([inPage()?.textContent, shownOutcome.get()]).toEqual(['', undefined]);
  vi.advanceTimersByTime(1);
  expect([inPage()?.textContent, shownOutcome.get()?.text]).toEqual(['Saved', 'bob saved.']);
});

it('says what a filter has found after the last key, and not what becomes of that', () => {
  const useIt = ([text, filter]: [string, string?]) => useFilterAnnouncement(text, filter);
  const { rerender } = renderHook(useIt, { initialProps: ['9 match', 'a'] });
  vi.advanceTimersByTime(499);
  rerender(['3 match', 'ab']);
  vi.advanceTimersByTime(499);
  expect(inPage()?.textContent).toBe('');
  vi.advanceTimersByTime(2);
  expect(inPage()?.textContent).toBe('3 match');
  rerender(['2 match', 'ab']);
  vi.advanceTimersByTime(1000);
  expect(inPage()?.textContent).toBe('3 match');
  rerender(['9 loaded']);
  vi.advanceTimersByTime(1500);
  expect(inPage()?.textContent).toBe('');
});
