import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Palette } from '#web/app/palette.tsx';
import { startFakeService } from '#web/test/fake-service.ts';
import { renderPage } from '#web/test/render.tsx';
import { TEST_KEY } from '#web/test/session.ts';

async function open(onClose = () => {}) {
  startFakeService();
  const { router } = renderPage(<Palette onClose={onClose} />);
  const field = await screen.findByRole('combobox', { name: 'Search or run a command' });
  return { router, field };
}

it('Escape that ends a composition leaves it open, the next one closes it', async () => {
  const onClose = vi.fn<() => void>();
  const { field } = await open(onClose);
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  // As Safari has it.
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 229 });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});

it('Enter runs what was found, also from a keyboard on the screen, which sends no code', async () => {
  const { router, field } = await open();
  fireEvent.change(field, { target: { value: 'settings' } });
  // It must not press the button as well that has the focus by then.
  expect(fireEvent.keyDown(field, { key: 'Enter', code: '' })).toBe(false);
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
});

it('says which result Enter runs, before an arrow key and after a new search as well', async () => {
  const { field } = await open();
  const first = () => screen.getAllByRole('option')[0]?.id;
  const active = () => field.getAttribute('aria-activedescendant');
  expect(field.getAttribute('aria-expanded')).toBe('true');
  expect(active()).toBeNull();
  fireEvent.change(field, { target: { value: 'o' } });
  expect(active()).toBe(first());
  fireEvent.keyDown(field, { code: 'ArrowDown' });
  expect(active()).toBe(screen.getAllByRole('option')[1]?.id);
  fireEvent.change(field, { target: { value: 'bot' } });
  expect(active()).toBe(first());
});

it('searches nothing for the key, and says so', async () => {
  const { field } = await open();
  expect(screen.getAllByRole('option').length).toBeGreaterThan(5);
  fireEvent.change(field, { target: { value: `Bearer ${TEST_KEY}` } });
  expect(screen.queryAllByRole('option')).toEqual([]);
  expect(await screen.findByText('This holds your API key. It is not searched.')).toBeTruthy();
});
