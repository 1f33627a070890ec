import { Modal } from '@mantine/core';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '#web/test/render.tsx';
import { CopyByHand } from '#web/ui/copy-by-hand.tsx';

it('closes by Escape, and not the dialog from which the text was copied', async () => {
  const closeBelow = vi.fn<() => void>();
  const close = vi.fn<() => void>();
  renderPage(
    <>
      <Modal opened title="Requests" onClose={closeBelow}>
        Some
      </Modal>
      <CopyByHand text="curl" onClose={close} />
    </>,
  );
  fireEvent.keyDown(await screen.findByRole('textbox', { name: 'Text to copy' }), {
    key: 'Escape',
  });
  expect(close).toHaveBeenCalledOnce();
  expect(closeBelow).not.toHaveBeenCalled();
});
