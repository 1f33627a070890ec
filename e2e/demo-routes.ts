import type { Call } from '#client/api-client.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { RUNTIME_CONFIG_PATH, RuntimeConfig, type SharedRoute } from '#contract/runtime-config.ts';
import type { Service } from './service.ts';

/** A route of the demonstration account and ids of policies that exist, so that a test can set its own scene. */
export interface Scene {
  route: SharedRoute;
  /** The route's editor. */
  path: string;
  params: { edge_id: string; id: string };
  policies: string[];
}

export async function demoScene(service: Service, call: Call): Promise<Scene> {
  const answer = await fetch(`${service.url}${RUNTIME_CONFIG_PATH}`);
  const { routes } = RuntimeConfig.parse(await answer.json());
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
