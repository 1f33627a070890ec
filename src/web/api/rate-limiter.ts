import { useSyncExternalStore } from 'react';
import { createRateLimiter } from '#client/rate-limiter.ts';
import { configuredLimit } from '#web/api/config.ts';
import { openChannel } from '#web/lib/channel.ts';
import { formatNumber } from '#web/lib/format.ts';
import { createStore } from '#web/lib/store.ts';
import { session } from '#web/session/session.ts';

const pause = createStore(0);

/** The limiter of this tab. */
export const rateLimiter = {
  ...createRateLimiter({
    configured: configuredLimit,
    channel: openChannel('gatehouse-requests'),
    pause,
  }),
  /** Called when the end of a pause has changed. */
  subscribe: pause.subscribe,
};

session.onEnd(rateLimiter.clear);

/** How much of the limit is left, in words: `48 of 120 left this minute`. `undefined` where no limit is known. */
export const useBudget = () => useSyncExternalStore(everySecond, budgetText);

function budgetText(): string | undefined {
  const use = rateLimiter.use();
  if (!use) return undefined;
  const left = Math.max(0, use.limit - use.used);
  return `${formatNumber(left)} of ${formatNumber(use.limit)} left this minute`;
}

function everySecond(listener: () => void) {
  const timer = setInterval(listener, 1000);
  return () => clearInterval(timer);
}
