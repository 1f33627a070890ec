import { sleep } from '#client/retry.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { changes, keepsChanges, type JobChange } from '#web/jobs/changes.ts';
import { currentJob, planTarget } from '#web/jobs/current-job.ts';
import { createEngine, type EngineOptions } from '#web/jobs/engine.ts';
import {
  changesOf,
  isOver,
  type Change,
  type Job,
  type JobItem,
  type JobState,
  type JobTarget,
  type JobTargets,
  type Plan,
  type TargetKind,
} from '#web/jobs/job.ts';
import { accountOf, journal, type Journal } from '#web/jobs/journal.ts';
import { runOne } from '#web/jobs/make-change.ts';
import { endedOf, failedOf, goalFrom, reached } from '#web/jobs/rollout.ts';
import { doneText, planUndo } from '#web/jobs/to-plan.ts';
import { deviceStorage } from '#web/lib/device-storage.ts';
import { createStore } from '#web/lib/emitter.ts';
import { session } from '#web/session/session.ts';

/** Between the tabs of one account. */
type Message =
  | { state: JobState | undefined }
  /** To the tab that runs the job. */
  | { halt: 'paused' | 'stopped' }
  | { ask: true }
  /** A plan is applied, by when it was made. */
  | { applied: number };

/** How often the state is published while items end, in milliseconds. */
const PUBLISH_EVERY_MS = 100;
const LOCK = 'gatehouse-job';
const MOST_AT_ONCE = 4;
/** The person's choice at the sign-out, where every tab of the session reads it. */
const KEEPS_JOB = 'gatehouse.keep-job';

export type JobsOptions = Omit<
  EngineOptions,
  'items' | 'target' | 'plannedAt' | 'atOnce' | 'save' | 'onChange' | 'startedBy'
> & {
  journal: Journal;
  /** `undefined`: the browser has none, and each tab is for itself. */
  locks: Pick<LockManager, 'request'> | undefined;
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  atOnce: () => number;
};

/** The job whose items this tab has. */
type LoadedJob = {
  job: Job;
  engine: ReturnType<typeof createEngine>;
  /** There while this tab runs it. `since` is of the clock. */
  running?: { halt: AbortController; since: number; end: 'paused' | 'stopped' } | undefined;
  /** This tab has run it last. */
  isHere?: true;
};

/**
 * One job at a time for all tabs of a session. The tab that has the lock runs it, the others show what it publishes; a
 * job that no tab runs is in the journal, and the tab in which somebody presses Resume goes on with it.
 */
export function createJobs(options: JobsOptions) {
  const { journal: storage, locks, channel, now, clock } = options;
  const plan = createStore<Plan | undefined>(undefined);
  let targets: JobTargets | undefined;
  let account = '';
  let ended = AbortSignal.abort();
  let loaded: LoadedJob | undefined;
  let isKept = true;
  let isWatching = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const post = (message: Message) => channel.postMessage({ of: account, ...message });

  function showPlan(next: Plan | undefined) {
    plan.set(next);
    planTarget.set(next?.target);
  }

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
      await storage.dropJob(account).catch(() => {});
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
    const why = job.goal && reached(job.goal, progress.counts);
    const pausedFor = job.status === 'paused' && { pausedFor: why ?? ('person' as const) };
    const state = { ...pausedFor, ...progress, ...job, elapsedMs: elapsed(loaded), isKept };
    currentJob.set({ ...state, isHere });
    post({ state: { ...state, isHere: false } });
  }

  function open(job: Job, items: readonly JobItem[]): LoadedJob {
    const engine = createEngine({
      ...options,
      items,
      target: targetOf(job.target),
      plannedAt: job.plannedAt,
      startedBy: job.account ?? account,
      atOnce: options.atOnce(),
      save: (item) => store(() => storage.saveItem(job.id, item)),
      onChange: () => (timer ??= setTimeout(publish, PUBLISH_EVERY_MS)),
    });
    return (loaded = { job, engine });
  }

  /** Adds the job to the recent changes, or replaces it there after a retry. */
  function record({ job, engine }: LoadedJob) {
    const { counts } = engine.state();
    if (endedOf(counts) === 0) return;
    const { id: jobId, target, status, undoes } = job;
    const at = changes.get().find((each) => each.jobId === jobId)?.at ?? now();
    changes.record({ jobId, target, label: doneText(job, counts), at });
    if (undoes === undefined || status !== 'finished' || failedOf(counts) > 0) return;
    const isUndone = (each: { jobId?: string | undefined }) => each.jobId === undoes;
    void changes.load().then(() => {
      const undone = changes.get().find((each): each is JobChange => isUndone(each));
      if (undone) changes.record({ ...undone, isUndone: true });
    });
  }

  async function setStatus(of: LoadedJob, status: Job['status']) {
    of.job = { ...of.job, status, account: of.engine.state().account };
    publish();
    if (isOver(of.job)) record(of);
    await store(() => storage.saveJob(account, { ...of.job, elapsedMs: elapsed(of) }));
  }

  /** From the journal: another tab may have run it since. */
  async function load(): Promise<LoadedJob | undefined> {
    if (!isKept) return loaded;
    const job = await storage.job(account);
    const items = job && (await storage.items(job.id));
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

  /** A person lets it go on, as far as its roll-out goes before the next stop. */
  function goOn(of: LoadedJob) {
    const { rollout } = of.job;
    if (rollout) of.job = { ...of.job, goal: goalFrom(rollout, of.engine.state().counts) };
    return run(of);
  }

  /** With the lock. */
  async function run(of: LoadedJob) {
    const halt = new AbortController();
    of.running = { halt, since: clock(), end: 'paused' };
    of.isHere = true;
    await setStatus(of, 'running');
    await of.engine.run(halt.signal, ended, of.job.goal);
    if (ended.aborted) return;
    const { end } = of.running;
    of.job = { ...of.job, elapsedMs: elapsed(of) };
    of.running = undefined;
    const { wanted, sent } = of.engine.state().counts;
    await setStatus(of, wanted + sent === 0 ? 'finished' : end);
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
    if ('applied' in data && plan.get()?.plannedAt === data.applied) showPlan(undefined);
    if (loaded?.running) {
      if ('halt' in data) halt(data.halt);
      if ('ask' in data) publish();
    }
    if (loaded?.running || !('state' in data)) return;
    loaded = undefined;
    currentJob.set(data.state);
    if (data.state?.status === 'running') void watch();
  });

  const items = async (jobId: string) =>
    loaded?.job.id === jobId ? loaded.engine.items() : storage.items(jobId);

  function setPlan(next: Plan | undefined) {
    showPlan(next);
    // Without room it lasts as long as the page.
    if (targets) storage.setPlan(account, next).catch(() => {});
  }

  function begin({ lines, out, undoes, ...of }: Plan): LoadedJob {
    const wanted = changesOf({ lines, ...(out && { out }) }).map(
      ({ id, label, before, after }, at): JobItem => {
        return { id, label, before, after, at, status: 'wanted' };
      },
    );
    isKept = true;
    return open(
      {
        ...of,
        // What was left out is not undone: such a job is only a part of the way back.
        ...(undoes !== undefined && !out?.size && { undoes }),
        id: `${now()}-${options.random()}`,
        startedAt: now(),
        elapsedMs: 0,
        status: 'running',
        total: wanted.length,
        account: options.account(),
      },
      wanted,
    );
  }

  return {
    /** At the start of a session. */
    async connect(of: JobTargets, until: AbortSignal) {
      targets = of;
      ended = until;
      account = options.account();
      deviceStorage.removeItem(KEEPS_JOB);
      until.addEventListener('abort', () => {
        clearTimeout(timer);
        timer = loaded = targets = undefined;
        currentJob.set(undefined);
        showPlan(undefined);
      });
      if (plan.get()) setPlan(plan.get());
      try {
        const [stored, known] = await Promise.all([storage.plan(account), load()]);
        if (until.aborted) return;
        if (plan.get() === undefined) showPlan(stored);
        if (known?.job.status === 'running') {
          post({ ask: true });
          void watch();
        } else publish();
      } catch {
        // Nothing was stored.
      }
    },

    /** The session goes on with another key: what is stored goes along. */
    rebind() {
      if (ended.aborted || account === options.account()) return;
      storage.move(account, options.account()).catch(() => (isKept = false));
      account = options.account();
    },
    /** The last one that was signed in. */
    account: () => account,

    /** `undefined`: `connect` is still to come. */
    targetOf: (kind: TargetKind): JobTarget | undefined => targets?.[kind],
    /** The plan that is open for reading; a reload does not close it. */
    plan: plan.get,
    /** Called after the plan has changed. */
    subscribe: plan.subscribe,
    setPlan,

    /** Starts the changes of the plan, which is closed. @throws {Error} another job is not over yet */
    start(of: Plan): Promise<void> {
      return new Promise((resolve, reject) => {
        const startJob = async () => {
          const current = currentJob.get();
          if (current && !isOver(current)) throw new Error('Another job is not over yet.');
          const begun = begin(of);
          await store(() => storage.begin(account, begun.job, begun.engine.items()));
          setPlan(undefined);
          post({ applied: of.plannedAt });
          resolve();
          await goOn(begun);
        };
        withLock(false, startJob)
          .then((isDone) => isDone || reject(new Error('Another job is not over yet.')))
          .catch(reject);
      });
    },
    pause: () => halt('paused'),
    stop: () => halt('stopped'),
    resume: () => void act(async (of) => (of.job.status === 'paused' ? goOn(of) : undefined)),
    /** Tries the failed and the unsure items once more. */
    retryFailed: () =>
      void act(async (of) => {
        of.engine.retryFailed();
        await goOn(of);
      }),
    /** Whether a job that is not over outlives the sign-out that follows; otherwise it ends there. */
    keepAtSignOut: (isWanted: boolean) =>
      void deviceStorage.setItem(KEEPS_JOB, isWanted ? 'yes' : 'no'),
    /** Of a job, by its id; from the journal where this tab does not run it. */
    items,

    /**
     * The way back of a job, from fresh reads.
     *
     * @param onRead called with how many targets were read, of how many
     */
    async undoPlan(of: Pick<Job, 'id' | 'target'>, onRead?: (read: number, all: number) => void) {
      const target = targetOf(of.target);
      const read = (id: string) => target.read(id, { signal: ended, retry: 'background' });
      const undo = await planUndo(of.target, { ...target, read }, await items(of.id), onRead);
      return { ...undo, undoes: of.id, plannedAt: now() };
    },
    /** Makes one change at once, without a job, and reads the target first. Its problem is in `reason`. */
    async runOne(kind: TargetKind, change: Change & { isUndo?: boolean }): Promise<JobItem> {
      const { isSent, ...item } = await runOne(targetOf(kind), change, { signal: ended });
      if (isSent && item.status === 'confirmed')
        changes.record({ ...change, id: item.id, target: kind, at: now() });
      return item;
    },
  };
}

/** Of this tab. */
export const jobs = createJobs({
  journal,
  locks: navigator.locks,
  channel: new BroadcastChannel('gatehouse-jobs'),
  account: accountOf,
  atOnce: () => Math.min(MOST_AT_ONCE, runtimeConfig().limits.requests_at_once),
  isOnline: () => navigator.onLine,
  online: async (signal) => (navigator.onLine ? undefined : sleep(Infinity, signal)),
  renewed: session.renewed,
  room: rateLimiter.room,
  now: Date.now,
  clock: () => performance.now(),
  sleep,
  random: Math.random,
});

session.subscribe(() => {
  const state = session.state();
  if (state.kind === 'signed-in') jobs.rebind();
  if (state.kind !== 'signed-out' || state.reason !== 'signed-out') return;
  const keepsAll = keepsChanges.get();
  const choice = deviceStorage.getItem(KEEPS_JOB);
  const keep = { changes: keepsAll, job: choice === null ? keepsAll : choice === 'yes' };
  void journal.clear(jobs.account(), keep).catch(() => {});
});
