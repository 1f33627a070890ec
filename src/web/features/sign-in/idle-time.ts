import { runtimeConfig } from '#web/api/config.ts';
import { count } from '#web/ui/format.ts';

const MINUTE = 60_000;

/** The warning comes this long before the end; its title says so in words. */
export const IDLE_WARNING_MS = 2 * MINUTE;

/** Milliseconds without use after which the session ends. */
export const idleMs = () => runtimeConfig().idle_minutes * MINUTE;

/** The same in words: `30 minutes`; with so many milliseconds off. */
export const idleMinutes = (less = 0) => count((idleMs() - less) / MINUTE, 'minute');
