import { stateOf } from '#bulk/bot-user-state.ts';
import type { Change } from '#bulk/job.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { nameOf } from '#web/ui/safe-line.ts';

/** What was done to a bot user, for "Recent changes" and Undo; `null`: it did not exist. */
export function changeOf(before: BotUser | null, after: BotUser | null): Change {
  const bot = after ?? before;
  return {
    id: bot?.id ?? '',
    label: bot ? nameOf(bot) : '',
    before: before && stateOf(before),
    after: after && stateOf(after),
  };
}
