import { isOver, type Job } from '#web/jobs/job.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import { changes } from '#web/jobs/changes.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { journal } from '#web/jobs/journal.ts';
import { deviceStorage } from '#web/lib/device-storage.ts';
import { session } from '#web/session/session.ts';

/** Everything that the app keeps in this browser; a key with a full stop at its end is one for each service. */
export const KEPT: ReadonlyArray<{ key: string; label: string }> = [
  { key: 'gatehouse.routes.', label: 'Known routes' },
  { key: 'gatehouse.preferences', label: 'Settings of this page' },
  { key: 'mantine-color-scheme-value', label: 'Colour scheme' },
  { key: 'gatehouse.keep-changes', label: 'Whether recent changes outlive a sign-out' },
  { key: 'gatehouse.keep-job', label: 'Whether a job outlives a sign-out' },
  { key: 'gatehouse.stay-signed-in', label: 'Last choice at sign-in' },
];

/** A database: what is in it is shown by its stores. */
export const JOURNAL = 'gatehouse';

/** Not shown and not deleted: of this tab or this minute, or what ends a session in other tabs. Some hold the key. */
export const PASSING: readonly string[] = ['gatehouse.session', 'gatehouse.signed-out'];

const STORES = {
  plans: 'Open plans',
  jobs: 'Jobs',
  items: 'Items of jobs',
  changes: 'Recent changes',
};

interface Stored {
  label: string;
  /** Of which it is, where there is one for each. */
  service: string;
  /** How many entries, of a list. */
  entries: number | undefined;
}

export interface DeviceContent {
  stored: Stored[];
  /** By key; the journal beside. */
  content: { storage: Record<string, unknown>; journal: Record<string, unknown[]> };
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage).toSorted();
  } catch {
    return []; // The browser keeps nothing.
  }
}

const isOf = (key: string, kept: string) =>
  kept.endsWith('.') ? key.startsWith(kept) : key === kept;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export async function readDeviceData(): Promise<DeviceContent> {
  const storage: Record<string, unknown> = {};
  const stored: Stored[] = [];
  for (const { key: kept, label } of KEPT)
    for (const key of storedKeys().filter((each) => isOf(each, kept))) {
      const text = deviceStorage.getItem(key) ?? '';
      const value = (storage[key] = parsed(text));
      const entries = Array.isArray(value) ? value.length : undefined;
      stored.push({ label, service: key.slice(kept.length), entries });
    }
  const kept: Record<string, unknown[]> = await journal.all().catch(() => ({}));
  for (const [store, label] of Object.entries(STORES)) {
    const { length } = kept[store] ?? [];
    if (length > 0) stored.push({ label, service: '', entries: length });
  }
  return { stored, content: { storage, journal: kept } };
}

/** One JSON file; the key is not in it. */
export const toFile = ({ content }: DeviceContent, now: Date): string =>
  session.redact(JSON.stringify({ exported_at: now.toISOString(), ...content }, null, 2));

/** Why it cannot be deleted now, as a sentence. */
export function deletionProblem({ stored }: DeviceContent): string | undefined {
  if (stored.length === 0) return 'Nothing is kept.';
  const job = currentJob.get();
  if (job !== undefined && !isOver(job)) return 'A job is not finished. Stop it first.';
  return undefined;
}

/** Jobs of other keys that would go with it. */
export const unfinishedJobs = ({ content }: DeviceContent): number =>
  (content.journal['jobs'] ?? []).filter((job) => !isOver(job as Job)).length;

/** @returns why not, as a sentence */
export async function deleteDeviceData(): Promise<string | undefined> {
  // A job may have begun since in another tab.
  const problem = deletionProblem(await readDeviceData());
  if (problem !== undefined) return problem;
  currentJob.set(undefined);
  jobs.setPlan(undefined);
  try {
    await journal.empty();
  } catch {
    return 'The browser did not delete it. Try again.';
  }
  changes.clear();
  for (const key of storedKeys())
    if (KEPT.some((kept) => isOf(key, kept.key))) deviceStorage.removeItem(key);
  // This tab goes by it at once, as the others do by the browser's own event.
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  return undefined;
}
