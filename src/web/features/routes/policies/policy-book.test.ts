// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inventoryEndpoints } from '#contract/inventory.ts';
import { callOrigin } from '#web/api/call.ts';
import { setConfig } from '#web/api/config.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { bookOf, policyBook } from '#web/features/routes/policies/policy-book.ts';
import {
  ownPolicies,
  policyName,
  sharedPolicies,
  subscribeNames,
} from '#web/features/routes/policies/policy-names.ts';
import { waitFor } from '#web/lib/wait.test.helper.ts';
import { session } from '#web/session/session.ts';

const NAMES = '/inventory/ip-policies';
const OTHER = '/inventory/routes';
/** Another read is through, so any before it is as well. */
const settled = () => callOrigin({ ...inventoryEndpoints.routes, path: OTHER }, {});
const policy = (id: string, name: string, note = '') => ({ id, name, note });
const namesOf = (...policies: ReturnType<typeof policy>[]) =>
  new Map(policies.map((each) => [each.id, each]));

let asked: string[] = [];

/** @param respond how the read of the names is answered, one after the other; the last one for good */
function answerNames(...respond: Array<() => Response>) {
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    if (pathname !== NAMES) return Response.json({ routes: [] });
    return (respond.length > 1 ? respond.shift() : respond[0])?.();
  });
}

const shared =
  (...ip_policies: object[]) =>
  () =>
    Response.json({ ip_policies });
const refused = (status_code: number) => () =>
  Response.json({ error_code: 'REFUSED', status_code, msg: '' }, { status: status_code });
const show = (listener = () => {}) => ends.push(subscribeNames(listener));
let ends: Array<() => void> = [];

beforeEach(() => {
  asked = [];
  setConfig(testConfig({ inventory_base: '/inventory' }));
  ownPolicies().change(() => []);
  session.signIn('key-of-the-policy-tests-1234', false);
});
afterEach(() => {
  ends.forEach((end) => end());
  ends = [];
  session.end('none');
  vi.unstubAllGlobals();
});

it('finds whole ids and whole names, however they are written', () => {
  const book = bookOf(
    namesOf(policy('ipp_1', 'Office  Berlin'), policy('ipp_2', 'VPN'), policy('ipp_3', 'vpn')),
    new Map([['ipp_4', 2]]),
  );
  expect(book.find(' office berlin ')).toEqual(['ipp_1']);
  expect(book.find('VPN')).toEqual(['ipp_2', 'ipp_3']);
  expect(book.find('ipp_4')).toEqual(['ipp_4']);
  expect(book.find('Office')).toEqual(['Office']);
  expect(book.find('  ')).toEqual([]);
});

it('takes an id for itself, also where another policy is called so', () => {
  const book = bookOf(namesOf(policy('ipp_1', 'ipp_2'), policy('ipp_2', 'VPN')), new Map());
  expect(book.find('ipp_2')).toEqual(['ipp_2']);
});

it('lists by name, those without one last, and says where each is used', () => {
  const book = bookOf(
    namesOf(policy('ipp_1', 'b'), policy('ipp_2', 'A', 'first'), policy('ipp_3', '')),
    new Map([
      ['ipp_0', 1],
      ['ipp_1', 3],
    ]),
  );
  expect(book.policies).toEqual([
    { id: 'ipp_2', name: 'A', note: 'first', usedBy: 0 },
    { id: 'ipp_1', name: 'b', note: '', usedBy: 3 },
    { id: 'ipp_0', name: '', note: '', usedBy: 1 },
    { id: 'ipp_3', name: '', note: '', usedBy: 0 },
  ]);
});

it('reads the operator’s names once, and this device’s stand above them', async () => {
  answerNames(shared(policy('ipp_1', 'Office', 'theirs'), policy('ipp_2', 'VPN')));
  show();
  show();
  await waitFor(() => expect(policyName('ipp_1')).toBe('Office'));
  ownPolicies().change(() => [policy('ipp_1', 'Headquarters')]);
  show();
  expect(policyBook().policies).toEqual([
    { id: 'ipp_1', name: 'Headquarters', note: 'theirs', usedBy: 0 },
    { id: 'ipp_2', name: 'VPN', note: '', usedBy: 0 },
  ]);
  expect(asked).toEqual([NAMES]);
});

it('forgets the operator’s names with the session that they were read in', async () => {
  answerNames(shared(policy('ipp_1', 'Office')));
  show();
  await waitFor(() => expect(sharedPolicies()).toHaveLength(1));
  session.end('signed-out');
  expect(policyName('ipp_1')).toBe('');
});

it('asks a server that has no names only once', async () => {
  answerNames(refused(404));
  show();
  await waitFor(() => expect(asked).toContain(NAMES));
  await settled();
  show();
  await settled();
  expect(asked.filter((path) => path === NAMES)).toHaveLength(1);
});

it('asks again after another failure', async () => {
  answerNames(refused(400), shared(policy('ipp_1', 'Office')));
  await waitFor(() => {
    show();
    expect(policyName('ipp_1')).toBe('Office');
  });
  expect(asked).toEqual([NAMES, NAMES]);
});

it('asks nobody where the configuration names no inventory', async () => {
  setConfig(testConfig());
  answerNames(shared());
  show();
  await settled();
  expect(asked).toEqual([OTHER]);
});

it('keeps the book while a check finds the same policies', () => {
  const route = { edge_id: 'edge_1', id: 'route_1' };
  const check = (read_at: number, ...ip_policy_ids: string[]) =>
    knownRoutes().recordCheck(route, { state: 'module', enabled: true, ip_policy_ids, read_at });
  knownRoutes().add([{ ...route, label: '' }]);
  check(1, 'ipp_1', 'ipp_1');
  const before = policyBook();
  expect(before.policies).toMatchObject([{ id: 'ipp_1', usedBy: 1 }]);
  check(2, 'ipp_1');
  expect(policyBook()).toBe(before);
  check(3, 'ipp_2');
  expect(policyBook().policies).toMatchObject([{ id: 'ipp_2', usedBy: 1 }]);
});
