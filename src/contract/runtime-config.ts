import * as z from 'zod/mini';
import { endpoint, none } from '#contract/endpoint.ts';

/** Where the page reads it, on its own origin. */
export const RUNTIME_CONFIG_PATH = '/config.json';

/** A route that the operator shows to everybody. */
export const SharedRoute = z.object({ label: z.string(), edge_id: z.string(), id: z.string() });
export type SharedRoute = z.infer<typeof SharedRoute>;

/** What the server tells the page at its start. Public: no key is needed to read it. */
export const RuntimeConfig = z.object({
  /** Host of the service behind this dashboard, for people to see. */
  service_host: z.string(),
  version_header: z.string(),
  routes: z.array(SharedRoute),
});
export type RuntimeConfig = z.infer<typeof RuntimeConfig>;

export const runtimeConfigEndpoint = endpoint({
  method: 'GET',
  path: RUNTIME_CONFIG_PATH,
  query: none,
  body: none,
  status: 200,
  result: RuntimeConfig,
});
