// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setConfig } from '#web/api/config.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { ownPolicies } from '#web/features/routes/policies/policy-names.ts';
import {
  addPolicies,
  closePage,
  EDITOR,
  getByRole,
  isShown,
  openPage,
  policies,
  press,
  queryByRole,
  type,
} from '#web/features/routes/routes-pages.test.helper.tsx';

setConfig(testConfig());
const other = { edge_id: 'edge_2', id: 'route_2', label: 'Other' };
let forgetOther = () => {};

beforeEach(() => {
  ownPolicies().change(() => [
    { id: 'ipp_berlin', name: 'Office Berlin', note: 'main site' },
    { id: 'ipp_vpn', name: 'VPN', note: '' },
  ]);
  knownRoutes().add([other]);
  knownRoutes().recordCheck(other, {
    state: 'module',
    enabled: true,
    ip_policy_ids: ['ipp_berlin', 'ipp_bare'],
    read_at: 1,
  });
  forgetOther = () => knownRoutes().remove(other);
});
afterEach(async () => {
  await closePage();
  forgetOther();
  ownPolicies().change(() => []);
});

const open = (...ip_policy_ids: string[]) => openPage(EDITOR, { enabled: true, ip_policy_ids });
const field = () => getByRole('textbox', 'Add IP policy ids') as HTMLInputElement;
const options = () =>
  [...(field().list?.options ?? [])].map(
    (option) => `${option.value}: ${option.getAttribute('label')}`,
  );

/** A press of Enter; @returns whether the browser may still submit the form */
const enter = () =>
  act(async () =>
    field().dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
    ),
  );

it('completes from those known, with the routes that use them', async () => {
  await open('ipp_vpn');
  expect(options()).toEqual([
    'ipp_berlin: Office Berlin · main site · used by 1 route',
    'ipp_vpn: VPN · used by 1 route',
    'ipp_bare: used by 1 route',
  ]);
  await type('Add IP policy ids', 'berl');
  expect(options()).toHaveLength(1);
});

it('adds by Enter, also by name, and keeps the focus', async () => {
  await open();
  await type('Add IP policy ids', 'office berlin; ipp_new');
  expect(await enter()).toBe(false);
  expect(policies().join()).toMatch(/ipp_berlin.*ipp_new/);
  expect(field().value).toBe('');
  expect(document.activeElement).toBe(field());
});

it('holds back what looks like something else', async () => {
  await open();
  await addPolicies('bot_1, ipp_a');
  expect(isShown('‘bot_1’ looks like a bot user, not an IP policy.')).toBe(true);
  expect(field().value).toBe('bot_1');
  await press('button', 'Add anyway');
  expect(policies()).toHaveLength(2);
  expect(field().value).toBe('');
  expect(document.activeElement).toBe(field());
  expect(queryByRole('button', 'Add anyway')).toBeUndefined();
});

it('does not offer to add anyway what has been corrected', async () => {
  await open();
  await addPolicies('bot_1');
  await type('Add IP policy ids', 'ipp_a');
  expect(queryByRole('button', 'Add anyway')).toBeUndefined();
  expect(isShown('looks like a bot user')).toBe(false);
});

it('parts the lines of a paste, at the place of the caret', async () => {
  await open();
  await type('Add IP policy ids', 'a z');
  field().setSelectionRange(1, 2);
  const pasted = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(pasted, { clipboardData: { getData: () => ', b\r\nOffice Berlin\n' } });
  await act(async () => field().dispatchEvent(pasted));
  expect(pasted.defaultPrevented).toBe(true);
  expect(field().value).toBe('a, b, Office Berlinz');
});
