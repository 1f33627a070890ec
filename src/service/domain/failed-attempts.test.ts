import { expect, it } from 'vitest';
import { createFailedAttempts } from '#service/domain/failed-attempts.ts';

it('lets an address try again when the minute of its first attempt is over', () => {
  let ms = 0;
  const attempts = createFailedAttempts(() => new Date(ms));
  const waits = Array.from({ length: 60 }, () => attempts.record('a'));
  expect(waits.every((wait) => wait === 0)).toBe(true);

  ms = 59_001;
  expect(attempts.record('a')).toBe(1);
  expect(attempts.record('b')).toBe(0);
  ms = 60_000;
  expect(attempts.record('a')).toBe(0);
});
