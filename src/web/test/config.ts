import { RuntimeConfig } from '#contract/runtime-config.ts';

/** The defaults, for the service `api.test`. */
export const testConfig = (config: Partial<RuntimeConfig> = {}): RuntimeConfig =>
  RuntimeConfig.parse({ service_host: 'api.test', ...config });
