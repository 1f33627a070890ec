import { failureOf } from '#client/errors.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { run, setActive, UnsureError } from '#web/features/bot-users/mutations.ts';
import { rowElement } from '#web/features/bot-users/rows-in-document.ts';
import { requestUndo } from '#web/jobs/current-job.ts';
import { shorten } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { notify } from '#web/ui/notify.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

/**
 * Switches one bot user and notifies of it. A failure is shown at its row; where no row of it is in the document any more,
 * the notification says it. Never rejects.
 *
 * @param label what the bot user is called
 */
export async function switchActive(id: string, label: string, active: boolean): Promise<void> {
  const ended = session.signal();
  const text = (words: string) => (
    <>
      <strong>
        <UntrustedText text={shorten(label)} />
      </strong>{' '}
      {words}
    </>
  );
  try {
    const outcome = await run(setActive(id), active);
    if (outcome.kind === 'superseded' || ended.aborted) return;
    const { bot, change } = outcome;
    notify({
      text: text(`is now ${bot.active ? 'active' : 'inactive'}.`),
      undo: change && (() => requestUndo('bot-user', change)),
    });
  } catch (error) {
    if (ended.aborted || rowElement(id)) return;
    notify({
      isFailure: true,
      text: text(`was not changed. ${switchFailure(error)}`),
      more: { label: 'Try again', run: () => void switchActive(id, label, active) },
    });
  }
}

/** Why a switch failed, in whole sentences. */
function switchFailure(error: unknown): string {
  const reason = reasonOf(error);
  return error instanceof UnsureError
    ? `${reason} It may have been changed all the same: trying again reads it first.`
    : reason;
}

/** The same at the row, where it has to be said that nothing was changed, unless the reason says so itself. */
export function switchFailureAtRow(error: unknown): string {
  const reason = switchFailure(error);
  return failureOf(error)?.kind === 'offline' ? reason : `Not changed. ${reason}`;
}
