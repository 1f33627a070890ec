import { createCall } from '#client/api-client.ts';
import { absoluteBase } from '#client/request.ts';
import { runtimeConfigEndpoint, type RuntimeConfig } from '#contract/runtime-config.ts';

let config: RuntimeConfig | undefined;

/**
 * Read once, before anything is shown: from this page's server, or from a file on a static host. Cookies go along
 * to it, for a host that asks for a sign-in of its own lets the page itself through by them.
 */
export async function loadConfig(): Promise<void> {
  const call = createCall({ baseUrl: '', apiKey: () => null, credentials: 'same-origin' });
  config = await call(runtimeConfigEndpoint, {});
}

/** What the operator told this page at its start. */
export function runtimeConfig(): RuntimeConfig {
  if (config === undefined) throw new Error('The configuration was read before it was loaded');
  return config;
}

/** Absolute address of the API. */
export const apiBase = () => absoluteBase(runtimeConfig().api_base);

/** Hosts whose addresses mean the connected service: as people know it, where it answers, and this page's own. */
export function ownHosts(): string[] {
  return [runtimeConfig().service_host, new URL(apiBase()).host, location.host];
}
