import { createEngine } from '#bulk/engine.ts';
import { isOver, type Job, type JobItem, type JobState, type JobTargets } from '#bulk/job.ts';
import { goalFrom } from '#bulk/rollout.ts';
import { createOwner } from '#web/jobs/account-check.ts';
import { currentJob, jobTargets, openPlan } from '#web/jobs/current-job.ts';
import { jobNow, jobState, type JobsOptions, type LoadedJob } from '#web/jobs/loaded.ts';
import { createTabs } from '#web/jobs/tabs.ts';

/** How often the state is published while items end, in milliseconds. */
const PUBLISH_EVERY_MS = 100;

/**
 * Runs one job at a time for all tabs of a session. The tab that has the lock runs it, the others show what it
 * publishes; a job that no tab runs is in the journal, and the tab in which somebody presses Resume goes on with it.
 */
export function createRunner(options: JobsOptions, onEnd: (of: LoadedJob) => void) {
  const { journal, clock } = options;
  const tabs = createTabs(options);
  const onMove = (from: string) => tabs.post(from, { moved: true });
  const owner = createOwner({ ...options, targetOf, onMove, forget });
  let targets: JobTargets | undefined;
  let ended = AbortSignal.abort();
  let loaded: LoadedJob | undefined;
  let isKept = true;
  let watching: Promise<unknown> | undefined;
  /** Somebody has pressed Resume or Retry failed, and it has not begun: it waits for what is under way. */
  let isPressed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function targetOf(kind: keyof JobTargets) {
    if (targets === undefined) throw new Error('No session');
    return targets[kind];
  }

  /** Without room the job goes on; a reload must not begin it anew from what was stored before. */
  async function store(write: () => Promise<unknown>) {
    const until = ended;
    if (!isKept || until.aborted) return;
    try {
      await write();
    } catch {
      // Safari breaks off the writes of a page that is left. What was stored before is right.
      if (until.aborted) return;
      isKept = false;
      await journal.dropJob(owner.account()).catch(() => {});
      publish();
    }
  }

  /** Whether it may go on by itself is told by the key of this tab, whichever tab publishes it. */
  function show(state: JobState) {
    const doubt = state.status === 'paused' ? owner.doubt() : undefined;
    currentJob.set(doubt ? { ...state, pausedFor: 'account', pauseText: doubt } : state);
  }

  function publish() {
    clearTimeout(timer);
    timer = undefined;
    if (loaded === undefined) return;
    const state = { ...jobState(loaded, clock), isKept };
    show(state);
    tabs.post(owner.account(), { state: { ...state, isHere: false } });
  }

  function forget() {
    loaded = undefined;
    currentJob.set(undefined);
    openPlan.set(undefined);
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
    const { pausedFor: _, pauseText: __, ...job } = of.job;
    const { pausedFor, pauseText } = of.engine.state();
    of.job = { ...job, status, ...(status === 'paused' && pausedFor && { pausedFor, pauseText }) };
    publish();
    if (isOver(of.job)) onEnd(of);
    await store(() => journal.saveJob(owner.account(), jobNow(of, clock)));
    // Nobody has said that what comes next is of the account of this job.
    if (isOver(of.job) && owner.doubt() !== undefined) owner.take();
  }

  /** From the journal: another tab may have run it since. */
  async function load(): Promise<LoadedJob | undefined> {
    if (!isKept) return loaded;
    const job = await journal.job(owner.account());
    const items = job && (await journal.items(job.id));
    return job && items && !ended.aborted ? open(job, items) : undefined;
  }

  /** @returns whether the job may go on by itself with the present key: that is of the same account */
  async function follow(of: LoadedJob | undefined): Promise<boolean> {
    await owner.compare(of, ended);
    publish();
    return owner.isPresent();
  }

  /** A person lets it go on, as far as its roll-out goes before the next stop. */
  function goOn(of: LoadedJob) {
    const { rollout } = of.job;
    if (rollout) of.job = { ...of.job, goal: goalFrom(rollout, of.engine.state().counts) };
    return run(of);
  }

  /** Runs the job to its end or its next stop. The caller has the lock. */
  async function run(of: LoadedJob) {
    const running: LoadedJob['running'] = { halt: new AbortController(), since: clock() };
    Object.assign(of, { running, isHere: true });
    await setStatus(of, 'running');
    while ((await follow(of)) && running.end === undefined) {
      running.halt = new AbortController();
      const work = of.engine.run(running.halt.signal, ended, of.job.goal);
      // A page that is left has no time to end what is under way, and must not keep the lock.
      const over = new AbortController();
      const how = { signal: over.signal };
      await Promise.race([work, new Promise((end) => ended.addEventListener('abort', end, how))]);
      over.abort('over');
      // Somebody has signed in with another key: its account is found out before anything is sent with it.
      if (owner.isPresent()) break;
    }
    if (ended.aborted) return;
    Object.assign(of, { job: jobNow(of, clock), running: undefined });
    const { wanted, sent } = of.engine.state().counts;
    await setStatus(of, wanted + sent === 0 ? 'finished' : (running.end ?? 'paused'));
  }

  /** Does something with a job that is not under way here: the one that is shown now, if a person asks for it. */
  const act = (work: (of: LoadedJob) => Promise<unknown>, id?: string) =>
    tabs
      .withLock(async () => {
        const of = await load();
        if (of && of.job.id === (id ?? of.job.id)) await work(of);
      }, ended)
      .catch(() => {}); // the session has ended, or nothing can be read

  /** Somebody lets the job that is shown go on; the second press of a double one does nothing. */
  function press(isWanted: (of: LoadedJob) => boolean) {
    if (isPressed) return;
    isPressed = true;
    const work = async (of: LoadedJob) => {
      isPressed = false;
      if (!isWanted(of)) return;
      if (owner.doubt() !== undefined) owner.adopt();
      await goOn(of);
    };
    void act(work, currentJob.get()?.id).finally(() => (isPressed = false));
  }

  /** Goes on with the job as soon as the tab that runs it is gone. */
  function watch() {
    const goOnWith = (of: LoadedJob) => (of.job.status === 'running' ? run(of) : follow(of));
    watching ??= act(goOnWith).finally(() => (watching = undefined));
  }

  function halt(end: 'paused' | 'stopped') {
    const shown = currentJob.get();
    if (loaded?.running) {
      loaded.running.end = end;
      loaded.running.halt.abort();
      // What is under way still ends: only then is known what a job that was stopped has done.
      void setStatus(loaded, 'paused');
    } else if (shown?.status === 'running') tabs.post(owner.account(), { halt: end });
    else if (end === 'stopped') void act((of) => setStatus(of, end), shown?.id);
  }

  tabs.listen((of, message) => {
    if (ended.aborted || of !== owner.account()) return;
    if ('moved' in message) owner.take();
    if (loaded?.running) {
      if ('halt' in message) halt(message.halt);
      if ('ask' in message) publish();
    } else if ('state' in message) {
      loaded = undefined;
      // Whether there was room for a job of this tab says nothing of this one.
      isKept = true;
      show(message.state);
      if (message.state.status === 'running') watch();
    }
  });

  return {
    targetOf,
    isConnected: () => !ended.aborted,
    account: owner.account,

    /** Goes on with the job of the journal, if there is one, until the session ends. */
    async connect(of: JobTargets, until: AbortSignal) {
      targets = of;
      ended = until;
      isKept = true;
      owner.take();
      until.addEventListener('abort', forget);
      jobTargets.set(of);
      const known = await load().catch(() => undefined); // the journal cannot be read
      if (known?.job.status !== 'running') return publish();
      tabs.post(owner.account(), { ask: true });
      watch();
    },

    /** The session goes on with another key, which may be of another account: a job waits until that is clear. */
    async rebind() {
      if (ended.aborted || !owner.hasOtherKey()) return;
      // `run` goes on from there, in whichever tab.
      if (loaded?.running) loaded.running.halt.abort();
      else if (currentJob.get()?.status !== 'running') {
        const of = await load().catch(() => loaded);
        await follow(of);
      }
    },

    /** @throws {Error} another job is not over yet */
    async begin(job: Job, items: readonly JobItem[]): Promise<void> {
      const isBegun = await tabs.beginWithLock(async (begun) => {
        const current = currentJob.get();
        if (current && !isOver(current)) return;
        isKept = true;
        const opened = open(job, items);
        await store(() => journal.begin(owner.account(), job, items));
        begun();
        await goOn(opened);
      });
      if (!isBegun) throw new Error('Another job is not over yet.');
    },

    pause: () => halt('paused'),
    stop: () => halt('stopped'),
    resume: () => press((of) => of.job.status === 'paused'),
    /** Tries the failed and the unsure items once more. */
    retryFailed: () =>
      press((of) => {
        of.engine.retryFailed();
        return true;
      }),
    /** The items of a job, by its id; they come from the journal where this tab does not run it. */
    items: async (jobId: string) =>
      loaded?.job.id === jobId ? loaded.engine.items() : journal.items(jobId),
  };
}
