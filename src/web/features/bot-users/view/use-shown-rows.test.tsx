// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { createHandSlices } from '#web/features/bot-users/view/hand-slices.test.helper.ts';
import { readListView } from '#web/features/bot-users/view/list-view.ts';
import { createShownRows } from '#web/features/bot-users/view/shown-rows.ts';
import { useShownRows } from '#web/features/bot-users/view/use-shown-rows.ts';
import { createRowStore } from '#web/features/bot-users/data/row-store.ts';

it('shows the rows of a view, and follows them', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const rows = createRowStore();
  const add = (id: string) =>
    void rows.append([{ id, uri: '', name: id, active: true, created_at: '' }]);
  add('a');
  add('b');
  const { slices } = createHandSlices({ first: 1_000, next: 1_000 });
  const shownRows = createShownRows(rows, slices);

  function Page({ q }: { q: string }) {
    const view = readListView(new URLSearchParams({ q }));
    const { slots } = useShownRows(shownRows, view, undefined, shownRows.subscribe);
    return slots.map((slot) => rows.at(slot).name).join();
  }
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const show = (q: string) => act(() => root.render(<Page q={q} />));

  show('a');
  expect(host.textContent).toBe('a');
  show('b');
  expect(host.textContent).toBe('b');
  act(() => add('b2'));
  expect(host.textContent).toBe('b,b2');
  act(() => root.unmount());
  add('b3');
  expect(shownRows.snapshot().slots).toHaveLength(3);
});
