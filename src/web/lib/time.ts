import { count } from '#web/lib/format.ts';
import { preferences } from '#web/lib/preferences.ts';

// By hand: the first of each formatter of `Intl` costs more than all rows of a page.

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ');

/** The seconds of each unit. */
const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const twoDigits = (value: number) => String(value).padStart(2, '0');

const isUtc = () => preferences.get().zone === 'utc';

/** Minutes that the shown zone is ahead of UTC then. */
const offsetAt = (at: number) => (isUtc() ? 0 : -new Date(at).getTimezoneOffset());

/** Its UTC fields are those of the shown zone. */
const shown = (at: number) => new Date(at + offsetAt(at) * 60_000);

const zoneMark = () => (isUtc() ? ' UTC' : '');

/** Time of day: `09:31`, `09:31 UTC`. */
export const clockTime = (at: number) => hoursOf(at) + zoneMark();

/** With the seconds: `09:31:05`. */
export const clockTimeExact = (at: number) =>
  `${hoursOf(at)}:${twoDigits(shown(at).getUTCSeconds())}${zoneMark()}`;

// `toISOString` would throw where the zone leads out of the range of `Date`: a service may send its first moment.
const hoursOf = (at: number) =>
  `${twoDigits(shown(at).getUTCHours())}:${twoDigits(shown(at).getUTCMinutes())}`;

/** `just now`, `3 hours ago`; not `yesterday`, which a day and a half ago may be no more. */
export function relativeTime(at: number, now: number): string {
  const age = Math.round((now - at) / 1000);
  if (age < 45) return 'just now';
  const [unit, seconds] = UNITS.find((each) => age >= each[1]) ?? UNITS[5];
  return `${count(Math.floor(age / seconds) || 1, unit)} ago`;
}

/** With the zone: `21 Nov 2025, 09:14 GMT+1`, `21 Nov 2025, 08:14 UTC`. */
export function absoluteTime(at: number): string {
  const date = shown(at);
  const day = `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  return `${day}, ${hoursOf(at)}${zoneMark() || ` GMT${offset(offsetAt(at))}`}`;
}

/** `+1`, `-3:30` */
function offset(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${twoDigits(rest)}`}`;
}

/** `about 20 s`, `about 8 min` */
export function aboutTime(ms: number): string {
  const seconds = Math.ceil(ms / 10_000) * 10;
  return seconds < 60 ? `about ${seconds} s` : `about ${Math.round(seconds / 60)} min`;
}
