const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const absolute = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'shortOffset',
});

/** Seconds of each unit, and the age from which the next one is used. */
const UNITS = [
  ['minute', 60, 3600],
  ['hour', 3600, 86_400],
  ['day', 86_400, 7 * 86_400],
  ['week', 7 * 86_400, 30 * 86_400],
  ['month', 30 * 86_400, 365 * 86_400],
  ['year', 365 * 86_400, Infinity],
] as const;

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Local time of day: `09:31`. */
export const clockTime = (at: number) => clock.format(at);

const exactClock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** With the seconds: `09:31:05`. */
export const clockTimeExact = (at: number) => exactClock.format(at);

/** `just now`, `3 hours ago`, `yesterday` */
export function relativeTime(at: number, now: number): string {
  const age = Math.round((now - at) / 1000);
  if (age < 45) return 'just now';
  const [unit, seconds] = UNITS.find(([, , until]) => age < until) ?? UNITS[5];
  return relative.format(-Math.max(1, Math.floor(age / seconds)), unit);
}

/** Local time with its offset: `21 Nov 2025, 09:14 GMT+1`. */
export const absoluteTime = (at: number) => absolute.format(at);

/** `about 20 s`, `about 8 min` */
export function aboutTime(ms: number): string {
  const seconds = Math.ceil(ms / 10_000) * 10;
  return seconds < 60 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} min`;
}

/** @returns `undefined` for a time that is unreadable or more than a minute ahead */
export function readTime(text: string, now: number): number | undefined {
  const at = Date.parse(text);
  return Number.isNaN(at) || at > now + 60_000 ? undefined : at;
}
