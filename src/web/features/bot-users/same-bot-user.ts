import type { BotUser } from '#contract/bot-user.ts';

/** Unknown fields of any kind may be added to the API, so all fields are compared. */
export function isSameBotUser(one: BotUser, other: BotUser): boolean {
  if (one === other) return true;
  try {
    return JSON.stringify(one) === JSON.stringify(other);
  } catch {
    // A field is nested deeper than the stack allows.
    return false;
  }
}
