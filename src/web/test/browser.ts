/** Tabs of one browser: what one of them posts reaches the others, as over a BroadcastChannel. */
export function createChannels() {
  const tabs = new Set<EventTarget>();
  const messages: unknown[] = [];

  /** As a tab, or as another app on the same origin could. */
  function post(data: unknown, from?: EventTarget) {
    messages.push(data);
    for (const tab of tabs)
      if (tab !== from)
        tab.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
  }

  return {
    messages,
    post: (data: unknown) => post(data),
    open() {
      const tab = new EventTarget();
      tabs.add(tab);
      return {
        channel: {
          postMessage: (data: unknown) => post(data, tab),
          addEventListener: tab.addEventListener.bind(tab),
        } as Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>,
        /** No message reaches it any more: closed, frozen, or in the back-forward cache. */
        freeze: () => void tabs.delete(tab),
        /** Messages reach it again. */
        thaw: () => void tabs.add(tab),
      };
    },
  };
}
