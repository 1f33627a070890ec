import { reasonOf } from '#web/api/failure-text.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { run, setActive, UnsureError } from '#web/features/bot-users/mutations.ts';
import { permissionsOf } from '#web/features/bot-users/permissions.ts';
import type { Chosen } from '#web/features/bot-users/plan-lines.ts';
import type { BotUser } from '#contract/bot-user.ts';
import type { Change } from '#web/jobs/job.ts';
import { formatNumber, shorten } from '#web/lib/format.ts';
import { inTurns } from '#web/lib/in-turns.ts';
import { session } from '#web/session/session.ts';
import { notify } from '#web/ui/notify.ts';

/** Up to so many are changed at once; more become a plan. */
export const AT_ONCE_MAX = 20;

/** Switches some bot users, with one notification for all of them. Each failure is shown at its row as well. */
export async function setActiveMany({ bots, missing }: Omit<Chosen, 'readAt'>, active: boolean) {
  const ended = session.signal();
  const allowed = bots.filter((bot) => permissionsOf(bot).canChange);
  const others = allowed.filter((bot) => bot.active !== active);
  const turn = inTurns(runtimeConfig().limits.requests_at_once);
  const changes: Change[] = [];
  const failed: Array<{ bot: BotUser; error: unknown }> = [];
  await Promise.all(
    others.map(async (bot) => {
      try {
        const outcome = await run(setActive(bot.id, turn), active);
        if (outcome.kind === 'saved' && outcome.change) changes.push(outcome.change);
      } catch (error) {
        failed.push({ bot, error });
      }
    }),
  );
  if (ended.aborted) return;
  const again = { bots: failed.map(({ bot }) => bot), missing: [] };
  notify({
    isFailure: failed.length > 0,
    text: outcomeText({
      active,
      changed: changes.length,
      already: allowed.length - others.length,
      errors: failed.map(({ error }) => error),
      leftOut: bots.length - allowed.length + missing.length,
    }),
    undo: changes.length > 0 ? () => void undoAll(changes) : undefined,
    more:
      failed.length > 0
        ? { label: 'Try again', run: () => void setActiveMany(again, active) }
        : undefined,
  });
}

/** Each bot user is read first: what somebody else has changed since is left as it is. */
async function undoAll(changes: readonly Change[]) {
  const ended = session.signal();
  const { jobs } = await import('#web/jobs/jobs.ts');
  const turn = inTurns(runtimeConfig().limits.requests_at_once);
  const items = await Promise.all(
    changes.map(({ id, label, before, after }) =>
      turn(() =>
        jobs.runOne('bot-user', { id, label, before: after, after: before, isUndo: true }),
      ),
    ),
  );
  if (ended.aborted) return;
  const left = items.filter(({ status }) => status !== 'confirmed');
  const done = formatNumber(items.length - left.length);
  const [first] = left;
  notify({
    isOfUndo: true,
    isFailure: left.length > 0,
    text: first
      ? `${done} of ${formatNumber(items.length)} put back. ${shorten(first.label)}: ${first.reason ?? 'not changed.'}`
      : `${done} put back.`,
  });
}

interface Outcome {
  active: boolean;
  changed: number;
  already: number;
  errors: readonly unknown[];
  /** Selected, but not known any more, protected, or with an id that cannot be part of an address. */
  leftOut: number;
}

/** `12 set inactive. 3 already were.` */
export function outcomeText({ active, changed, already, errors, leftOut }: Outcome): string {
  const state = active ? 'active' : 'inactive';
  const were = (value: number) => (value === 1 ? 'was' : 'were');
  const number = formatNumber;
  const [error] = errors;
  const mayHaveHappened =
    error instanceof UnsureError ? ' It may have been changed: trying again reads first.' : '';
  const parts = [
    changed > 0 && `${number(changed)} set ${state}.`,
    already > 0 &&
      (changed + errors.length > 0
        ? `${number(already)} already ${were(already)}.`
        : `Nothing to do: ${number(already)} already ${already === 1 ? 'is' : 'are'} ${state}.`),
    errors.length > 0 &&
      `${number(errors.length)} ${were(errors.length)} not changed. ${reasonOf(error)}${mayHaveHappened}`,
    leftOut > 0 &&
      `${number(leftOut)} ${were(leftOut)} left out: not known any more, or not to be changed from here.`,
  ];
  return parts.filter(Boolean).join(' ');
}
