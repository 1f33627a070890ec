import { reasonOf } from '#web/api/failure-text.ts';
import { run } from '#web/api/query-client.ts';
import { setActive, UnsureError } from '#web/features/bot-users/mutations.ts';
import { rowElement } from '#web/features/bot-users/rows-in-document.ts';
import { requestUndo } from '#web/jobs/changes-on-demand.ts';
import { session } from '#web/session/session.ts';
import { notify } from '#web/ui/notify.ts';
import { named } from '#web/ui/untrusted-text.tsx';

/**
 * Switches one bot user and notifies of it. A failure is shown at its row; where no row of it is in the document any more,
 * the notification says it. Never rejects.
 *
 * @param label what the bot user is called
 */
export async function switchActive(id: string, label: string, active: boolean): Promise<void> {
  const ended = session.signal();
  try {
    const outcome = await run(setActive(id), active);
    if (outcome === undefined || ended.aborted) return;
    const { bot, change } = outcome;
    notify({
      text: named(`# is now ${bot.active ? 'active' : 'inactive'}.`, label),
      undo: change && (() => requestUndo('bot-user', change)),
    });
  } catch (error) {
    if (ended.aborted || rowElement(id)) return;
    notify({
      isFailure: true,
      text: named(
        error instanceof UnsureError
          ? `# may have been changed. ${reasonOf(error, 'unsure')}`
          : `# was not changed. ${reasonOf(error)}`,
        label,
      ),
      more: { label: 'Try again', run: () => void switchActive(id, label, active) },
    });
  }
}

/** At the row: what has become of a switch that failed, in whole sentences. */
export function switchFailureAtRow(error: unknown): string {
  if (error instanceof UnsureError)
    return `We do not know if this was changed. ${reasonOf(error, 'unsure')}`;
  const reason = reasonOf(error);
  return reason.startsWith('Not sent') ? reason : `Not changed. ${reason}`;
}
