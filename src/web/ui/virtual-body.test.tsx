import { render, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import '#web/test/render.tsx';
import { VirtualBody } from '#web/ui/virtual-body.tsx';

const rows = Array.from({ length: 100 }, (_, index) => `row ${index}`);

function Table({ wantedKey }: { wantedKey?: string }) {
  return (
    <table>
      <VirtualBody rows={rows} rowHeight={40} keyOf={String} wantedKey={wantedKey}>
        {(_row, index) => (
          <tr key={index} data-index={index}>
            <td>
              <button type="button">{`open ${index}`}</button>
              <button type="button">{`copy ${index}`}</button>
            </td>
          </tr>
        )}
      </VirtualBody>
    </table>
  );
}

it('fills the window with rows at once, and keeps the focus when all of them can be reached', async () => {
  const { rerender } = render(<Table />);
  // Of 768 pixels.
  expect(screen.getAllByRole('button', { name: /^open/ })).toHaveLength(20);
  rerender(<Table wantedKey="row 59" />);
  rerender(<Table />);
  expect(screen.getByRole('button', { name: 'copy 59' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'copy 60' })).toBeNull();
  const first = screen.getByRole('button', { name: 'copy 3' });
  first.focus();
  await waitFor(() => expect(first.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'copy 3' }));
});
