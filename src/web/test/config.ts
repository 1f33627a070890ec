import { RuntimeConfig } from '#contract/runtime-config.ts';
import { setConfig } from '#web/api/config.ts';

/** The defaults, for the service `api.test`. */
export const testConfig = (config: Partial<RuntimeConfig> = {}): RuntimeConfig =>
  RuntimeConfig.parse({ service_host: 'api.test', ...config });

// A test that imports this file alone needs no other configuration.
setConfig(testConfig());
