import { beforeEach, expect, it, vi } from 'vitest';
import { checkTime, limitsFrom } from '#web/session/session-limits.ts';
import { testConfig } from '#web/test/config.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeEach(() => vi.useFakeTimers({ now: 1_800_000_000_000 }));

const check = (idleLeft: number, ageLeft: number) =>
  checkTime({ usedAt: Date.now(), signedInAt: Date.now() }, { idle: idleLeft, age: ageLeft });

it('names the limit that comes first, and of two at once the one that stays', () => {
  expect(check(1, 2).warning).toBe('idle');
  expect(check(2, 1).warning).toBe('age');
  expect(check(1, 1).warning).toBe('age');
  expect(check(0, 0).over).toBe('age');
});

it('takes the limits that the operator has set', () => {
  const config = testConfig({ idle_minutes: 600, session_hours: 1 });
  expect(limitsFrom(config)).toEqual({ idle: 600 * MINUTE, age: HOUR });
});
