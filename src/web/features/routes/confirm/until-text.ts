import { preferences } from '#web/lib/preferences.ts';

// The field for a time knows no zone: what stands in it is in the zone in which times are shown.

const isUtc = () => preferences.get().zone === 'utc';

/** `Until`, `Until (UTC)` */
export const untilLabel = () => (isUtc() ? 'Until (UTC)' : 'Until');

/** @param text as the field holds it; `NaN` where there is none */
export const timeOfField = (text: string): number => Date.parse(isUtc() ? `${text}Z` : text);

/** As the field takes it, to the minute: `2026-11-23T05:34`. */
export function fieldText(at: number): string {
  const offset = isUtc() ? 0 : new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - offset).toISOString().slice(0, 16);
}

export function tomorrowAtNine(): number {
  const date = new Date();
  if (isUtc()) {
    date.setUTCDate(date.getUTCDate() + 1);
    return date.setUTCHours(9, 0, 0, 0);
  }
  date.setDate(date.getDate() + 1);
  return date.setHours(9, 0, 0, 0);
}
