import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '#web/test/render.tsx';
import { CopyByHand } from '#web/ui/copy-by-hand.tsx';
import { CopyButton } from '#web/ui/copy.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

it('shows the text selected where the browser refuses the clipboard', async () => {
  const { user } = renderPage(<CopyButton label="Copy report" text={'one\ntwo'} />);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  await user.click(screen.getByRole('button', { name: 'Copy report' }));
  await screen.findByRole('dialog', { name: 'Copy this text' });
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text to copy' });
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value.slice(field.selectionStart, field.selectionEnd)).toBe('one\ntwo');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('closes by Escape, and not the dialog from which the text was copied', async () => {
  const closeBelow = vi.fn<() => void>();
  const close = vi.fn<() => void>();
  renderPage(
    <>
      <Dialog title="Requests" onClose={closeBelow}>
        Some
      </Dialog>
      <CopyByHand text="curl" onClose={close} />
    </>,
  );
  fireEvent.keyDown(await screen.findByRole('textbox', { name: 'Text to copy' }), {
    key: 'Escape',
  });
  expect(close).toHaveBeenCalledOnce();
  expect(closeBelow).not.toHaveBeenCalled();
});
