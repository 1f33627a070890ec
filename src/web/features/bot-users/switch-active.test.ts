import { expect, it } from 'vitest';
import { ApiError } from '#client/errors.ts';
import { switchFailureAtRow } from '#web/features/bot-users/switch-active.tsx';
import '#web/test/config.ts';

it('says once that nothing was sent', () => {
  const paused = new ApiError('', { kind: 'paused', retryAfterMs: 9000 });
  expect(switchFailureAtRow(paused)).toBe(
    'Not sent: the limit of the service is reached. Try again in 9 s.',
  );
  const refused = new ApiError('', { kind: 'status', status: 500, fields: {} });
  expect(switchFailureAtRow(refused)).toBe('Not changed. The service answered 500.');
});
