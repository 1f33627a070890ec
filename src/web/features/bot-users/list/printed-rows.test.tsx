// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import {
  bot,
  bots,
  closePage,
  openList,
  NOW,
} from '#web/features/bot-users/pages/bot-users-page.test.helper.tsx';
import { readListView } from '#web/features/bot-users/view/list-view.ts';
import { PrintedRows } from '#web/features/bot-users/list/printed-rows.tsx';
import { absoluteTime } from '#web/lib/time.ts';

afterEach(closePage);

/** The browser does not wait: what comes later than this moment is not on the paper. */
function print() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  window.dispatchEvent(new Event('beforeprint'));
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
}
const endPrinting = () => act(async () => window.dispatchEvent(new Event('afterprint')));
/** The one table that has no role and no name. */
const paper = () => document.querySelector('table:not([role])')?.parentElement;
const rows = () =>
  [...(paper()?.querySelectorAll('tbody tr') ?? [])].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
const words = () => [...(paper()?.querySelectorAll('p') ?? [])].map((line) => line.textContent);

it('has what is shown, in its order, with exact times, as long as the page is printed', async () => {
  await openList([bot(1), bot(2, { active: false, created_at: 'some day' }), bot(3)], {
    at: '?sort=-name',
  });
  expect(paper()).toBeUndefined();
  print();
  expect(rows()).toEqual([
    ['name 3', 'bot_3', 'Active', absoluteTime(NOW - 3000)],
    ['name 2', 'bot_2', 'Inactive', 'some day'],
    ['name 1', 'bot_1', 'Active', absoluteTime(NOW - 1000)],
  ]);
  expect(paper()?.querySelectorAll('a, button, input')).toHaveLength(0);
  await endPrinting();
  expect(paper()).toBeUndefined();
});

it('says when it was printed, of how many, and by which filter', async () => {
  await openList(bots(3), { pageSize: 2, at: '?q=name 2&status=active' });
  print();
  expect(words()).toEqual([
    `Printed ${absoluteTime(NOW)}, 2 loaded, the service has more, 1 of the 2 loaded match, ` +
      'filter q name 2, status active.',
  ]);
});

it('has rows that are not in the document, too', async () => {
  await openList(bots(250), { pageSize: 250, at: '?q=name' });
  print();
  expect(rows()).toHaveLength(250);
});

it('ends at 5,000 rows and says so', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  const view = readListView(new URLSearchParams());
  await act(async () => root.render(<PrintedRows rows={bots(5001)} about={[]} view={view} />));
  print();
  expect(rows()).toHaveLength(5000);
  expect(words()[1]).toBe('The first 5,000 of 5,001. A file has all of them: Export.');
  await act(async () => root.unmount());
});
