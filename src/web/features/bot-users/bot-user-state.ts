import type { BotUser, BotUserUpdate } from '#contract/bot-user.ts';
import type { Change } from '#web/jobs/job.ts';
import { nameOf } from '#web/ui/safe-line.ts';

/** What a person, or a plan, may change of a bot user. */
export type BotUserState = Pick<BotUser, 'name' | 'active'>;

const FIELDS = ['name', 'active'] as const;

export const stateOf = ({ name, active }: BotUserState): BotUserState => ({ name, active });

export const differingFields = (one: BotUserState, other: BotUserState) =>
  FIELDS.filter((field) => one[field] !== other[field]);

/** The body of a PATCH: the fields that differ, and no others. */
export const updateOf = (before: BotUserState, after: BotUserState): BotUserUpdate =>
  Object.fromEntries(differingFields(before, after).map((field) => [field, after[field]]));

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
