import { render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import '#web/test/render.tsx';
import { ListTable } from '#web/ui/list-table.tsx';

const rowsOf = (length: number) => Array.from({ length }, (_, index) => `row ${index}`);

const Table = ({ rows, wantedKey }: { rows: string[]; wantedKey?: string }) => (
  <ListTable
    aria-label="List"
    head={null}
    rows={rows}
    rowHeight={40}
    keyOf={String}
    wantedKey={wantedKey}
  >
    {(_row, index) => (
      <tr key={index} data-index={index}>
        <td>
          <button type="button">{`open ${index}`}</button>
          <button type="button">{`copy ${index}`}</button>
        </td>
      </tr>
    )}
  </ListTable>
);

const drawn = () => screen.getAllByRole('button', { name: /^open/ });

it('fills the window with rows at once, the others follow, and no row is drawn anew', async () => {
  const rows = rowsOf(100);
  const { rerender } = render(<Table rows={rows} />);
  // Of 768 pixels.
  expect(drawn()).toHaveLength(20);
  rerender(<Table rows={rows} wantedKey="row 59" />);
  rerender(<Table rows={rows} />);
  expect(drawn()).toHaveLength(60);
  const [first] = drawn();
  await waitFor(() => expect(drawn()).toHaveLength(100));
  expect(drawn()[0]).toBe(first);
});

it('keeps the focus when only it and the rows near the screen stay in the document', async () => {
  render(<Table rows={rowsOf(300)} />);
  expect(drawn()).toHaveLength(20);
  const first = screen.getByRole('button', { name: 'copy 3' });
  first.focus();
  // Scrolled by 150 rows.
  vi.stubGlobal('scrollY', 6000);
  const place = DOMRect.fromRect({ y: -6000, height: 40 });
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(place);
  await waitFor(() => expect(first.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'copy 3' }));
});
