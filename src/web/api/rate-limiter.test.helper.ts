import { createRateLimiter } from '#web/api/rate-limiter.ts';

/** A browser whose tabs hear each other. */
export function createBrowser() {
  const tabs = new Set<EventTarget>();
  const messages: unknown[] = [];

  function post(data: unknown, from?: EventTarget) {
    messages.push(data);
    for (const tab of tabs)
      if (tab !== from)
        tab.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
  }

  return {
    messages,
    /** As another app on the same origin could. */
    post,
    openTab(limit: number | null) {
      const target = new EventTarget();
      tabs.add(target);
      const limiter = createRateLimiter({
        configured: () => limit,
        channel: {
          postMessage: (data) => post(data, target),
          addEventListener: target.addEventListener.bind(target),
        },
      });
      return { ...limiter, close: () => void tabs.delete(target) };
    },
  };
}
