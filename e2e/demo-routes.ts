import { createCall, type Call } from '#client/api-client.ts';
import { inventoryEndpoints, type SharedRoute } from '#contract/inventory.ts';
import { ipRestrictionEndpoints, type IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { RUNTIME_CONFIG_PATH, RuntimeConfig } from '#contract/runtime-config.ts';
import { test } from './fixtures.ts';
import { apiKey, type Service } from './service.ts';

/** A route of the demonstration account and ids of policies that exist, so that a test can set its own scene. */
export interface Scene {
  route: SharedRoute;
  /** The route's editor. */
  path: string;
  params: { edge_id: string; id: string };
  policies: string[];
}

/** The operator's list, as the page of this service finds it. */
export async function sharedRoutes({ url }: Service): Promise<SharedRoute[]> {
  const config = await (await fetch(url + RUNTIME_CONFIG_PATH)).json();
  const { inventory_base, version_header: header, version: value } = RuntimeConfig.parse(config);
  const baseUrl = url + inventory_base;
  const call = createCall({ baseUrl, apiKey: () => apiKey, version: { header, value } });
  return (await call(inventoryEndpoints.routes, {})).routes;
}

export async function demoScene(service: Service, call: Call): Promise<Scene> {
  const routes = await sharedRoutes(service);
  const policies = new Set<string>();
  for (const { edge_id, id } of routes) {
    const module = await call(ipRestrictionEndpoints.get, { params: { edge_id, id } }).catch(
      () => null,
    );
    for (const policy of module?.ip_policies ?? []) policies.add(policy.id);
  }
  const route = routes[0];
  if (!route || policies.size < 3)
    throw new Error('The demonstration account has too little in it');
  const { edge_id, id } = route;
  return {
    route,
    path: `/edges/${edge_id}/routes/${id}/ip-restriction`,
    params: { edge_id, id },
    policies: [...policies],
  };
}

/** The scene, and what a second client sees of its route and changes about it. */
export interface RouteScene extends Scene {
  set: (enabled: boolean, ip_policy_ids: string[]) => Promise<void>;
  remove: () => Promise<void>;
  /** `null` when the route has no restriction. */
  stored: () => Promise<IpRestrictionReplace | null>;
}

/** Gives each test the scene, and leaves the route with every policy in use: the next test of the worker needs them. */
export const routeTest = test.extend<{ scene: RouteScene }>({
  scene: async ({ service, call }, provide) => {
    const scene = await demoScene(service, call);
    const { params } = scene;
    await provide({
      ...scene,
      set: async (enabled, ip_policy_ids) => {
        await call(ipRestrictionEndpoints.replace, { params, body: { enabled, ip_policy_ids } });
      },
      remove: () => call(ipRestrictionEndpoints.remove, { params }),
      stored: async () => {
        const module = await call(ipRestrictionEndpoints.get, { params }).catch(() => null);
        return (
          module && {
            enabled: module.enabled,
            ip_policy_ids: module.ip_policies.map(({ id }) => id),
          }
        );
      },
    });
    await call(ipRestrictionEndpoints.replace, {
      params,
      body: { enabled: true, ip_policy_ids: scene.policies },
    });
  },
});
