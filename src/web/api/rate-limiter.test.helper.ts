import { createRateLimiter } from '#web/api/rate-limiter.ts';
import { createChannels } from '#web/test/browser.ts';

/** A browser whose tabs hear each other. */
export function createBrowser() {
  const { open, ...channels } = createChannels();
  return {
    ...channels,
    openTab(limit: number | null) {
      const { channel, freeze } = open();
      return { ...createRateLimiter({ configured: () => limit, channel }), close: freeze };
    },
  };
}
