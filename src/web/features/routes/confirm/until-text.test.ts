// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  fieldText,
  timeOfField,
  tomorrowAtNine,
  untilLabel,
} from '#web/features/routes/confirm/until-text.ts';
import { setPreference } from '#web/lib/preferences.ts';

beforeEach(() => vi.stubEnv('TZ', 'Asia/Kolkata'));
afterEach(() => {
  vi.unstubAllEnvs();
  setPreference({ zone: 'local' });
});

const AT = Date.UTC(2026, 10, 23, 5, 34);

it('is in the zone in which times are shown, and says so', () => {
  expect([untilLabel(), fieldText(AT)]).toEqual(['Until', '2026-11-23T11:04']);
  expect(timeOfField('2026-11-23T11:04')).toBe(AT);
  setPreference({ zone: 'utc' });
  expect([untilLabel(), fieldText(AT)]).toEqual(['Until (UTC)', '2026-11-23T05:34']);
  expect(timeOfField('2026-11-23T05:34')).toBe(AT);
});

it.each(['local', 'utc'] as const)('is at nine tomorrow in the zone %s', (zone) => {
  setPreference({ zone });
  expect(fieldText(tomorrowAtNine())).toMatch(/T09:00$/);
});

it.each(['local', 'utc'] as const)('has no time where the field is empty, zone %s', (zone) => {
  setPreference({ zone });
  expect(timeOfField('')).toBeNaN();
});
