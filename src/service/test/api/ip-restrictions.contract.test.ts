import { beforeAll, beforeEach, expect, it } from 'vitest';
import { INVENTORY_BASE, inventoryEndpoints, type SharedRoute } from '#contract/inventory.ts';
import { outcome } from '#service/http/openapi/checks.test.helper.ts';
import {
  API_HEADERS,
  firstModule,
  modulePath,
  sharedService,
  throughUpstream,
} from '#service/test/running-service.test.helper.ts';

const service = sharedService({ demo: true });
let routes: SharedRoute[];
let policies: string[];
let module: string;

beforeAll(async () => {
  const { ipRestrictions } = service.account.stores;
  routes = await ipRestrictions.routes();
  policies = (await ipRestrictions.policies()).map(({ id }) => id);
  module = await firstModule(service);
});
beforeEach(() => replace({ ip_policy_ids: policies.slice(0, 2) }));

const replace = (body: unknown) => service.api('PUT', module, { body });
const get = () => service.api('GET', module);

it('tells the names of its policies', async () => {
  const { path, result } = inventoryEndpoints.policies;
  const answer = await fetch(service.url + INVENTORY_BASE + path, { headers: API_HEADERS });
  const { ip_policies } = result.parse(await answer.json());
  // Before another service it tells those of its own file, and here it has none.
  const ids = ip_policies.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(throughUpstream ? [] : policies));
  expect(ip_policies.some(({ name }) => name === 'VPN exit addresses')).toBe(!throughUpstream);
});

it('gives back policies as references, in the order sent and without repeats', async () => {
  const [one, two, three] = policies;
  const answer = await replace({ enabled: false, ip_policy_ids: [three, one, three, two, one] });
  expect(answer.json).toEqual({
    enabled: false,
    ip_policies: [three, one, two].map((id) => ({
      id,
      uri: `${service.publicUrl}/api/ip_policies/${id}`,
    })),
  });
  expect((await get()).json).toEqual(answer.json);
});

it('switches on when enabled is left out, and empties when the policies are', async () => {
  await replace({ enabled: false, ip_policy_ids: policies });
  expect((await replace({ ip_policy_ids: policies })).json.enabled).toBe(true);
  expect((await replace({ enabled: false })).json).toEqual({ enabled: false, ip_policies: [] });
});

it('refuses unknown policies, names each, and changes nothing', async () => {
  const absent = `ipp_${'0'.repeat(27)}`;
  const answer = await replace({ ip_policy_ids: [policies[0], absent, '__proto__', absent] });
  expect(outcome(answer)).toBe('400 UNKNOWN_IP_POLICY');
  expect(answer.json.details).toMatchObject({
    ip_policy_ids: `Unknown IP policies: ${absent}, __proto__`,
    [`ip_policy_ids.${absent}`]: 'There is no IP policy with this id',
    'ip_policy_ids.__proto__': 'There is no IP policy with this id',
  });
  expect((await get()).json.ip_policies).toMatchObject([{ id: policies[0] }, { id: policies[1] }]);
});

it('names the fields of what it refuses', async () => {
  const { json } = await replace({ enabled: 'yes', ip_policy_ids: ['', 7] });
  const fields = ['enabled', 'ip_policy_ids.0', 'ip_policy_ids.1', 'operation_id'];
  expect([json.status_code, Object.keys(json.details)]).toEqual([400, fields]);
  expect((await replace({ ip_policy_ids: null })).json.details).toHaveProperty(['ip_policy_ids']);
});

it('tells an unknown edge from a route that is unknown or of another edge, on any condition', async () => {
  const [first] = routes;
  const other = routes.find((route) => route.edge_id !== first?.edge_id);
  for (const [edge_id = '', id = '', code] of [
    ['none', first?.id, 'EDGE_NOT_FOUND'],
    [first?.edge_id, 'none', 'ROUTE_NOT_FOUND'],
    [other?.edge_id, first?.id, 'ROUTE_NOT_FOUND'],
  ])
    for (const [method, body] of [['GET'], ['PUT', {}], ['DELETE']] as const)
      for (const headers of [{}, { 'If-Match': '"stale"' }]) {
        const answer = await service.api(method, modulePath({ edge_id, id }), { headers, body });
        expect(outcome(answer)).toBe(`404 ${code}`);
      }
});
