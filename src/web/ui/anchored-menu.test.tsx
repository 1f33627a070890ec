import { Menu } from '@mantine/core';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '#web/test/render.tsx';
import { AnchoredMenu } from '#web/ui/anchored-menu.tsx';

it('a menu is closed by Escape as soon as it is there', () => {
  vi.useFakeTimers(); // Mantine's focus comes by one
  const button = document.body.appendChild(document.createElement('button'));
  button.textContent = 'Actions';
  button.focus();
  const onClose = vi.fn<() => void>();
  renderPage(
    <AnchoredMenu button={button} onClose={onClose}>
      <Menu.Item>Edit</Menu.Item>
    </AnchoredMenu>,
  );
  const menu = screen.getByRole('menu', { name: 'Actions' });
  expect(document.activeElement).toBe(menu);
  fireEvent.keyDown(menu, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(button);
});
