import { runtimeConfig } from '#web/api/config.ts';
import { limitsFrom, HOUR_MS, MINUTE_MS } from '#web/session/session-limits.ts';
import { count } from '#web/lib/format.ts';

/** How long a session may go without use: `30 minutes`; with so many milliseconds off. */
export const idleMinutes = (less = 0) =>
  count((limitsFrom(runtimeConfig()).idle - less) / MINUTE_MS, 'minute');

/** How long a session may last at all: `8 hours`. */
export const sessionHours = () => count(limitsFrom(runtimeConfig()).age / HOUR_MS, 'hour');
