import { createCall } from '#client/api-client.ts';
import { runtimeConfigEndpoint, type RuntimeConfig } from '#contract/runtime-config.ts';

let loaded: RuntimeConfig | undefined;

/**
 * First as the document preloads it: Firefox would ask once more for anything else. Then past the browser's cache, and
 * so that a redirect to another host, which no page can follow, is told as one.
 */
let requestOptions: RequestInit = {};

/**
 * What the operator told this page. Read once, before anything is shown: from this page's server, or from a file on a
 * static host. Cookies go along: a host that asks for a sign-in of its own lets the page itself through by them.
 */
export async function loadConfig(): Promise<RuntimeConfig> {
  const call = createCall({
    baseUrl: location.origin,
    apiKey: () => null,
    fetch: ({ url, signal }) => {
      const response = fetch(url, { ...requestOptions, signal });
      requestOptions = { cache: 'no-store', redirect: 'manual' };
      return response;
    },
  });
  const config = await call(runtimeConfigEndpoint, {});
  setConfig(config);
  return config;
}

export const setConfig = (config: RuntimeConfig) => void (loaded = config);

export function runtimeConfig(): RuntimeConfig {
  if (loaded === undefined) throw new Error('The configuration was read before it was loaded');
  return loaded;
}

/** For people. Before the configuration has come it is this page's own host that answers or does not. */
export const serviceHost = () => loaded?.service_host ?? location.host;

/** Whether the service lists what the API cannot. */
export const hasInventory = () => runtimeConfig().inventory_base !== null;

/** Requests a minute; `null`: no limit is known, or the configuration has not come yet. */
export const configuredLimit = () => loaded?.limits.requests_per_minute ?? null;

/** Which version is asked for: the operator's word, and taken from nowhere else. */
export function apiVersion() {
  const { version_header: header, version: value } = runtimeConfig();
  return { header, value };
}

/** Absolute address of the API. Joined as text: resolved like a link, an empty one would get a slash. */
export const apiBase = ({ api_base } = runtimeConfig()) =>
  /^https?:/.test(api_base) ? api_base : location.origin + api_base;

/** Hosts whose addresses mean the connected service: as people know it, where it answers, and this page's own. */
export const ownHosts = (config: RuntimeConfig): string[] => [
  config.service_host,
  new URL(apiBase(config)).host,
  location.host,
];
