import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/test/render.tsx';
import { AlertDialog } from '#web/ui/alert-dialog.tsx';

function Page({ busy }: { busy?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const [isFailed, setFailed] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      {isOpen && (
        <AlertDialog
          title="Delete ada?"
          confirmLabel="Delete"
          busy={busy}
          onConfirm={() => {}}
          onClose={() => setOpen(false)}
        >
          <p>It is gone then.</p>
          {isFailed && <button onClick={() => setFailed(false)}>Try again</button>}
        </AlertDialog>
      )}
    </>
  );
}

async function open(busy = false) {
  const { user } = renderPage(<Page busy={busy} />);
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  return { user, dialog: screen.getByRole('alertdialog', { name: 'Delete ada?' }) };
}

const escape = (dialog: HTMLElement) =>
  fireEvent(dialog, new Event('cancel', { cancelable: true }));

it('begins at Cancel, says what it is about, and gives the focus back', async () => {
  const { dialog } = await open();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  expect(dialog.getAttribute('aria-describedby')).toBe(
    screen.getByText('It is gone then.').parentElement?.id,
  );
  escape(dialog);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ask' }));
});

it('stays while it is busy, and when the browser closes it by itself', async () => {
  const { user, dialog } = await open(true);
  escape(dialog);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  if (dialog instanceof HTMLDialogElement) dialog.close();
  expect(screen.getByRole('alertdialog')).toHaveProperty('open', true);
});

it('keeps the focus when the control that has it goes', async () => {
  const { user, dialog } = await open();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(document.activeElement).toBe(dialog));
});
