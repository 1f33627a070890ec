import type { BotUser, BotUserUpdate } from '#contract/bot-user.ts';

const FIELDS = ['name', 'active'] as const;
export type Field = (typeof FIELDS)[number];

/** What to send so that a bot user becomes as wanted: the fields that differ, and no others. */
export const changesTowards = (
  wanted: Pick<BotUser, Field>,
  bot: BotUser,
): Pick<BotUserUpdate, Field> => ({
  ...(wanted.name !== bot.name && { name: wanted.name }),
  ...(wanted.active !== bot.active && { active: wanted.active }),
});

/** Fields that differ between two readings of one bot user. */
export const movedFields = (before: BotUser, after: BotUser): Field[] =>
  FIELDS.filter((field) => before[field] !== after[field]);
