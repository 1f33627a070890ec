import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { ageText, idleText } from '#web/session/session-limits.ts';

type FormConfig = Pick<RuntimeConfig, 'service_host' | 'idle_minutes' | 'session_hours'>;

/** What the sign-in form says of the configuration; the key of each is in `data-config` of its element. */
export const formTexts = (config: FormConfig) => ({
  host: config.service_host,
  idle: idleText(config),
  age: ageText(config),
});

/** Password managers keep one entry for each service by it. */
export const serviceName = ({
  service_host,
  instance,
}: Pick<RuntimeConfig, 'service_host' | 'instance'>) =>
  instance ? `${service_host} (${instance.name})` : service_host;
