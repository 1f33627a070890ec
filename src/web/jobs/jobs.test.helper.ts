import type { JobsOptions } from '#web/jobs/loaded.ts';

/** Locks of one browser; a tab that dies gives its own back. */
export function createBrowser() {
  const queues = new Map<string, Promise<unknown>>();
  const held = new Set<string>();
  const listeners = new Set<(event: MessageEvent) => void>();
  return {
    listeners,
    tab() {
      const die = new AbortController();
      const dead = new Promise<void>((resolve) =>
        die.signal.addEventListener('abort', () => resolve()),
      );
      let own: ((event: MessageEvent) => void) | undefined;
      return {
        die: () => {
          die.abort();
          if (own) listeners.delete(own);
        },
        locks: {
          request: (async (
            name: string,
            how: LockOptions,
            work: (lock: Lock | null) => unknown,
          ) => {
            if (how.ifAvailable && held.has(name)) return work(null);
            const before = queues.get(name) ?? Promise.resolve();
            const mine = before.then(async () => {
              if (die.signal.aborted) return;
              held.add(name);
              try {
                await Promise.race([work({ name, mode: 'exclusive' }), dead]);
              } finally {
                held.delete(name);
              }
            });
            queues.set(
              name,
              mine.catch(() => {}),
            );
            return mine;
          }) as LockManager['request'],
        },
        channel: {
          postMessage(data: unknown) {
            const message = { data: structuredClone(data) } as MessageEvent;
            for (const listener of listeners)
              if (listener !== own) queueMicrotask(() => listener(message));
          },
          addEventListener(_: string, listener: unknown) {
            own = listener as (event: MessageEvent) => void;
            listeners.add(own);
          },
        } as Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>,
      };
    },
  };
}

/** What a tab is made with where nothing is to wait; a test puts its own over it. */
export const AT_ONCE: Omit<JobsOptions, 'journal' | 'locks' | 'channel'> = {
  account: () => 'api.test 1',
  atOnce: () => 4,
  isOnline: () => true,
  online: async () => {},
  renewed: async () => {},
  room: async () => {},
  now: Date.now,
  clock: Date.now,
  sleep: async () => {},
  random: () => 0.5,
};
