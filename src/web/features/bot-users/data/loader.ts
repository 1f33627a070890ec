import type { CallOptions } from '#client/api-client.ts';
import type { Waiting } from '#client/retry.ts';
import type { RateLimiter } from '#web/api/rate-limiter.ts';
import type { Found, ReadPage } from '#web/features/bot-users/data/reading.ts';
import type { RowStore } from '#web/features/bot-users/data/row-store.ts';
import { createTasks, type Extent, type Step } from '#web/features/bot-users/data/tasks.ts';

/** `refresh` and `more` are a press by hand; `all` and `check` long work, which keeps the pace of the budget. */
export type Task = 'refresh' | 'more' | 'all' | 'check';

export type Progress = {
  /** Rows that the task has read. */
  read: number;
  /** Milliseconds that it has been at work. */
  elapsed: number;
  waiting?: Waiting;
};

export type LoaderState = Extent & {
  /** What is asked for and not yet done. */
  wanted: readonly Task[];
  /** Of the long work. */
  progress: Progress | undefined;
  /** What failed last, until it is tried again. */
  failure: { task: Task; error: Error } | undefined;
};

export type Outcome =
  | { kind: 'done'; added: number; found?: Found }
  | { kind: 'failed'; error: Error }
  | { kind: 'cancelled' };

export interface Loader {
  state(): LoaderState;
  subscribe(listener: () => void): () => void;
  /** Never rejects. What is asked for already is not done twice: both presses get its outcome. */
  run(task: Task): Promise<Outcome>;
  /** Ends the long work; what came stays. */
  cancel(): void;
}

export type LoaderOptions = {
  rows: RowStore;
  /** Query of the first page. */
  first: string;
  readPage: (query: string, options: CallOptions & { signal: AbortSignal }) => Promise<ReadPage>;
  limiter: Pick<RateLimiter, 'room'>;
  /** Of the session: what is wanted in one is nothing for the next, which may be of another account. */
  session: AbortSignal;
};

/** In the order in which they get their turn: a press waits for long work no longer than for one answer. */
const TASKS: readonly Task[] = ['refresh', 'more', 'all', 'check'];

const isLong = (task: Task) => task === 'all' || task === 'check';
const isLoading = (task: Task) => task === 'more' || task === 'all';
/** Whether the one goes on where the other failed. */
const isSameWork = (one: Task, other: Task) => one === other || [one, other].every(isLoading);

type Wish = {
  task: Task;
  controller: AbortController;
  outcome: Promise<Outcome>;
  settle: (outcome: Outcome) => void;
  /** `undefined` until it gets its first turn. */
  step?: Step;
  /** Ends the wait that it is in; afterwards it takes its turn again. */
  giveWay?: (() => void) | undefined;
  read: number;
  elapsed: number;
};

/**
 * Reads the pages after the first, one request at a time, whoever asks: long work yields to a press between two of
 * its pages, and goes on whatever page of the app is open.
 *
 * @param page the first one
 */
export function createLoader(options: LoaderOptions, page: ReadPage): Loader {
  const { rows, first, readPage, limiter, session } = options;
  const listeners = new Set<() => void>();
  const wishes = new Map<Task, Wish>();
  const tasks = createTasks(rows, first, page);
  let isWorking = false;
  let state: LoaderState = {
    ...tasks.extent(),
    wanted: [],
    progress: undefined,
    failure: undefined,
  };

  function become(next: Partial<LoaderState>) {
    const wanted = TASKS.filter((task) => wishes.has(task));
    state = { ...state, ...next, ...tasks.extent(), wanted };
    for (const listener of listeners) listener();
  }

  /** @returns `undefined` when the task goes on */
  async function takeStep(wish: Wish): Promise<Outcome | undefined> {
    const { task, controller } = wish;
    const begun = performance.now();
    try {
      wish.step ??= tasks.begin(task);
      return await wish.step(async (query) => {
        const { signal } = controller;
        const read = await (isLong(task) ? readAtPace(query, wish) : readPage(query, { signal }));
        signal.throwIfAborted();
        wish.read += read.bot_users.length;
        return read;
      });
    } catch (error) {
      if (error instanceof GaveWay) return undefined;
      return { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) };
    } finally {
      wish.giveWay = undefined;
      wish.elapsed += performance.now() - begun;
    }
  }

  /** @throws {GaveWay} a press came while it waited */
  async function readAtPace(query: string, wish: Wish): Promise<ReadPage> {
    const { controller, read, elapsed } = wish;
    const wait = new AbortController();
    const signal = AbortSignal.any([controller.signal, wait.signal]);
    const waits = () => {
      wish.giveWay = () => wait.abort(new GaveWay());
      if (nextWish() !== wish) wish.giveWay();
    };
    const goesOn = () => (wish.giveWay = undefined);
    const onWait = (waiting: Waiting | undefined) => {
      become({ progress: { read, elapsed, ...(waiting && { waiting }) } });
      if (waiting) waits();
      else goesOn();
    };
    try {
      waits();
      await limiter.room(signal);
      goesOn();
      return await readPage(query, { signal, retry: 'background', onWait });
    } catch (error) {
      // On its way up it may have become another error.
      wait.signal.throwIfAborted();
      throw error;
    }
  }

  const nextWish = () => TASKS.flatMap((task) => wishes.get(task) ?? [])[0];

  async function work() {
    if (isWorking) return;
    isWorking = true;
    for (let wish = nextWish(); wish !== undefined; wish = nextWish()) {
      const { task, read, elapsed } = wish;
      if (isLong(task)) become({ progress: { read, elapsed } });
      const outcome = await takeStep(wish);
      // One that was cancelled has its outcome already.
      if (outcome === undefined || wishes.get(task) !== wish) become({});
      else ends(wish, outcome);
    }
    isWorking = false;
  }

  function ends(wish: Wish, outcome: Outcome) {
    const { task } = wish;
    wishes.delete(task);
    become({
      ...(isLong(task) && { progress: undefined }),
      ...(outcome.kind === 'done' && isMadeGood(task) && { failure: undefined }),
      ...(outcome.kind === 'failed' && { failure: { task, error: outcome.error } }),
    });
    wish.settle(outcome);
  }

  /** Whether what failed last is no trouble any more now that this task is done. */
  function isMadeGood(done: Task): boolean {
    const failed = state.failure?.task;
    if (failed === undefined) return false;
    if (isLoading(failed)) return tasks.extent().follows !== 'more';
    return failed === done || done === 'check';
  }

  function cancel(isMeant: (task: Task) => boolean) {
    for (const wish of [...wishes.values()].filter(({ task }) => isMeant(task))) {
      wish.controller.abort();
      ends(wish, { kind: 'cancelled' });
    }
  }
  session.addEventListener('abort', () => cancel(() => true), { once: true });

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    run(task) {
      const known = wishes.get(task);
      if (known) return known.outcome;
      if (session.aborted) return Promise.resolve({ kind: 'cancelled' });
      const wish = createWish(task);
      wishes.set(task, wish);
      const isTriedAgain = state.failure !== undefined && isSameWork(state.failure.task, task);
      become(isTriedAgain ? { failure: undefined } : {});
      const next = nextWish();
      for (const each of wishes.values()) if (each !== next) each.giveWay?.();
      void work();
      return wish.outcome;
    },
    cancel: () => cancel(isLong),
  };
}

/** Why a wait of long work ends early. */
class GaveWay extends Error {
  override readonly name = 'GaveWay';
}

function createWish(task: Task): Wish {
  let settle: Wish['settle'] = () => {};
  const outcome = new Promise<Outcome>((resolve) => (settle = resolve));
  return { task, controller: new AbortController(), outcome, settle, read: 0, elapsed: 0 };
}
