import type { JobTarget } from '#web/jobs/job.ts';
import type { JobsOptions } from '#web/jobs/loaded.ts';
import { createChannels } from '#web/test/browser.ts';

/** Tabs of one browser with their locks; a tab that dies gives its own back. */
export function createBrowser() {
  const channels = createChannels();
  let last: Promise<unknown> = Promise.resolve();
  let isHeld = false;

  return {
    tab() {
      const { channel, freeze } = channels.open();
      const end = new AbortController();
      const dead = new Promise<void>((resolve) =>
        end.signal.addEventListener('abort', () => resolve()),
      );
      async function request(
        name: string,
        { ifAvailable }: LockOptions,
        work: (lock: Lock | null) => unknown,
      ) {
        if (ifAvailable && isHeld) return work(null);
        const mine = last.then(async () => {
          if (end.signal.aborted) return;
          isHeld = true;
          try {
            await Promise.race([work({ name, mode: 'exclusive' }), dead]);
          } finally {
            isHeld = false;
          }
        });
        last = mine.catch(() => {});
        return mine;
      }
      return {
        channel,
        locks: { request: request as LockManager['request'] },
        die() {
          end.abort();
          freeze();
        },
      };
    },
  };
}

/** A target without anything; a test puts over it what it is about. */
export const noTarget: JobTarget = {
  read: async () => null,
  write: () => Promise.reject(new Error('Nothing is written here')),
  findCreated: async () => undefined,
  readsFirst: () => false,
  refusal: () => undefined,
  kindOf: () => 'set-inactive',
};

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
