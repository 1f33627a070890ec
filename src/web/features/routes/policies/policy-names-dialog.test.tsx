// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setConfig } from '#web/api/config.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { PolicyNamesDialog } from '#web/features/routes/policies/policy-names-dialog.tsx';
import { ownPolicies } from '#web/features/routes/policies/policy-names.ts';
import {
  getByRole,
  isShown,
  press,
  queryByRole,
  receipt,
  type,
} from '#web/features/routes/routes-pages.test.helper.tsx';
import { session } from '#web/session/session.ts';
import { ReceiptProvider } from '#web/ui/feedback/receipt.tsx';

const KEY = 'key-of-the-policy-tests-1234';
const NAMES = 'One per line: id, name, note';
const office = { id: 'ipp_1', name: 'Office', note: 'main site' };
const route = { edge_id: 'edge_1', id: 'route_1', label: '' };
const onClose = vi.fn<() => void>();
let root: Root;

setConfig(testConfig());

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  session.signIn(KEY, false);
  ownPolicies().change(() => [office]);
  onClose.mockClear();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <ReceiptProvider>
        <PolicyNamesDialog onClose={onClose} />
      </ReceiptProvider>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  session.end('none');
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const field = () => getByRole('textbox', NAMES) as HTMLTextAreaElement;

it('opens with what is kept, saves what is written and takes it back', async () => {
  expect(field().value).toBe('ipp_1, Office, main site');
  await type(NAMES, 'ipp_1, Headquarters\nipp_2, VPN, for all');
  await press('button', 'Save');
  expect(onClose).toHaveBeenCalledOnce();
  expect(ownPolicies().get()).toEqual([
    { id: 'ipp_1', name: 'Headquarters', note: '' },
    { id: 'ipp_2', name: 'VPN', note: 'for all' },
  ]);
  expect(receipt()).toContain('Saved 2 policy names.');
  await press('button', 'Undo');
  expect(ownPolicies().get()).toEqual([office]);
});

it('keeps what another tab has named meanwhile', async () => {
  const elsewhere = { id: 'ipp_9', name: 'Elsewhere', note: '' };
  await act(async () => ownPolicies().change((before) => [...before, elsewhere]));
  await type(NAMES, 'ipp_2, VPN');
  await press('button', 'Save');
  expect(ownPolicies().get()).toEqual([{ id: 'ipp_2', name: 'VPN', note: '' }, elsewhere]);
});

it('saves nothing of a text with a line that cannot be read, and leads there', async () => {
  await type(NAMES, 'ipp_1, Office\n10.0.0.0/8, Net\nipp_2, VPN');
  await press('button', 'Save');
  expect(isShown('Line 2: ‘10.0.0.0/8’ does not look like an id.')).toBe(true);
  expect(onClose).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field());
  expect(field().value.slice(field().selectionStart, field().selectionEnd)).toBe('10.0.0.0/8, Net');
  await type(NAMES, 'ipp_1, Office');
  expect(isShown('Line 2')).toBe(false);
});

it('keeps no key', async () => {
  await type(NAMES, `ipp_1, ${KEY}`);
  await press('button', 'Save');
  expect(isShown('This holds your API key.')).toBe(true);
  expect(ownPolicies().get()).toEqual([office]);
});

it('asks before it drops what was written', async () => {
  await press('button', 'Cancel');
  expect(onClose).toHaveBeenCalledOnce();
  await type(NAMES, 'ipp_1, Head');
  await press('button', 'Cancel');
  expect(onClose).toHaveBeenCalledOnce();
  await press('button', 'Keep editing');
  expect(field().value).toBe('ipp_1, Head');
  await press('button', 'Cancel');
  await press('button', 'Discard changes');
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('lists the ids that have no name yet', async () => {
  await act(async () => {
    knownRoutes().add([route]);
    knownRoutes().recordCheck(route, {
      state: 'module',
      enabled: true,
      ip_policy_ids: ['ipp_1', 'ipp_2', 'ipp_3'],
      read_at: 1,
    });
  });
  await press('button', 'Add the 2 ids without a name');
  expect(field().value).toBe('ipp_1, Office, main site\nipp_2, \nipp_3, ');
  expect(document.activeElement).toBe(field());
  expect(queryByRole('button', /without a name/)).toBeUndefined();
  await act(async () => void knownRoutes().remove(route));
});

it('changes no line that only another tab has changed, and takes back none', async () => {
  const vpn = { id: 'ipp_2', name: 'VPN', note: '' };
  const headquarters = { ...office, name: 'Headquarters' };
  await type(NAMES, `${(getByRole('textbox', NAMES) as HTMLTextAreaElement).value}\nipp_2, VPN`);
  await act(async () => ownPolicies().change(() => [headquarters]));
  await press('button', 'Save');
  expect(ownPolicies().get()).toEqual([headquarters, vpn]);
  const elsewhere = { id: 'ipp_9', name: 'Elsewhere', note: '' };
  await act(async () => ownPolicies().change((before) => [...before, elsewhere]));
  await press('button', 'Undo');
  expect(ownPolicies().get()).toEqual([headquarters, elsewhere]);
});

it('asks before the page goes with what was written', async () => {
  await type(NAMES, 'ipp_2, VPN');
  const unload = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(unload);
  expect(unload.defaultPrevented).toBe(true);
});
