import type { BotUser, BotUserUpdate } from '#contract/bot-user.ts';

const FIELDS = ['name', 'active'] as const;
export type Field = (typeof FIELDS)[number];

/**
 * What is in a form, without outer white space. A name that came with some, from a service that keeps it, is no other
 * name until somebody changes it.
 */
export const asWanted = (
  typed: Pick<BotUser, Field>,
  loaded: Pick<BotUser, Field>,
): Pick<BotUser, Field> => ({
  ...typed,
  name: typed.name === loaded.name ? loaded.name : typed.name.trim(),
});

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
