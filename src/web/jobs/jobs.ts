import { sleep } from '#client/retry.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { changes, keepsChanges } from '#web/jobs/changes.ts';
import { createEngine, type EngineOptions } from '#web/jobs/engine.ts';
import { currentJob } from '#web/jobs/job-parts.ts';
import {
  isChange,
  isOver,
  type Job,
  type JobItem,
  type Jobs,
  type JobState,
  type JobTarget,
  type Plan,
  type TargetKind,
} from '#web/jobs/job.ts';
import { findDoubt } from '#web/jobs/account-check.ts';
import { accountOf, journal, type Journal } from '#web/jobs/journal.ts';
import { runOne } from '#web/jobs/make-change.ts';
import { goalFrom, reached } from '#web/jobs/rollout.ts';
import { doneText, undoPlan } from '#web/jobs/to-plan.ts';
import { deviceStorage } from '#web/lib/device-storage.ts';
import { createStore } from '#web/lib/emitter.ts';
import { session } from '#web/session/session.ts';

type Targets = Record<TargetKind, JobTarget>;

/** Between the tabs of one account: what is shown, and what the tab that runs the job is to do. */
type Told =
  | { state: JobState | undefined }
  | { halt: 'paused' | 'stopped' }
  | { ask: true }
  /** A plan that is applied, by when it was made. */
  | { applied: number }
  /** The job goes on with the key of now, which is of the same account. */
  | { moved: true };
type Message = Told & { of: string };

/** How often the state is told while items end, in milliseconds. */
const TELL_EVERY_MS = 100;
const LOCK = 'gatehouse-job';
const MOST_AT_ONCE = 4;
/** What the person has said at the sign-out, where every tab of the session reads it. */
const KEEPS_JOB = 'gatehouse.keep-job';

export type JobsOptions = Omit<
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

/** The job whose items this tab has. */
type Held = {
  job: Job;
  engine: ReturnType<typeof createEngine>;
  /** There while this tab runs it. */
  running?: { halt: AbortController; since: number; end?: 'paused' | 'stopped' } | undefined;
  /** This tab has run it last. */
  isHere?: true;
};

/**
 * One job at a time for all tabs of a session. The tab that has the lock runs it, the others show what it tells; a job
 * that nobody runs is in the journal, and whoever is asked goes on with it.
 */
export function createJobs(options: JobsOptions) {
  const { journal: kept, locks, channel, now } = options;
  const plan = createStore<Plan | undefined>(undefined);
  let targets: Targets | undefined;
  let account = '';
  let ended = AbortSignal.abort();
  let held: Held | undefined;
  let isKept = true;
  let isWatching = false;
  /** Why a job of `account` must not go on by itself with the key of another one, `of`. */
  let doubt: { of: string; text: string } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const post = (message: Told) => channel.postMessage({ of: account, ...message });

  function targetOf(kind: TargetKind): JobTarget {
    if (targets === undefined) throw new Error('No session');
    return targets[kind];
  }

  /** Without room the job goes on; a reload must not begin it anew from what was kept before. */
  async function keep(write: () => Promise<unknown>) {
    if (!isKept || ended.aborted) return;
    try {
      await write();
    } catch {
      isKept = false;
      await kept.dropJob(account).catch(() => {});
      tell();
    }
  }

  const elapsed = ({ job, running }: Held) => job.elapsedMs + (running ? now() - running.since : 0);

  function tell() {
    clearTimeout(timer);
    timer = undefined;
    if (held === undefined) return;
    const { job, engine, isHere = false } = held;
    const known = engine.state();
    const why = job.goal && reached(job.goal, known.counts);
    const pausedFor = job.status === 'paused' && { pausedFor: why ?? ('person' as const) };
    const elapsedMs = elapsed(held);
    const isDoubted = doubt && job.status === 'paused';
    const doubted = isDoubted && { pausedFor: 'account' as const, pauseText: doubt?.text ?? '' };
    const state = { ...pausedFor, ...known, ...job, ...doubted, elapsedMs, isKept };
    currentJob.set({ ...state, isHere });
    post({ state: { ...state, isHere: false } });
  }

  function hold(job: Job, known: readonly JobItem[]): Held {
    const engine = createEngine({
      ...options,
      items: known,
      target: targetOf(job.target),
      plannedAt: job.plannedAt,
      atOnce: options.atOnce(),
      save: (item) => keep(() => kept.saveItem(job.id, item)),
      onChange: () => (timer ??= setTimeout(tell, TELL_EVERY_MS)),
    });
    return (held = { job, engine });
  }

  async function setStatus(of: Held, status: Job['status']) {
    of.job = { ...of.job, status };
    tell();
    const { id: jobId, target } = of.job;
    const { confirmed } = of.engine.state().counts;
    const isNew = !changes.get().some((each) => each.jobId === jobId);
    if (isOver(of.job) && isNew && confirmed > 0)
      changes.record({ jobId, target, label: doneText(of.job, confirmed), at: now() });
    await keep(() => kept.saveJob(account, { ...of.job, elapsedMs: elapsed(of) }));
  }

  /** As the journal has it: another tab may have run it since. */
  async function load(): Promise<Held | undefined> {
    if (!isKept) return held;
    const job = await kept.job(account);
    const known = job && (await kept.items(job.id));
    return job && known && !ended.aborted ? hold(job, known) : undefined;
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

  /** What is kept goes along with the session to the key of now. */
  function adopt() {
    const next = options.account();
    doubt = undefined;
    if (account === next) return;
    post({ moved: true });
    kept.move(account, next).catch(() => (isKept = false));
    account = next;
  }

  /** @returns whether the job may go on with the key of now, by itself: that is of the same account */
  async function follow(of: Held | undefined): Promise<boolean> {
    const next = options.account();
    if (account === next) return true;
    const open = plan.get();
    const isOfJob = of !== undefined && !isOver(of.job);
    const known = isOfJob ? of.engine.items() : (open?.lines ?? []);
    const target = isOfJob ? of.job.target : open?.target;
    const text = target && (await findDoubt(known, targetOf(target), ended));
    if (ended.aborted) return false;
    if (next !== options.account()) return follow(of);
    if (text === undefined) adopt();
    else if (isOfJob) doubt = { of: next, text };
    else {
      // What is kept waits for a key of its own account.
      account = next;
      held = undefined;
      currentJob.set(undefined);
      plan.set(undefined);
    }
    tell();
    return text === undefined;
  }

  /** A person lets it go on, as far as its rollout goes before the next look. */
  function goOn(of: Held) {
    if (doubt) adopt();
    const { rollout } = of.job;
    if (rollout) of.job = { ...of.job, goal: goalFrom(rollout, of.engine.state().counts) };
    return run(of);
  }

  /** With the lock. */
  async function run(of: Held) {
    const running: NonNullable<Held['running']> = { halt: new AbortController(), since: now() };
    of.running = running;
    of.isHere = true;
    await setStatus(of, 'running');
    while ((await follow(of)) && running.end === undefined) {
      running.halt = new AbortController();
      await of.engine.run(running.halt.signal, ended, of.job.goal);
      // Another key has come meanwhile: whose it is has to be clear before anything is sent with it.
      if (account === options.account()) break;
    }
    if (ended.aborted) return;
    of.job = { ...of.job, elapsedMs: elapsed(of) };
    of.running = undefined;
    const { wanted, sent } = of.engine.state().counts;
    await setStatus(of, wanted + sent === 0 ? 'finished' : (running.end ?? 'paused'));
  }

  /** What is to happen to a job that is not under way here; a job that is over, or paused, nobody runs. */
  const act = (work: (of: Held) => Promise<void>) =>
    withLock(true, async () => {
      const of = await load();
      if (of) await work(of);
    }).catch(() => {}); // the session has ended, or nothing can be read

  /** Goes on with the job as soon as the tab that runs it is gone. */
  async function watch() {
    if (isWatching) return;
    isWatching = true;
    await act(async (of) => (of.job.status === 'running' ? run(of) : tell()));
    isWatching = false;
  }

  function haltAs(as: 'paused' | 'stopped') {
    if (held?.running) {
      held.running.end = as;
      held.running.halt.abort();
      // What is under way still ends: only then can be told what a job that was stopped has done.
      void setStatus(held, 'paused');
    } else if (currentJob.get()?.status === 'running') post({ halt: as });
    else if (as === 'stopped') void act((of) => setStatus(of, as));
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (ended.aborted || data.of !== account) return;
    if ('moved' in data && account !== options.account()) {
      doubt = undefined;
      account = options.account();
      return;
    }
    if ('applied' in data && plan.get()?.plannedAt === data.applied) plan.set(undefined);
    if (held?.running) {
      if ('halt' in data) haltAs(data.halt);
      if ('ask' in data) tell();
    }
    if (held?.running || !('state' in data)) return;
    held = undefined;
    currentJob.set(data.state);
    if (data.state?.status === 'running') void watch();
  });

  async function items(jobId: string): Promise<readonly JobItem[]> {
    return held?.job.id === jobId ? held.engine.items() : kept.items(jobId);
  }

  return {
    /** At the start of a session, after the first rows. */
    async connect(of: Targets, until: AbortSignal) {
      targets = of;
      ended = until;
      account = options.account();
      deviceStorage.removeItem(KEEPS_JOB);
      until.addEventListener('abort', () => {
        clearTimeout(timer);
        timer = held = targets = doubt = undefined;
        currentJob.set(undefined);
        plan.set(undefined);
      });
      try {
        const [open, known] = await Promise.all([kept.plan(account), load()]);
        if (until.aborted) return;
        if (plan.get() === undefined) plan.set(open);
        if (known?.job.status === 'running') {
          post({ ask: true });
          void watch();
        } else tell();
      } catch {
        // Nothing was kept.
      }
    },

    /** The session goes on with another key, which may be of another account: a job waits until that is clear. */
    async rebind() {
      const next = options.account();
      if (ended.aborted || doubt?.of === next || (account === next && doubt === undefined)) return;
      doubt = undefined;
      // `run` goes on from there, in whichever tab.
      if (held?.running) held.running.halt.abort();
      else if (currentJob.get()?.status !== 'running') {
        const of = await load().catch(() => held);
        if (await follow(of)) tell();
      }
    },
    /** The last one that was signed in. */
    account: () => account,

    targetOf: (kind: TargetKind) => targets?.[kind],
    state: currentJob.get,
    plan: plan.get,
    subscribe(listener) {
      const stops = [currentJob.subscribe(listener), plan.subscribe(listener)];
      return () => stops.forEach((stop) => stop());
    },

    setPlan(next) {
      plan.set(next);
      // Without room it lasts as long as the page.
      kept.setPlan(account, next).catch(() => {});
    },

    start({ lines, ...of }) {
      return new Promise((resolve, reject) => {
        const begin = async () => {
          const shown = currentJob.get();
          if (shown && !isOver(shown)) throw new Error('Another job is not over yet.');
          const wanted = lines
            .filter(isChange)
            .map(({ id, label, before, after }, at): JobItem => ({
              id,
              label,
              before,
              after,
              at,
              status: 'wanted',
            }));
          const job: Job = {
            ...of,
            id: `${now()}-${options.random()}`,
            startedAt: now(),
            elapsedMs: 0,
            status: 'running',
            total: wanted.length,
          };
          isKept = true;
          const begun = hold(job, wanted);
          await keep(() => kept.begin(account, job, wanted));
          this.setPlan(undefined);
          post({ applied: of.plannedAt });
          resolve();
          await goOn(begun);
        };
        withLock(false, begin)
          .then((isDone) => isDone || reject(new Error('Another job is not over yet.')))
          .catch(reject);
      });
    },
    pause: () => haltAs('paused'),
    stop: () => haltAs('stopped'),
    resume: () => void act(async (of) => (of.job.status === 'paused' ? goOn(of) : undefined)),
    retryFailed: () =>
      void act(async (of) => {
        of.engine.retryFailed();
        await goOn(of);
      }),
    close: () =>
      void act(async () => {
        held = undefined;
        currentJob.set(undefined);
        post({ state: undefined });
        await kept.dropJob(account);
      }),
    keepAtSignOut: (isWanted) => void deviceStorage.setItem(KEEPS_JOB, isWanted ? 'yes' : 'no'),
    items,

    async undoPlan(jobId) {
      const shown = currentJob.get();
      const of = shown?.id === jobId ? shown : changes.get().find((each) => each.jobId === jobId);
      if (of === undefined) throw new Error('This job is no longer on this device.');
      return undoPlan(of.target, targetOf(of.target), await items(jobId), now());
    },
    async runOne(kind, change) {
      const { isSent, ...item } = await runOne(targetOf(kind), change, { signal: ended });
      if (isSent && item.status === 'confirmed')
        changes.record({ ...change, id: item.id, target: kind, at: now() });
      return item;
    },
  } satisfies Jobs & Record<string, unknown>;
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
  sleep,
  random: Math.random,
});

session.subscribe(() => {
  const state = session.state();
  if (state.kind === 'signed-in') void jobs.rebind();
  if (state.kind !== 'signed-out' || state.reason !== 'signed-out') return;
  const keepsAll = keepsChanges.get();
  const said = deviceStorage.getItem(KEEPS_JOB);
  const kept = { changes: keepsAll, job: said === null ? keepsAll : said === 'yes' };
  void journal.clear(jobs.account(), kept).catch(() => {});
});
