import type { BotUser } from '#contract/bot-user.ts';

const FIELDS = ['name', 'active'] as const;
export type Field = (typeof FIELDS)[number];

/** Fields that differ between two readings of one bot user. */
export const movedFields = (before: BotUser, after: BotUser): Field[] =>
  FIELDS.filter((field) => before[field] !== after[field]);
