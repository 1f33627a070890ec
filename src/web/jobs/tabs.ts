import type { JobState } from '#bulk/job.ts';
import { sleep } from '#client/retry.ts';
import { inTurns } from '#web/lib/in-turns.ts';

/** Between the tabs of one account. */
type Message =
  | { state: JobState }
  /** To the tab that runs the job. */
  | { halt: 'paused' | 'stopped' }
  | { ask: true }
  /** The job goes on with the present key, which is of the same account. */
  | { moved: true };

const LOCK = 'gatehouse-job';

/** Where there are no locks, the tabs answer each other within this time. */
const ANSWER_MS = 500;

export type TabsOptions = {
  /** `undefined` on a page without HTTPS, and refused where the browser refuses storage. */
  locks: Pick<LockManager, 'request' | 'query'> | undefined;
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
};

/** What the tabs of a browser say to each other, and the lock that one of them has at a time. */
export function createTabs({ locks, channel }: TabsOptions) {
  // In place of locks: turns within this tab, and between tabs the lowest rank.
  const turn = inTurns(1);
  /** 0: this tab has it; by lot while it asks for it. */
  let rank = Infinity;
  let isOutranked = false;
  const allowed = locks?.query().then(
    () => locks,
    () => undefined,
  );
  const tell = () => channel.postMessage({ rank });
  channel.addEventListener('message', ({ data }: MessageEvent<{ rank?: unknown } | null>) => {
    if (typeof data?.rank !== 'number') return;
    if (data.rank > rank) tell();
    else if (data.rank < rank) isOutranked = true;
  });

  /**
   * Does something with the lock.
   *
   * @param until waits for it as long as that; missing: does not wait
   * @returns false where another tab has it
   */
  async function withLock(work: () => Promise<void>, until?: AbortSignal): Promise<boolean> {
    const shared = await allowed;
    if (shared === undefined) {
      if (!until && rank === 0) return false;
      return turn(async () => {
        try {
          do {
            rank = Math.random();
            isOutranked = false;
            tell();
            await sleep(ANSWER_MS, until);
            if (isOutranked && !until) return false;
          } while (isOutranked);
          rank = 0;
          await work();
          return true;
        } finally {
          rank = Infinity;
        }
      });
    }
    const how = until ? { signal: until } : { ifAvailable: true };
    return shared.request(LOCK, how, async (lock) => {
      if (lock !== null) await work();
      return lock !== null;
    });
  }

  return {
    post: (account: string, message: Message) => channel.postMessage({ of: account, ...message }),
    listen: (hear: (account: string, message: Message) => void) =>
      channel.addEventListener(
        'message',
        ({ data }: MessageEvent<(Message & { of: string }) | null>) => data && hear(data.of, data),
      ),
    withLock,
    /** Does not wait for the lock. For work that goes on for long: resolves once that has begun, or with false. */
    beginWithLock: (work: (begun: () => void) => Promise<void>): Promise<boolean> =>
      new Promise((resolve, reject) => {
        withLock(() => work(() => resolve(true))).then(() => resolve(false), reject);
      }),
  };
}
