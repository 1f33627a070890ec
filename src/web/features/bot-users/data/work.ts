import type { Waiting } from '#client/retry.ts';
import { createStore } from '#web/lib/emitter.ts';

export type WorkState = {
  status: 'idle' | 'running' | 'failed';
  /** Rows that it has read. */
  read: number;
  /** Milliseconds that it took so far. */
  elapsed: number;
  waiting: Waiting | undefined;
  error: Error | null;
};

type Outcome<Result> =
  | { kind: 'done'; result: Result }
  | { kind: 'failed'; error: Error }
  | { kind: 'stopped' };

/** What the work itself gets: when to end, and whom to tell how far it is. */
export type Job = {
  signal: AbortSignal;
  onRead: (rows: number) => void;
  onWait: (waiting: Waiting | undefined) => void;
};

export type Work<Result> = ReturnType<typeof createWork<Result>>;

const IDLE: WorkState = { status: 'idle', read: 0, elapsed: 0, waiting: undefined, error: null };

/**
 * Work of many requests outside of components: it goes on whatever page of the app is open.
 *
 * @param session ends the work
 */
export function createWork<Result>(session: AbortSignal, run: (job: Job) => Promise<Result>) {
  const store = createStore(IDLE);
  let running: { stop: AbortController; outcome: Promise<Outcome<Result>> } | undefined;

  async function work(stop: AbortController): Promise<Outcome<Result>> {
    const signal = AbortSignal.any([session, stop.signal]);
    const begun = performance.now();
    const tell = (change: Partial<WorkState>) => {
      if (!signal.aborted)
        store.set({ ...store.get(), elapsed: performance.now() - begun, ...change });
    };
    store.set({ ...IDLE, status: 'running' });
    try {
      const result = await run({
        signal,
        onRead: (rows) => tell({ read: store.get().read + rows, waiting: undefined }),
        onWait: (waiting) => tell({ waiting }),
      });
      signal.throwIfAborted();
      store.set(IDLE);
      return { kind: 'done', result };
    } catch (reason) {
      if (signal.aborted) return { kind: 'stopped' };
      const error = reason instanceof Error ? reason : new Error(String(reason));
      store.set({ ...IDLE, status: 'failed', error });
      return { kind: 'failed', error };
    }
  }

  return {
    get: store.get,
    subscribe: store.subscribe,

    /** Never rejects. Whoever asks for the same meanwhile gets the same outcome. */
    start(): Promise<Outcome<Result>> {
      if (running) return running.outcome;
      if (session.aborted) return Promise.resolve({ kind: 'stopped' });
      const stop = new AbortController();
      const outcome = work(stop).finally(() => {
        if (running?.stop === stop) running = undefined;
      });
      running = { stop, outcome };
      return outcome;
    },

    /** What came stays. */
    stop() {
      running?.stop.abort();
      running = undefined;
      if (store.get().status === 'running') store.set(IDLE);
    },

    /** For what has been read meanwhile in another way. */
    clearFailure() {
      if (store.get().status === 'failed') store.set(IDLE);
    },
  };
}
