// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AfterRows } from '#web/app/after-rows.tsx';
import { renderPage } from '#web/test/render.tsx';
import { notify } from '#web/ui/notify.ts';

afterEach(() => act(async () => notify(undefined)));

it('undoes the last change at Ctrl+Z while nothing is being typed, once', async () => {
  const undo = vi.fn<() => void>();
  renderPage(
    <>
      <input aria-label="Name" />
      <AfterRows />
    </>,
  );
  await act(async () => notify({ text: 'ada is now active.', undo }));
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'z', ctrlKey: true });
  expect(undo).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('status', { name: 'Last change' }).textContent).toBe('');
});
