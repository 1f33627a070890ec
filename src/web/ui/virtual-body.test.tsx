import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { VirtualBody } from '#web/ui/virtual-body.tsx';

const keyOf = (index: number) => `row ${index}`;

it('fills the window with rows at once, and keeps the focus when all of them can be reached', async () => {
  render(
    <table>
      <VirtualBody count={100} rowHeight={40} keyOf={keyOf}>
        {(index) => (
          <tr key={index} data-index={index}>
            <td>
              <button type="button">{`open ${index}`}</button>
              <button type="button">{`copy ${index}`}</button>
            </td>
          </tr>
        )}
      </VirtualBody>
    </table>,
  );
  // Of 768 pixels.
  expect(screen.getAllByRole('button', { name: /^open/ })).toHaveLength(20);
  const first = screen.getByRole('button', { name: 'copy 3' });
  first.focus();
  await waitFor(() => expect(first.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'copy 3' }));
});
