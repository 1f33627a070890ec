import { reasonOf } from '#web/api/failure-text.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { run, setActive } from '#web/features/bot-users/mutations.ts';
import { permissionsOf } from '#web/features/bot-users/permissions.ts';
import type { Chosen } from '#web/features/bot-users/plan-lines.ts';
import type { BotUser } from '#contract/bot-user.ts';
import type { Change } from '#web/jobs/job.ts';
import { shorten } from '#web/lib/format.ts';
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
  const state = active ? 'active' : 'inactive';
  const again = { bots: failed.map(({ bot }) => bot), missing: [] };
  const outcomes = [
    [changes.length, `set ${state}.`],
    [allowed.length - others.length, `already ${state}.`],
    [failed.length, `not changed. ${failed.length > 0 ? reasonOf(failed[0]?.error) : ''}`],
    [bots.length - allowed.length, 'left out: they cannot be changed from here.'],
    [missing.length, 'left out: not known any more.'],
  ] as const;
  notify({
    isFailure: failed.length > 0,
    text: outcomes.flatMap(([size, text]) => (size > 0 ? `${size} ${text}` : [])).join(' '),
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
  const done = items.length - left.length;
  const [first] = left;
  notify({
    isOfUndo: true,
    isFailure: left.length > 0,
    text: first
      ? `${done} of ${items.length} put back. ${shorten(first.label)}: ${first.reason ?? 'not changed.'}`
      : `${done} put back.`,
  });
}
