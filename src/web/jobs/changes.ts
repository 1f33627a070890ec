import {
  accountOf,
  CHANGES_MAX,
  journal,
  type Journal,
  type RecordedChange,
} from '#web/jobs/journal.ts';
import { createStore } from '#web/lib/store.ts';
import { session } from '#web/session/session.ts';

export const keyOf = (change: RecordedChange) =>
  `${change.at} ${change.jobId ?? `${change.target} ${change.id}`}`;

export function createChanges(kept: Pick<Journal, 'changes' | 'addChange'>, account: () => string) {
  const store = createStore<readonly RecordedChange[]>([]);
  const show = (all: readonly RecordedChange[]) => {
    const byKey = new Map(all.toReversed().map((change) => [keyOf(change), change]));
    const list = [...byKey.values()].toReversed();
    store.set(list.toSorted((a, b) => b.at - a.at).slice(0, CHANGES_MAX));
  };
  return {
    get: store.get,
    use: store.use,
    /** Adds a change, or replaces it. */
    record(change: RecordedChange) {
      show([change, ...store.get()]);
      // Without room the list lasts as long as the page.
      kept.addChange(account(), change).catch(() => {});
    },
    /** Adds the changes of an earlier visit and of the other tabs. */
    async load() {
      const of = account();
      const before = await kept.changes(of).catch(() => []);
      if (account() === of) show([...before, ...store.get()]);
    },
    clear: () => store.set([]),
  };
}

export const changes = createChanges(journal, accountOf);

session.onEnd(changes.clear);
