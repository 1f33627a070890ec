import { findDoubt } from '#web/jobs/account-check.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import { createEngine, type EngineOptions } from '#web/jobs/engine.ts';
import {
  isOver,
  type Job,
  type JobItem,
  type JobState,
  type JobTarget,
  type JobTargets,
  type Plan,
  type TargetKind,
} from '#web/jobs/job.ts';
import type { Journal } from '#web/jobs/journal.ts';
import { goalFrom, reached } from '#web/jobs/rollout.ts';

/** Between the tabs of one account. */
type Message =
  | { state: JobState | undefined }
  /** To the tab that runs the job. */
  | { halt: 'paused' | 'stopped' }
  | { ask: true }
  /** A plan is applied, by when it was made. */
  | { applied: number }
  /** The job goes on with the present key, which is of the same account. */
  | { moved: true };

/** How often the state is published while items end, in milliseconds. */
const PUBLISH_EVERY_MS = 100;
const LOCK = 'gatehouse-job';

export type RunnerOptions = Omit<
  EngineOptions,
  'items' | 'target' | 'plannedAt' | 'atOnce' | 'save' | 'onChange'
> & {
  journal: Journal;
  /** `undefined`: the browser has none, and each tab is for itself. */
  locks: Pick<LockManager, 'request'> | undefined;
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  account: () => string;
  atOnce: () => number;
};

/** Where the runner meets the rest of the tab. */
type Around = {
  plan: () => Plan | undefined;
  /** The plan was applied in another tab, or is of another account. */
  closePlan: () => void;
  onEnd: (of: LoadedJob) => void;
};

/** The job whose items this tab has. */
export type LoadedJob = {
  job: Job;
  engine: ReturnType<typeof createEngine>;
  /** There while this tab runs it. `since` is of the clock. */
  running?: { halt: AbortController; since: number; end?: 'paused' | 'stopped' } | undefined;
  /** This tab has run it last. */
  isHere?: true;
};

/**
 * Runs one job at a time for all tabs of a session. The tab that has the lock runs it, the others show what it
 * publishes; a job that no tab runs is in the journal, and the tab in which somebody presses Resume goes on with it.
 */
export function createRunner(options: RunnerOptions, { plan, closePlan, onEnd }: Around) {
  const { journal, locks, channel, clock } = options;
  let targets: JobTargets | undefined;
  let account = '';
  let ended = AbortSignal.abort();
  let loaded: LoadedJob | undefined;
  let isKept = true;
  let isWatching = false;
  /** Why a job of `account` must not go on by itself with the key of another one, `of`. */
  let doubt: { of: string; text: string } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const post = (message: Message) => channel.postMessage({ of: account, ...message });

  function targetOf(kind: TargetKind): JobTarget {
    if (targets === undefined) throw new Error('No session');
    return targets[kind];
  }

  /** Without room the job goes on; a reload must not begin it anew from what was stored before. */
  async function store(write: () => Promise<unknown>) {
    if (!isKept || ended.aborted) return;
    try {
      await write();
    } catch {
      isKept = false;
      await journal.dropJob(account).catch(() => {});
      publish();
    }
  }

  const elapsed = ({ job, running }: LoadedJob) =>
    job.elapsedMs + (running ? clock() - running.since : 0);

  function publish() {
    clearTimeout(timer);
    timer = undefined;
    if (loaded === undefined) return;
    const { job, engine, isHere = false } = loaded;
    const progress = engine.state();
    const isPaused = job.status === 'paused';
    const why = job.goal && reached(job.goal, progress.counts);
    const paused = isPaused && { pausedFor: why ?? ('person' as const) };
    const doubted = isPaused && doubt && { pausedFor: 'account' as const, pauseText: doubt.text };
    const elapsedMs = elapsed(loaded);
    const state = { ...paused, ...progress, ...job, ...doubted, elapsedMs, isKept };
    currentJob.set({ ...state, isHere });
    post({ state: { ...state, isHere: false } });
  }

  function open(job: Job, items: readonly JobItem[]): LoadedJob {
    const engine = createEngine({
      ...options,
      items,
      target: targetOf(job.target),
      plannedAt: job.plannedAt,
      atOnce: options.atOnce(),
      save: (item) => store(() => journal.saveItem(job.id, item)),
      onChange: () => (timer ??= setTimeout(publish, PUBLISH_EVERY_MS)),
    });
    return (loaded = { job, engine });
  }

  async function setStatus(of: LoadedJob, status: Job['status']) {
    of.job = { ...of.job, status };
    publish();
    if (isOver(of.job)) onEnd(of);
    await store(() => journal.saveJob(account, { ...of.job, elapsedMs: elapsed(of) }));
  }

  /** From the journal: another tab may have run it since. */
  async function load(): Promise<LoadedJob | undefined> {
    if (!isKept) return loaded;
    const job = await journal.job(account);
    const items = job && (await journal.items(job.id));
    return job && items && !ended.aborted ? open(job, items) : undefined;
  }

  /** @returns false, at once, where another tab has the lock and `isPatient` is not set */
  async function withLock(isPatient: boolean, work: () => Promise<void>): Promise<boolean> {
    if (locks === undefined) return work().then(() => true);
    const how = isPatient ? { signal: ended } : { ifAvailable: true };
    return locks.request(LOCK, how, async (lock) => {
      if (lock !== null) await work();
      return lock !== null;
    });
  }

  /** The journal goes along with the session to the present key. */
  function adopt() {
    const next = options.account();
    doubt = undefined;
    if (account === next) return;
    post({ moved: true });
    journal.move(account, next).catch(() => (isKept = false));
    account = next;
  }

  /** @returns whether the job may go on by itself with the present key: that is of the same account */
  async function follow(of: LoadedJob | undefined): Promise<boolean> {
    const next = options.account();
    if (account === next) return true;
    const opened = plan();
    const isOfJob = of !== undefined && !isOver(of.job);
    const known = isOfJob ? of.engine.items() : (opened?.lines ?? []);
    const target = isOfJob ? of.job.target : opened?.target;
    const text = target && (await findDoubt(known, targetOf(target), ended));
    if (ended.aborted) return false;
    if (next !== options.account()) return follow(of);
    if (text === undefined) adopt();
    else if (isOfJob) doubt = { of: next, text };
    else {
      // The journal waits for a key of its own account.
      account = next;
      loaded = undefined;
      currentJob.set(undefined);
      closePlan();
    }
    publish();
    return text === undefined;
  }

  /** A person lets it go on, as far as its roll-out goes before the next stop. */
  function goOn(of: LoadedJob) {
    if (doubt) adopt();
    const { rollout } = of.job;
    if (rollout) of.job = { ...of.job, goal: goalFrom(rollout, of.engine.state().counts) };
    return run(of);
  }

  /** With the lock. */
  async function run(of: LoadedJob) {
    const running: NonNullable<LoadedJob['running']> = {
      halt: new AbortController(),
      since: clock(),
    };
    of.running = running;
    of.isHere = true;
    await setStatus(of, 'running');
    while ((await follow(of)) && running.end === undefined) {
      running.halt = new AbortController();
      await of.engine.run(running.halt.signal, ended, of.job.goal);
      // Somebody has signed in with another key: its account is found out before anything is sent with it.
      if (account === options.account()) break;
    }
    if (ended.aborted) return;
    of.job = { ...of.job, elapsedMs: elapsed(of) };
    of.running = undefined;
    const { wanted, sent } = of.engine.state().counts;
    await setStatus(of, wanted + sent === 0 ? 'finished' : (running.end ?? 'paused'));
  }

  /** Does something with a job that is not under way here. */
  const act = (work: (of: LoadedJob) => Promise<void>) =>
    withLock(true, async () => {
      const of = await load();
      if (of) await work(of);
    }).catch(() => {}); // the session has ended, or nothing can be read

  /** Goes on with the job as soon as the tab that runs it is gone. */
  async function watch() {
    if (isWatching) return;
    isWatching = true;
    await act(async (of) => (of.job.status === 'running' ? run(of) : publish()));
    isWatching = false;
  }

  function halt(end: 'paused' | 'stopped') {
    if (loaded?.running) {
      loaded.running.end = end;
      loaded.running.halt.abort();
      // What is under way still ends: only then is known what a job that was stopped has done.
      void setStatus(loaded, 'paused');
    } else if (currentJob.get()?.status === 'running') post({ halt: end });
    else if (end === 'stopped') void act((of) => setStatus(of, end));
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message & { of: string }>) => {
    if (ended.aborted || data.of !== account) return;
    if ('moved' in data && account !== options.account()) {
      doubt = undefined;
      account = options.account();
      return;
    }
    if ('applied' in data && plan()?.plannedAt === data.applied) closePlan();
    if (loaded?.running) {
      if ('halt' in data) halt(data.halt);
      if ('ask' in data) publish();
    }
    if (loaded?.running || !('state' in data)) return;
    loaded = undefined;
    currentJob.set(data.state);
    if (data.state?.status === 'running') void watch();
  });

  return {
    targetOf,
    isConnected: () => targets !== undefined,
    ended: () => ended,
    account: () => account,

    /** Goes on with the job of the journal, if there is one, until the session ends. */
    async connect(of: JobTargets, until: AbortSignal) {
      targets = of;
      ended = until;
      account = options.account();
      until.addEventListener('abort', () => {
        clearTimeout(timer);
        timer = loaded = targets = doubt = undefined;
        currentJob.set(undefined);
        closePlan();
      });
      const known = await load();
      if (known?.job.status === 'running') {
        post({ ask: true });
        void watch();
      } else publish();
    },

    /** The session goes on with another key, which may be of another account: a job waits until that is clear. */
    async rebind() {
      if (ended.aborted) return;
      const next = options.account();
      if (doubt?.of === next || (account === next && doubt === undefined)) return;
      doubt = undefined;
      // `run` goes on from there, in whichever tab.
      if (loaded?.running) loaded.running.halt.abort();
      else if (currentJob.get()?.status !== 'running') {
        const of = await load().catch(() => loaded);
        if (await follow(of)) publish();
      }
    },

    /** @throws {Error} another job is not over yet */
    begin: (of: { plannedAt: number }, job: Job, items: readonly JobItem[]): Promise<void> =>
      new Promise((resolve, reject) => {
        const refusal = new Error('Another job is not over yet.');
        const work = async () => {
          const current = currentJob.get();
          if (current && !isOver(current)) throw refusal;
          isKept = true;
          const begun = open(job, items);
          await store(() => journal.begin(account, job, items));
          post({ applied: of.plannedAt });
          resolve();
          await goOn(begun);
        };
        withLock(false, work)
          .then((isDone) => isDone || reject(refusal))
          .catch(reject);
      }),

    pause: () => halt('paused'),
    stop: () => halt('stopped'),
    resume: () => void act(async (of) => (of.job.status === 'paused' ? goOn(of) : undefined)),
    /** Tries the failed and the unsure items once more. */
    retryFailed: () =>
      void act(async (of) => {
        of.engine.retryFailed();
        await goOn(of);
      }),
    /** Of a job, by its id; from the journal where this tab does not run it. */
    items: async (jobId: string) =>
      loaded?.job.id === jobId ? loaded.engine.items() : journal.items(jobId),
  };
}
