import { changes } from '#web/jobs/changes.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import { isOver } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';
import { journal } from '#web/jobs/journal.ts';
import { deviceStorage } from '#web/lib/device-storage.ts';

/** Everything that the app keeps in the storage of this browser; a full stop at the end: one key for each service. */
export const KEPT: readonly string[] = [
  'gatehouse.routes.',
  'gatehouse.preferences',
  'mantine-color-scheme-value',
  'gatehouse.keep-changes',
  'gatehouse.keep-job',
  'gatehouse.stay-signed-in',
];

/** The database of plans, jobs and changes. */
export const JOURNAL = 'gatehouse';

/** Not cleared: of this tab or this minute, or what ends a session in other tabs. Some hold the key. */
export const PASSING: readonly string[] = ['gatehouse.session', 'gatehouse.signed-out'];

/** Why the data cannot be cleared now, as a sentence. */
export function clearRefusal(): string | undefined {
  const job = currentJob.get();
  return job && !isOver(job) ? 'A job is not finished. Stop it first.' : undefined;
}

/** @returns why nothing was cleared, as a sentence */
export async function clearDeviceData(): Promise<string | undefined> {
  const refusal = clearRefusal();
  if (refusal !== undefined) return refusal;
  currentJob.set(undefined);
  jobs.setPlan(undefined);
  try {
    await journal.empty();
  } catch {
    return 'The browser did not delete it. Try again.';
  }
  changes.clear();
  for (const key of storedKeys()) deviceStorage.removeItem(key);
  // This tab goes by it at once, as the others do by the browser's own event.
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  return undefined;
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) =>
      KEPT.some((kept) => (kept.endsWith('.') ? key.startsWith(kept) : key === kept)),
    );
  } catch {
    return []; // The browser keeps nothing.
  }
}
