import type { JobItem, JobState, JobTarget, Plan, State } from '#bulk/job.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { openPlan } from '#web/jobs/current-job.ts';
import { createJobs } from '#web/jobs/jobs.ts';
import type { SingleChange } from '#web/jobs/journal.ts';
import type { Journal } from '#web/jobs/journal.ts';
import type { JobsOptions } from '#web/jobs/loaded.ts';
import { headingOf } from '#web/jobs/plan.ts';
import { createChannels } from '#web/test/browser.ts';

/** Tabs of one browser with their locks; a tab that dies gives its own back. */
export function createBrowser() {
  const channels = createChannels();
  let last: Promise<unknown> = Promise.resolve();
  let isHeld = false;

  return {
    post: channels.post,
    messages: channels.messages,
    async openTab(journal: Journal, target: JobTarget, options: Partial<JobsOptions> = {}) {
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
      const locks = { request: request as LockManager['request'], query: async () => ({}) };
      const jobs = createJobs({ ...AT_ONCE, journal, locks, channel, ...options });
      await jobs.connect({ 'bot-user': target, route: target }, end.signal);
      return {
        jobs,
        journal,
        session: end.signal,
        /** As a reload or a crash does: what was under way is never heard of again. */
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
  renewed: async () => {},
  room: async () => {},
  clock: Date.now,
  sleep: async () => {},
  random: () => 0.5,
  reasonOf,
};

export const planInactive = (rows: ReadonlyMap<string, State>): Plan => ({
  target: 'bot-user',
  plannedAt: Date.now(),
  lines: [...rows].map(([id, before]) => ({
    id,
    label: id,
    before,
    after: { ...before, active: false },
    kind: 'set-inactive',
  })),
});

/** A job that this tab runs. */
export const RUNNING: JobState = {
  id: '1-1',
  target: 'bot-user',
  heading: 'set 24 bot users inactive',
  plannedAt: 0,
  elapsedMs: 0,
  status: 'running',
  total: 24,
  counts: { wanted: 16, sent: 0, confirmed: 7, failed: 1, unsure: 0, skipped: 0 },
  isHere: true,
  isKept: true,
};

/** What the open plan is called. */
export function openHeading() {
  const plan = openPlan.get();
  return plan && headingOf(plan);
}

/** A bot user that was set inactive; a test puts over it what it is about. */
export const makeChange = (fields: Partial<SingleChange> = {}): SingleChange => ({
  target: 'bot-user',
  at: 1,
  id: 'bot_1',
  label: 'a',
  before: { name: 'a', active: true },
  after: { name: 'a', active: false },
  ...fields,
});

/** An item that is to be set inactive; a test puts over it what it is about. */
export const makeItem = (at: number, fields: Partial<JobItem> = {}): JobItem => ({
  at,
  id: `bot_${at}`,
  label: `bot ${at}`,
  before: { name: `bot ${at}`, active: true },
  after: { name: `bot ${at}`, active: false },
  status: 'wanted',
  ...fields,
});
