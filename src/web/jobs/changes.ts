import { createDeviceValue } from '#web/lib/device-storage.ts';
import { createStore } from '#web/lib/emitter.ts';
import type { Change, TargetKind } from '#web/jobs/job.ts';
import { accountOf, journal, type Journal } from '#web/jobs/journal.ts';
import { session } from '#web/session/session.ts';

/** One target was changed. */
export type SingleChange = Change & {
  at: number;
  target: TargetKind;
  jobId?: undefined;
  /** Made by an Undo. */
  isUndo?: boolean;
};

/** A change that was made here: of one target, or of a whole job. */
export type RecordedChange =
  | SingleChange
  /** `label` is what it did: `Set 128 bot users inactive`. */
  | { at: number; target: TargetKind; jobId: string; label: string };

/** Whether the journal outlives a sign-out, by the person's choice. */
export const keepsChanges = createDeviceValue({
  key: 'gatehouse.keep-changes',
  read: (content) => content === true,
});

/** The last 100, newest first. */
const MOST = 100;

export const keyOf = (change: RecordedChange) =>
  `${change.at} ${change.jobId ?? `${change.target} ${change.id}`}`;

export function createChanges(kept: Pick<Journal, 'changes' | 'addChange'>, account: () => string) {
  const store = createStore<readonly RecordedChange[]>([]);
  return {
    get: store.get,
    subscribe: store.subscribe,
    record(change: RecordedChange) {
      store.set([change, ...store.get()].slice(0, MOST));
      // Without room the list lasts as long as the page.
      kept.addChange(account(), change).catch(() => {});
    },
    /** What an earlier visit and the other tabs have left. */
    async load() {
      const of = account();
      const before = await kept.changes(of).catch(() => []);
      if (account() !== of) return;
      const all = new Map([...before, ...store.get()].map((change) => [keyOf(change), change]));
      store.set([...all.values()].toSorted((a, b) => b.at - a.at).slice(0, MOST));
    },
    clear: () => store.set([]),
  };
}

export const changes = createChanges(journal, accountOf);

session.onEnd(changes.clear);
