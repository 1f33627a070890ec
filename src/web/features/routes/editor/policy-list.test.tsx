// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type * as EditorState from '#web/features/routes/editor/editor-state.ts';
import {
  addPolicies,
  allByRole,
  apply,
  closePage,
  EDITOR,
  enforceSwitch,
  getByRole,
  isShown,
  openPage,
  policies,
  press,
  review,
  reviewDialog,
  type,
} from '#web/features/routes/routes-pages.test.helper.tsx';

/** Ids of the rows that were drawn, since it was emptied. Each asks for the id of its button. */
const drawn: string[] = [];
vi.mock('#web/features/routes/editor/editor-state.ts', async (importActual) => {
  const actual = await importActual<typeof EditorState>();
  return {
    ...actual,
    rowButtonId(id: string) {
      drawn.push(id);
      return actual.rowButtonId(id);
    },
  };
});

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `id_${index}`);
const IDS = idsOf(30);

const open = () => openPage(EDITOR, { enabled: true, ip_policy_ids: IDS });

/** The field is a searchbox, which no helper knows. */
const typeFilter = (text: string) =>
  act(async () => {
    const field = document.querySelector<HTMLInputElement>('[aria-label="Filter IP policies"]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
    field?.dispatchEvent(new Event('input', { bubbles: true }));
  });

/** Which rows are drawn again for it. */
async function drawnFor(change: () => Promise<unknown>) {
  drawn.length = 0;
  await change();
  return [...new Set(drawn)];
}

afterEach(closePage);

it('draws one row for a policy that is removed, put back or added', async () => {
  await open();
  expect(await drawnFor(() => press('button', 'Remove id_3'))).toEqual(['id_3']);
  expect(await drawnFor(() => press('button', 'Put back id_3'))).toEqual(['id_3']);
  expect(await drawnFor(() => addPolicies('id_new'))).toEqual(['id_new']);
  expect(policies()).toHaveLength(31);
});

it('draws no row for what is typed and set beside the list', async () => {
  await open();
  expect(await drawnFor(() => type('Add IP policy ids', 'n'))).toEqual([]);
  expect(await drawnFor(() => press(...enforceSwitch))).toEqual([]);
});

it('draws a row with four elements, and of many ids not more than a screen holds', async () => {
  await open();
  const list = () => getByRole('list', 'IP policies').querySelectorAll('*').length;
  expect(list()).toBe(4 * IDS.length);
  await addPolicies(idsOf(5000).join(' '));
  expect(list()).toBeLessThan(4 * 40);
});

it('tells of many ids the place of each, and draws one row for what becomes of it', async () => {
  await openPage(EDITOR, { enabled: true, ip_policy_ids: idsOf(500) });
  const [, second] = allByRole('listitem', /./, getByRole('list', 'IP policies'));
  expect(second?.getAttribute('aria-posinset')).toBe('2');
  expect(second?.getAttribute('aria-setsize')).toBe('500');
  expect(await drawnFor(() => press('button', 'Remove id_3'))).toEqual(['id_3']);
  expect(document.activeElement).toBe(getByRole('button', 'Remove id_4'));
  expect(await drawnFor(() => press('button', 'Put back id_3'))).toEqual(['id_3']);
  expect(document.activeElement).toBe(getByRole('button', 'Remove id_3'));
});

it('leaves no gap for the browser to hold on to', async () => {
  await openPage(EDITOR, { enabled: true, ip_policy_ids: idsOf(500) });
  const gap = getByRole('list', 'IP policies').lastElementChild;
  expect(gap?.getAttribute('aria-hidden')).toBe('true');
  expect(gap?.getAttribute('style')).toMatch(/^height: \d+px; overflow-anchor: none;$/);
});

it('filters all ids, not those that are drawn', async () => {
  await openPage(EDITOR, { enabled: true, ip_policy_ids: idsOf(500) });
  expect(policies()).not.toContain('id_499');
  await typeFilter('id_499');
  expect(policies()).toEqual(['id_499']);
  await typeFilter('none');
  expect(isShown('No IP policy matches the filter.')).toBe(true);
});

it('leaves the focus at the row before, where the one behind is not drawn', async () => {
  await openPage(EDITOR, { enabled: true, ip_policy_ids: idsOf(500) });
  const last = policies().findLast((text) => text.startsWith('id_'));
  // As in a browser that gives a button no focus by the pointer: the row after it need not be there.
  await act(async () => getByRole('button', `Remove ${last}`).click());
  const before = `Remove id_${Number(last?.slice(3)) - 1}`;
  expect(document.activeElement).toBe(getByRole('button', before));
});

it('leads from the summary to an id that was refused, however far down it is', async () => {
  const { service } = await openPage(EDITOR, { enabled: true, ip_policy_ids: idsOf(500) });
  service.unknownPolicies.add('id_400');
  await addPolicies('id_new');
  await review();
  await apply();
  await press('link', /id_400/);
  expect(document.activeElement).toBe(getByRole('button', 'Remove id_400'));
  expect(policies().find((text) => text.startsWith('id_400'))).toMatch('no IP policy with this id');
});

it('has a hundred of the changes in its review, and the others behind a press', async () => {
  await openPage(EDITOR, { enabled: true, ip_policy_ids: ['kept'] });
  await addPolicies(idsOf(250).join(' '));
  await review();
  const lines = () => allByRole('listitem', /^\+Added: id_\d+$/, reviewDialog());
  expect(lines()).toHaveLength(100);
  const others = reviewDialog()?.querySelector('ul details');
  expect(others?.textContent).toBe('and 150 more policies');
  await act(async () => {
    others?.setAttribute('open', '');
    others?.dispatchEvent(new Event('toggle'));
  });
  expect(lines()).toHaveLength(250);
});
