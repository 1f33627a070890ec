import type { Change } from '#bulk/job.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { run } from '#web/api/query-client.ts';
import { createBotUserTarget } from '#web/features/bot-users/bot-user-target.ts';
import { isSwitchedOn } from '#web/features/bot-users/local-changes.ts';
import { setActive, UnsureError } from '#web/features/bot-users/mutations.ts';
import { runOne } from '#web/jobs/run-one.ts';
import { shorten } from '#web/lib/format.ts';
import { inTurns } from '#web/lib/in-turns.ts';
import { session } from '#web/session/session.ts';
import { notify } from '#web/ui/notify.ts';

/** Up to so many are switched without a plan. */
export const UNPLANNED_MAX = 20;

/** Switches some bot users, with one notification for all of them. Each failure is shown at its row as well. */
export async function setActiveMany(bots: readonly BotUser[], active: boolean) {
  const ended = session.signal();
  const others = bots.filter((bot) => isSwitchedOn(bot) !== active);
  const turn = inTurns(runtimeConfig().limits.requests_at_once, ended);
  const changes: Change[] = [];
  const failures: Array<{ bot: BotUser; error: unknown }> = [];
  await Promise.all(
    others.map((bot) =>
      run(setActive(bot.id, turn), active).then(
        (outcome) => outcome?.change && changes.push(outcome.change),
        (error: unknown) => failures.push({ bot, error }),
      ),
    ),
  );
  if (ended.aborted) return;
  const unsure = failures.filter(({ error }) => error instanceof UnsureError);
  const state = active ? 'active' : 'inactive';
  const outcomes = [
    [changes.length, `set ${state}.`],
    [bots.length - others.length, `already ${state}.`],
    [failures.length - unsure.length, 'not changed.'],
    [unsure.length, 'may have been changed.'],
  ] as const;
  const texts = outcomes.flatMap(([size, text]) => (size > 0 ? `${size} ${text}` : []));
  const [first] = failures;
  if (first) texts.push(reasonOf(first.error, unsure.includes(first) ? 'unsure' : 'change'));
  const tryAgain = () =>
    void setActiveMany(
      failures.map(({ bot }) => bot),
      active,
    );
  notify({
    isFailure: failures.length > 0,
    text: texts.join(' '),
    undo: changes.length > 0 ? () => undoTogether(changes) : undefined,
    more: first ? { label: 'Try again', run: tryAgain } : undefined,
  });
}

/** With a scope, so that Ctrl+Z meanwhile undoes nothing else. */
const undoTogether = (changes: readonly Change[]) =>
  void run({ mutationFn: undoAll, scope: { id: 'undo' } }, changes).catch(() => {}); // the session has ended

/** Each bot user is read first: what somebody else has changed beside the state stays. */
async function undoAll(changes: readonly Change[]) {
  const ended = session.signal();
  const target = createBotUserTarget();
  const turn = inTurns(runtimeConfig().limits.requests_at_once, ended);
  const items = await Promise.all(
    changes.map(({ id, label, before, after }) => {
      const back = { id, label, before: after, after: before, isUndo: true };
      return turn(() => runOne('bot-user', target, back, { signal: ended }));
    }),
  );
  if (ended.aborted) return;
  const left = items.filter(({ status }) => status !== 'confirmed');
  const [first] = left;
  const back = `${items.length - left.length}${first ? ` of ${items.length}` : ''} put back.`;
  const why = first && ` ${shorten(first.label)}: ${first.reason ?? 'not changed.'}`;
  notify({ isOfUndo: true, isFailure: left.length > 0, text: back + (why ?? '') });
}
