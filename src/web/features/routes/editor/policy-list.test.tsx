// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, expect, it, vi } from 'vitest';
import type * as EditorState from '#web/features/routes/editor/editor-state.ts';
import {
  addPolicies,
  closePage,
  EDITOR,
  enforceSwitch,
  getByRole,
  openPage,
  policies,
  press,
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

const IDS = Array.from({ length: 30 }, (_, index) => `id_${index}`);

const open = () => openPage(EDITOR, { enabled: true, ip_policy_ids: IDS });

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

it('draws a row with three elements: a list may have hundreds', async () => {
  await open();
  const list = getByRole('list', 'IP policies');
  expect(list.querySelectorAll('*')).toHaveLength(3 * IDS.length);
});
