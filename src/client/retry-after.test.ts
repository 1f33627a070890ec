import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { retryAfterMs } from '#client/retry.ts';

const now = Date.parse('1994-11-06T08:49:00Z');

it.each([
  ['0', 0],
  ['7', 7000],
  [' 120 ', 120_000],
  ['3600', 3_600_000],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 37_000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 37_000],
  ['Sun Nov  6 08:49:37 1994', 37_000],
  ['Sun, 06 Nov 1994 08:00:00 GMT', 0], // over already
  ['9'.repeat(400), 30 * 24 * 3_600_000],
])('reads %s', (value, ms) => expect(retryAfterMs(value, now)).toBe(ms));

it.each([
  null,
  '',
  ' ',
  'soon',
  '-5',
  '1.5',
  '5 apples',
  '2026-01-01',
  'Sun, 99 Foo 1994 GMT',
  'May 2030',
  'Mon 5',
  'Wait 60',
  '٣',
])('reads nothing from %j', (value) => expect(retryAfterMs(value, now)).toBeUndefined());

it('gives a time that can be waited for, or none, whatever a service sends', () =>
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.integer().map(String),
        fc.double().map(String),
        fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
      ),
      (value) => {
        const ms = retryAfterMs(value, now);
        if (ms === undefined) return;
        expect(Number.isFinite(ms) && ms >= 0 && ms <= 30 * 24 * 3_600_000).toBe(true);
      },
    ),
  ));

it('reads every whole number of seconds and every date to the second', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000_000 }), (seconds) => {
      expect(retryAfterMs(String(seconds), now)).toBe(seconds * 1000);
      const date = new Date(now + seconds * 1000).toUTCString();
      expect(retryAfterMs(date, now)).toBe(seconds * 1000);
    }),
  ));
