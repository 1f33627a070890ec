import type { BotUser, BotUserUpdate } from '#contract/bot-user.ts';

/** What a response has shown of a bot user. */
export interface KnownBotUser {
  type: 'created' | 'updated';
  bot: BotUser;
  /** Milliseconds since 1970: of two responses the one that was requested later holds, also between tabs. */
  requestedAt: number;
}

export type KnownChange = KnownBotUser | { type: 'deleted'; id: string };

let latest = 0;

/** For `requestedAt`: the clock, but after all moments that are known, for it may have been set back. */
export const nextMoment = (known = Date.now()) => (latest = Math.max(known, latest + 1));

/** What a person, or a plan, may change of a bot user. */
export const BOT_USER_FIELDS = ['name', 'active'] as const;

export type BotUserState = Pick<BotUser, (typeof BOT_USER_FIELDS)[number]>;

export const stateOf = ({ name, active }: BotUserState): BotUserState => ({ name, active });

export const botUserDifferences = (one: BotUserState, other: BotUserState) =>
  BOT_USER_FIELDS.filter((field) => one[field] !== other[field]);

/** The body of a PATCH: the fields that differ, and no others. */
export const updateOf = (before: BotUserState, after: BotUserState): BotUserUpdate =>
  Object.fromEntries(botUserDifferences(before, after).map((field) => [field, after[field]]));
