import { useSyncExternalStore } from 'react';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { formatNumber } from '#web/lib/format.ts';

/** How much of the limit is left, in words: `48 of 120 left this minute`. `undefined` where no limit is known. */
export const useBudget = () => useSyncExternalStore(rateLimiter.subscribe, budgetText);

function budgetText(): string | undefined {
  const use = rateLimiter.use();
  if (!use) return undefined;
  const left = Math.max(0, use.limit - use.used);
  return `${formatNumber(left)} of ${formatNumber(use.limit)} left this minute`;
}
