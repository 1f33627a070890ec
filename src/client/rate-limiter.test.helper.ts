import { createRateLimiter } from '#client/rate-limiter.ts';
import { createStore } from '#web/lib/emitter.ts';
import { createChannels } from '#web/test/browser.ts';

/** A browser whose tabs hear each other. */
export function createBrowser() {
  const { open, ...channels } = createChannels();
  return {
    ...channels,
    openTab(limit: number | null) {
      const { channel } = open();
      const pause = createStore(0);
      const limiter = createRateLimiter({ configured: () => limit, channel, pause });
      return { ...limiter, subscribe: pause.subscribe };
    },
  };
}
