import { failureOf, isNotThere } from '#client/errors.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { run } from '#web/api/query-client.ts';
import { isSwitchedOn } from '#web/features/bot-users/local-changes.ts';
import { setActive, UnsureError } from '#web/features/bot-users/mutations.ts';
import { inTurns } from '#web/lib/in-turns.ts';
import { session } from '#web/session/session.ts';
import { notify } from '#web/ui/notify.ts';

/** Up to so many are switched without a plan. */
export const UNPLANNED_MAX = 20;

/**
 * Switches some bot users, with one notification for all of them, whose Undo switches them back. Each failure is shown at
 * its row as well.
 */
export async function setActiveMany(bots: readonly BotUser[], active: boolean, isUndo = false) {
  const ended = session.signal();
  const others = bots.filter((bot) => isSwitchedOn(bot) !== active);
  const turn = inTurns(runtimeConfig().limits.requests_at_once, ended);
  const changed: BotUser[] = [];
  const errors = new Map<BotUser, unknown>();
  let gone = 0;
  await Promise.all(
    others.map((bot) =>
      run(setActive(bot.id, turn, isUndo), active).then(
        (outcome) => outcome && changed.push(outcome.bot),
        (error: unknown) => (isNotThere(failureOf(error)) ? (gone += 1) : errors.set(bot, error)),
      ),
    ),
  );
  if (ended.aborted) return;
  const unsure = [...errors.values()].filter((error) => error instanceof UnsureError);
  const state = active ? 'active' : 'inactive';
  const outcomes = [
    [changed.length, isUndo ? 'put back.' : `set ${state}.`],
    [bots.length - others.length, `already ${state}.`],
    [gone, gone === 1 ? 'no longer exists.' : 'no longer exist.'],
    [errors.size - unsure.length, 'not changed.'],
    [unsure.length, 'may have been changed.'],
  ] as const;
  const texts = outcomes.flatMap(([size, text]) => (size > 0 ? `${size} ${text}` : []));
  const [first] = errors.values();
  if (errors.size > 0)
    texts.push(reasonOf(first, first instanceof UnsureError ? 'unsure' : 'change'));
  const tryAgain = () => void setActiveMany([...errors.keys()], active, isUndo);
  notify({
    isOfUndo: isUndo,
    isFailure: errors.size + gone > 0,
    text: texts.join(' '),
    undo: changed.length > 0 ? () => void setActiveMany(changed, !active, true) : undefined,
    more: errors.size > 0 ? { label: 'Try again', run: tryAgain } : undefined,
  });
}
