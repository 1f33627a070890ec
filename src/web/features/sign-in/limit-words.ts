import { configuredLimits, HOUR_MS, MINUTE_MS } from '#web/api/session-limits.ts';
import { count } from '#web/ui/format.ts';

/** How long a session may go without use: `30 minutes`; with so many milliseconds off. */
export const idleMinutes = (less = 0) =>
  count((configuredLimits().idle - less) / MINUTE_MS, 'minute');

/** How long a session may last at all: `8 hours`. */
export const sessionHours = () => count(configuredLimits().age / HOUR_MS, 'hour');
