import { isOver } from '#bulk/job.ts';
import { changes } from '#web/jobs/changes.ts';
import { currentJob, openPlan } from '#web/jobs/current-job.ts';
import { journal } from '#web/jobs/journal.ts';
import { deviceStorage } from '#web/lib/device-storage.ts';

/** These stay: the session itself, whether it outlives a reload, and what ends it in the other tabs. */
const OF_SESSION = /^gatehouse\.(session|stay-signed-in|signed-out)$/;

/** The colour scheme is kept by Mantine. */
const isDeleted = (key: string) =>
  key === 'mantine-color-scheme-value' || (key.startsWith('gatehouse.') && !OF_SESSION.test(key));

/** Why nothing can be deleted now, as a sentence. */
export function deletionProblem(): string | undefined {
  const job = currentJob.get();
  return job && !isOver(job) ? 'A job is not finished. Stop it first.' : undefined;
}

/** Deletes what the app keeps in this browser, the journal of jobs included. Throws where the browser refuses. */
export async function deleteDeviceData(): Promise<void> {
  currentJob.set(undefined);
  openPlan.set(undefined);
  changes.clear();
  deviceStorage.keys().filter(isDeleted).forEach(deviceStorage.removeItem);
  // This tab goes by it at once, as the others do by the browser's own event.
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  // Last: a browser may refuse the journal alone.
  await journal.empty();
}
