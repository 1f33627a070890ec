import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, vi } from 'vitest';
import '#web/test/render.tsx';
import { useVirtualRows } from '#web/ui/virtual-rows.tsx';

const { PRINTED_MAX } = vi.hoisted(() => ({ PRINTED_MAX: 300 }));
vi.mock('#web/ui/list-table.tsx', async (original) => ({ ...(await original()), PRINTED_MAX }));

const LIST = Array.from({ length: 100_000 }, (_, index) => `row ${index}`);

function Rows({ rows, wantedKey }: { rows: string[]; wantedKey?: string }) {
  const body = useRef<HTMLUListElement>(null);
  const parts = useVirtualRows({ body, rows, rowHeight: 40, keyOf: String, wantedKey });
  return (
    <ul ref={body}>
      {parts.map((part, at) =>
        'gap' in part ? (
          <li key={`gap ${at}`} aria-hidden style={{ height: part.gap }} />
        ) : (
          <li key={part.index} data-index={part.index}>
            <button type="button">{part.row}</button>
          </li>
        ),
      )}
    </ul>
  );
}

const shown = () => [...document.querySelectorAll('button')].map((button) => button.textContent);

it('has those near the screen of a long one, and the wanted one with its neighbours', () => {
  render(<Rows rows={LIST} wantedKey="row 5000" />);
  expect(shown()[0]).toBe('row 0');
  expect(shown().length).toBeLessThan(60);
  expect(shown().slice(-3)).toEqual(['row 4999', 'row 5000', 'row 5001']);
});

it('keeps the row with the focus in the document when the list moves on', async () => {
  const { rerender } = render(<Rows rows={LIST.slice(0, 1000)} wantedKey="row 500" />);
  await act(async () => screen.getByRole('button', { name: 'row 500' }).focus());
  rerender(<Rows rows={LIST.slice(0, 1000)} />);
  expect(document.activeElement?.textContent).toBe('row 500');
});

it('has all rows of a short list in the document, and of a long one for paper, up to a limit', async () => {
  const { rerender } = render(<Rows rows={LIST.slice(0, 200)} />);
  expect(shown()).toHaveLength(200);
  rerender(<Rows rows={LIST.slice(0, PRINTED_MAX + 10)} />);
  await act(async () => window.dispatchEvent(new Event('beforeprint')));
  expect(shown()).toHaveLength(PRINTED_MAX);
  await act(async () => window.dispatchEvent(new Event('afterprint')));
  expect(shown().length).toBeLessThan(60);
});
