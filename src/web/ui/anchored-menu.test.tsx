import { Menu } from '@mantine/core';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '#web/test/render.tsx';
import { AnchoredMenu } from '#web/ui/anchored-menu.tsx';

function openMenu() {
  const button = document.body.appendChild(document.createElement('button'));
  button.textContent = 'Actions';
  button.focus();
  const onClose = vi.fn<() => void>();
  const page = renderPage(
    <AnchoredMenu button={button} onClose={onClose}>
      <Menu.Item>Edit</Menu.Item>
    </AnchoredMenu>,
  );
  return { ...page, button, onClose };
}

it('a menu is closed by Escape as soon as it is there', () => {
  vi.useFakeTimers(); // Mantine's focus comes by one
  const { button, onClose } = openMenu();
  const menu = screen.getByRole('menu', { name: 'Actions' });
  expect(document.activeElement).toBe(menu);
  fireEvent.keyDown(menu, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(button);
});

it('a menu goes with its button, to which the focus returns, and with the page', async () => {
  const observe = vi.fn<(seen: Array<{ isIntersecting: boolean }>) => void>();
  class Observer {
    constructor(tell: typeof observe) {
      observe.mockImplementation(tell);
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  const { button, onClose, router, unmount } = openMenu();
  observe([{ isIntersecting: true }]);
  expect(onClose).not.toHaveBeenCalled();
  observe([{ isIntersecting: false }]);
  expect(onClose).toHaveBeenCalledOnce();
  await act(() => router.navigate('/elsewhere'));
  expect(onClose).toHaveBeenCalledTimes(2);
  unmount();
  expect(document.activeElement).toBe(button);
});
