import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { setPreference } from '#web/lib/preferences.ts';
import { aboutTime, absoluteTime, clockTime, clockTimeExact, relativeTime } from '#web/lib/time.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

it.each([20, -30])('says just now of a moment %i seconds from now', (seconds) => {
  expect(relativeTime(now + seconds * 1000, now)).toBe('just now');
});

it.each([
  [4000, 'about 10 s'],
  [59_000, 'about 1 min'],
  [130_000, 'about 2 min'],
])('says of %i ms to come: %s', (ms, words) => {
  expect(aboutTime(ms)).toBe(words);
});

it('shows exact times in UTC once that is chosen, and says so', () => {
  vi.stubEnv('TZ', 'Asia/Kathmandu');
  const at = Date.parse('2025-12-31T20:31:05Z');
  expect(absoluteTime(at)).toBe('1 Jan 2026, 02:16 GMT+5:45');
  expect(clockTimeExact(at)).toBe('02:16:05');
  setPreference({ zone: 'utc' });
  expect(absoluteTime(at)).toBe('31 Dec 2025, 20:31 UTC');
  expect(clockTime(at)).toBe('20:31 UTC');
  expect(clockTimeExact(at)).toBe('20:31:05 UTC');
  setPreference({ zone: 'local' });
});

it('throws at no time that can be read, wherever the reader is', () => {
  vi.stubEnv('TZ', 'America/New_York');
  const at = Date.parse('-271821-04-20T00:00:00Z');
  expect(at).toBe(-8.64e15);
  for (const write of [absoluteTime, clockTime, clockTimeExact])
    expect(write(at)).toEqual(expect.any(String));
});

describe('like Intl', () => {
  it('says how long ago something was', () => {
    const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
    const DAY = 86_400;
    const units = fc.constantFrom<[Intl.RelativeTimeFormatUnit, number, number]>(
      ['minute', 60, 3600],
      ['hour', 3600, DAY],
      ['day', DAY, 7 * DAY],
      ['week', 7 * DAY, 30 * DAY],
      ['month', 30 * DAY, 365 * DAY],
      ['year', 365 * DAY, 250_000 * 365 * DAY],
    );
    fc.assert(
      fc.property(units, fc.double({ min: 0, max: 1, noNaN: true }), ([unit, one, end], part) => {
        const age = Math.floor(one + (end - 1 - one) * part);
        const said = words.format(-Math.floor(age / one), unit);
        expect(relativeTime(now - age * 1000, now)).toBe(said);
      }),
    );
  });

  const written = (date: Date) =>
    [absoluteTime, clockTime, clockTimeExact].map((write) => write(date.getTime()));

  function byIntl(date: Date) {
    const clock = { hour: '2-digit', minute: '2-digit' } as const;
    const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
    const exact = { ...day, ...clock, timeZoneName: 'shortOffset' } as const;
    return [exact, clock, { timeStyle: 'medium' } as const].map((how) =>
      // Some versions leave the zero out.
      new Intl.DateTimeFormat('en-GB', how).format(date).replace(/GMT$/, 'GMT+0'),
    );
  }

  it('writes times wherever the reader is', () => {
    const anyZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const [min, max] = [new Date('1973-01-01'), new Date('2200-01-01')];
    const anyTime = fc.date({ min, max, noInvalidDate: true });
    // In every run: parts of an hour, on either side of Greenwich.
    const zones = ['UTC', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Marquesas'];
    const examples = zones.map((zone): [string, Date] => [zone, new Date('2026-11-21T12:00:00Z')]);
    fc.assert(
      fc.property(anyZone, anyTime, (zone, date) => {
        vi.stubEnv('TZ', zone);
        expect(written(date)).toEqual(byIntl(date));
      }),
      { examples },
    );
  });
});
