import { createCall } from '#client/api-client.ts';
import { runtimeConfigEndpoint, type RuntimeConfig } from '#contract/runtime-config.ts';

let config: RuntimeConfig | undefined;

/** Read once, before anything is shown. */
export async function loadConfig(): Promise<void> {
  const call = createCall({ baseUrl: location.origin, apiKey: () => null });
  config = await call(runtimeConfigEndpoint, {});
}

/** What the server told this page at its start. */
export function runtimeConfig(): RuntimeConfig {
  if (config === undefined) throw new Error('The configuration was read before it was loaded');
  return config;
}
