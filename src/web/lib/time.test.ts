import { expect, it } from 'vitest';
import { aboutTime, readTime, relativeTime } from '#web/lib/time.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

it.each([
  ['2026-11-21T12:00:20Z', 'just now'],
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T11:59:00Z', '1 minute ago'],
  ['2026-11-21T09:00:01Z', '2 hours ago'],
  ['2026-11-20T12:00:00Z', 'yesterday'],
  ['2026-11-10T12:00:00Z', 'last week'],
  ['2026-10-01T12:00:00Z', 'last month'],
  ['2024-11-01T12:00:00Z', '2 years ago'],
])('says of %s at noon: %s', (text, words) => {
  expect(relativeTime(Date.parse(text), now)).toBe(words);
});

it('cannot read what is no time or has not come yet', () => {
  expect(readTime('soon', now)).toBeUndefined();
  expect(readTime('2026-11-21T12:05:00Z', now)).toBeUndefined();
  expect(readTime('2026-11-21T12:00:30Z', now)).toBe(now + 30_000);
});

it.each([
  [4000, 'about 10 s'],
  [45_000, 'about 50 s'],
  [59_000, 'about 1 min'],
  [130_000, 'about 2 min'],
  [480_000, 'about 8 min'],
])('says of %i ms to come: %s', (ms, words) => {
  expect(aboutTime(ms)).toBe(words);
});
