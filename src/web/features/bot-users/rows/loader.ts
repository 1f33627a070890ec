import type { Pacer } from '#web/api/pacer.ts';
import {
  untilItAnswers,
  type Connection,
  type Waiting,
} from '#web/features/bot-users/rows/patience.ts';
import {
  appendPage,
  createChain,
  createRereading,
  type Follows,
  type Found,
  type ReadPage,
} from '#web/features/bot-users/rows/reading.ts';
import type { RowStore } from '#web/features/bot-users/rows/row-store.ts';

/** `refresh` and `more` are a press by hand; `all` and `check` long work, which keeps the pace of the budget. */
export type Task = 'refresh' | 'more' | 'all' | 'check';

export type Progress = {
  /** Rows that the task has read. */
  read: number;
  /** Milliseconds that it has been at work. */
  elapsed: number;
  waiting?: Waiting;
};

export type LoaderState = {
  running: Task | undefined;
  progress: Progress | undefined;
  follows: Follows;
  /** What failed last, until it is tried again. */
  failure: { task: Task; error: Error } | undefined;
  unreadable: number;
  /** Milliseconds, our clock: since when some of what is loaded has not been looked at. */
  readAt: number;
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
  /** @param options `turn` is waited for before each attempt */
  readPage: (
    query: string,
    options: { signal: AbortSignal; turn?: () => Promise<void> },
  ) => Promise<ReadPage>;
  pacer: Pick<Pacer, 'run'>;
  connection: Connection;
};

/** In the order in which they get their turn: a press does not wait for long work. */
const TASKS: readonly Task[] = ['refresh', 'more', 'all', 'check'];

type Wish = {
  controller: AbortController;
  outcome: Promise<Outcome>;
  settle: (outcome: Outcome) => void;
  /** Reads one page; `undefined` until it gets its first turn. */
  step?: Step;
  read: number;
  elapsed: number;
};
type Step = (read: (query: string) => Promise<ReadPage>) => Promise<Outcome | undefined>;

/**
 * Reads the pages after the first, one request at a time, whoever asks: long work yields to a press between two of
 * its pages, and goes on whatever page of the app is open.
 *
 * @param page the first one
 */
export function createLoader(options: LoaderOptions, page: ReadPage): Loader {
  const { rows, first, readPage, pacer, connection } = options;
  const listeners = new Set<() => void>();
  const wishes = new Map<Task, Wish>();
  let chain = createChain(first);
  appendPage(rows, chain, page);
  let state: LoaderState = {
    running: undefined,
    progress: undefined,
    follows: chain.follows(),
    failure: undefined,
    unreadable: page.unreadable,
    readAt: Date.now(),
  };

  function become(next: Partial<LoaderState>) {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  /** @param all until the end, not only until a page has brought something */
  function loading(all: boolean): Step {
    let added = 0;
    return async (read) => {
      const query = chain.next();
      if (query !== undefined) {
        const next = await read(query);
        added += appendPage(rows, chain, next);
        become({ follows: chain.follows(), unreadable: state.unreadable + next.unreadable });
      }
      const goesOn = chain.next() !== undefined && (all || added === 0);
      return goesOn ? undefined : { kind: 'done', added };
    };
  }

  function rereading(through: boolean): Step {
    const begun = Date.now();
    const end = rows.order().at(-1);
    const again = createRereading(rows, first, through);
    return async (read) => {
      const query = again.chain.next();
      if (query !== undefined && !again.take(await read(query))) return undefined;
      const isComplete = again.isComplete();
      // What was loaded meanwhile lies further down, and where that ends is known.
      if (isComplete && rows.order().at(-1) === end) chain = again.chain;
      const found = again.finish();
      if (isComplete) become({ readAt: begun, unreadable: again.unreadable() });
      become({ follows: chain.follows() });
      return { kind: 'done', added: found.added, found };
    };
  }

  const begin: Record<Task, () => Step> = {
    refresh: () => rereading(false),
    more: () => loading(false),
    all: () => loading(true),
    check: () => rereading(true),
  };

  /** @returns `undefined` when the task goes on */
  async function takeStep(task: Task, wish: Wish): Promise<Outcome | undefined> {
    wish.step ??= begin[task]();
    const { signal } = wish.controller;
    const begun = performance.now();
    const isByHand = task === 'refresh' || task === 'more';
    const next = await wish.step(async (query) => {
      const read = await (isByHand ? readPage(query, { signal }) : readAtPace(query, wish));
      wish.read += read.bot_users.length;
      return read;
    });
    wish.elapsed += performance.now() - begun;
    return next;
  }

  function readAtPace(query: string, { controller: { signal }, read, elapsed }: Wish) {
    const tell = (waiting: Waiting | undefined) =>
      become({ progress: { read, elapsed, ...(waiting && { waiting }) } });
    return untilItAnswers(
      () =>
        pacer.run((turn) => readPage(query, { signal, turn }), {
          signal,
          onPause: (ms) => tell({ for: 'limit', until: performance.now() + ms }),
        }),
      connection,
      signal,
      tell,
    );
  }

  async function work() {
    for (let task = nextTask(); task !== undefined; task = nextTask()) {
      const wish = wishes.get(task);
      if (wish === undefined) return;
      begins(task, wish);
      const outcome = await takeStep(task, wish).catch((error: unknown) => outcomeOf(error, wish));
      if (outcome !== undefined) ends(task, wish, outcome);
    }
  }

  const nextTask = () => TASKS.find((task) => wishes.has(task));

  function begins(task: Task, { read, elapsed }: Wish) {
    const isNewTry = state.failure?.task === task;
    become({ running: task, progress: { read, elapsed }, ...(isNewTry && { failure: undefined }) });
  }

  function ends(task: Task, wish: Wish, outcome: Outcome) {
    wishes.delete(task);
    if (outcome.kind === 'failed') become({ failure: { task, error: outcome.error } });
    if (wishes.size === 0) become({ running: undefined, progress: undefined });
    wish.settle(outcome);
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    run(task) {
      const known = wishes.get(task);
      if (known) return known.outcome;
      const isWorking = wishes.size > 0;
      const wish = createWish();
      wishes.set(task, wish);
      if (!isWorking) void work();
      return wish.outcome;
    },
    cancel() {
      for (const task of ['all', 'check'] as const) wishes.get(task)?.controller.abort();
    },
  };
}

function createWish(): Wish {
  let settle: Wish['settle'] = () => {};
  const outcome = new Promise<Outcome>((resolve) => (settle = resolve));
  return { controller: new AbortController(), outcome, settle, read: 0, elapsed: 0 };
}

function outcomeOf(error: unknown, { controller }: Wish): Outcome {
  if (controller.signal.aborted) return { kind: 'cancelled' };
  return { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) };
}
