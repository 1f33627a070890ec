import {
  openDB,
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  type OpenDBCallbacks,
} from 'idb';
import * as z from 'zod/mini';
import {
  countsOf,
  isOver,
  TARGET_NAMES,
  type Change,
  type Job,
  type JobItem,
  type TargetKind,
} from '#bulk/job.ts';
import { apiBase } from '#web/api/config.ts';
import { deviceStorage } from '#web/lib/device-storage.ts';
import { session } from '#web/session/session.ts';

/** One target was changed. */
export type SingleChange = Change & {
  at: number;
  target: TargetKind;
  jobId?: undefined;
};

/** A job has made changes. `label` says which: `Set 128 bot users inactive`. */
type JobChange = {
  at: number;
  target: TargetKind;
  jobId: string;
  label: string;
  /** Why the job cannot be undone, which is known at its end. */
  noUndo?: string | undefined;
  /** All of it was undone by a later job. */
  isUndone?: boolean;
};

export type RecordedChange = SingleChange | JobChange;

interface Schema extends DBSchema {
  /** By account, see `accountOf`. */
  jobs: { key: string; value: Job };
  items: { key: [job: string, at: number]; value: JobItem };
  changes: { key: [account: string, at: number, of: string]; value: RecordedChange };
}

const STORES = ['jobs', 'items', 'changes'] as const;
type Work = IDBPTransaction<Schema, typeof STORES, 'readwrite'>;

// A version of the app that was rolled back since, or another app of this origin, may have written anything else.
const target = z.enum(Object.keys(TARGET_NAMES));
const side = z.nullable(z.looseObject({}));
const status = z.enum(Object.keys(countsOf([])));
const ofOne = { id: z.string(), label: z.string(), before: side, after: side };
const ReadableJob = z.object({ target, heading: z.string() });
const ReadableItems = z.array(z.object({ ...ofOne, status }));
const ReadableChange = z.union([
  z.object({ target, at: z.number(), ...ofOne }),
  z.object({ target, at: z.number(), jobId: z.string(), label: z.string() }),
]);

/** So many recent changes are kept, the last ones. */
export const CHANGES_MAX = 100;

/** Every key that begins with this: an array comes after all texts and numbers. */
const within = (first: string) => IDBKeyRange.bound([first], [first, []]);

const changeKey = (account: string, { at, ...of }: RecordedChange): [string, number, string] => [
  account,
  at,
  of.jobId ?? of.id,
];

export type Journal = ReturnType<typeof createJournal>;

/**
 * What outlives a reload, in IndexedDB: the job with each of its items, and the recent changes. Never the key. Every
 * method rejects where the browser refuses storage or has no room left.
 */
export function createJournal(database = 'gatehouse') {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;

  /**
   * Opened when it is first asked for. A newer version of the app in another tab may replace it: this one goes on in
   * that, for what a job has done here must not be done again there.
   */
  function open() {
    const forget = () => (opened = undefined);
    const callbacks: OpenDBCallbacks<Schema> = {
      upgrade: (db) =>
        STORES.filter((store) => !db.objectStoreNames.contains(store)).forEach((store) =>
          db.createObjectStore(store),
        ),
      blocking(_from, _to, event) {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    };
    opened ??= openDB<Schema>(database, 2, callbacks)
      .catch(() => openDB<Schema>(database, undefined, callbacks)) // whichever version it has
      .catch((error: unknown) => {
        forget();
        throw error;
      });
    return opened;
  }

  /** All of it is kept, or nothing. */
  async function write(steps: (work: Work) => Promise<unknown>) {
    const work = (await open()).transaction(STORES, 'readwrite');
    const undo = (error: unknown) => {
      work.abort();
      throw error;
    };
    await Promise.all([steps(work).catch(undo), work.done]);
  }

  /** A name may hold the key: then nothing of it is kept. */
  function withoutKey<Value>(value: Value): Value {
    if (session.containsKey(JSON.stringify(value))) throw new Error('The API key is in it.');
    return value;
  }

  /** The job is not to be taken up again; its items stay while a recorded change can be undone by them. */
  async function dropJob(work: Work, account: string) {
    const job = await work.objectStore('jobs').get(account);
    const changes = await work.objectStore('changes').getAll(within(account));
    await work.objectStore('jobs').delete(account);
    if (job && changes.every(({ jobId }) => jobId !== job.id))
      await work.objectStore('items').delete(within(job.id));
  }

  /** A job leaves the recent changes, and its items go. The last job is still shown, and may be tried once more. */
  async function dropItems(work: Work, account: string, { jobId }: RecordedChange) {
    const last = await work.objectStore('jobs').get(account);
    if (jobId !== undefined && jobId !== last?.id)
      await work.objectStore('items').delete(within(jobId));
  }

  return {
    async job(account: string): Promise<Job | undefined> {
      const job = await (await open()).get('jobs', account);
      return z.safeParse(ReadableJob, job).success ? job : undefined;
    },
    /** @throws {ZodError} one of them cannot be read */
    async items(job: string): Promise<JobItem[]> {
      const items = await (await open()).getAll('items', within(job));
      z.parse(ReadableItems, items);
      return items;
    },
    begin: (account: string, job: Job, items: readonly JobItem[]) =>
      write(async (work) => {
        await dropJob(work, account);
        await work.objectStore('jobs').put(job, account);
        for (const item of withoutKey(items))
          await work.objectStore('items').put(item, [job.id, item.at]);
      }),
    saveJob: async (account: string, job: Job) => (await open()).put('jobs', job, account),
    saveItem: async (job: string, item: JobItem) =>
      (await open()).put('items', withoutKey(item), [job, item.at]),
    dropJob: (account: string) => write((work) => dropJob(work, account)),

    /** Newest first; those that can be read. */
    changes: async (account: string) =>
      (await (await open()).getAll('changes', within(account)))
        .filter((change) => z.safeParse(ReadableChange, change).success)
        .toReversed(),
    /** The oldest go, with the items of their jobs. */
    addChange: (account: string, change: RecordedChange) =>
      write(async (work) => {
        const changes = work.objectStore('changes');
        await changes.put(withoutKey(change), changeKey(account, change));
        for (const key of (await changes.getAllKeys(within(account))).slice(0, -CHANGES_MAX)) {
          const old = await changes.get(key);
          if (old) await dropItems(work, account, old);
          await changes.delete(key);
        }
      }),

    /** The session goes on with another key. */
    move: (from: string, to: string) =>
      write(async (work) => {
        const jobs = work.objectStore('jobs');
        const job = await jobs.get(from);
        if (job) await jobs.put(job, to);
        await jobs.delete(from);
        const changes = work.objectStore('changes');
        for (const change of await changes.getAll(within(from)))
          await changes.put(change, changeKey(to, change));
        await changes.delete(within(from));
      }),

    /** Deletes the entries of every account, and what other versions of the app keep beside them. */
    async empty() {
      const db = await open();
      await Promise.all(Array.from(db.objectStoreNames, (name) => db.clear(name)));
    },

    /** At a sign-out. @param keepsJob the one that is not over stays */
    clear: (account: string, keepsJob = false) =>
      write(async (work) => {
        const [jobs, changes] = [work.objectStore('jobs'), work.objectStore('changes')];
        const job = await jobs.get(account);
        for (const change of await changes.getAll(within(account)))
          await dropItems(work, account, change);
        await changes.delete(within(account));
        if (job && (isOver(job) || !keepsJob)) await dropJob(work, account);
      }),
  };
}

/** The journal of this browser. */
export const journal = createJournal();

/** Whose the entries are: the service, and the name of the account, which tells nothing of its key. */
export const accountOf = () => `${apiBase()} ${session.account() ?? ''}`;

/** Whether a job that is not over outlives a sign-out: chosen at that, and read by every tab of the session. */
const KEEPS_JOB = 'gatehouse.keep-job';
export const keepJobAtSignOut = (isWanted: boolean) =>
  void deviceStorage.setItem(KEEPS_JOB, isWanted ? 'yes' : 'no');

/** Deletes what is of this account, if this end of the session is a sign-out. */
export function clearAtSignOut(account: string) {
  const state = session.state();
  if (state.kind !== 'signed-out' || state.reason !== 'signed-out') return;
  void journal.clear(account, deviceStorage.getItem(KEEPS_JOB) === 'yes').catch(() => {});
}

// Here, since a single change is recorded without the code of jobs.
session.onEnd(() => clearAtSignOut(accountOf()));
