import type { BotUser } from '#contract/bot-user.ts';
import type { Page } from '#web/features/bot-users/view/by-page.ts';

/** For tests: a page of rows. */
export const page = (...bot_users: BotUser[]): Page => ({ bot_users });

export const bot = (name: string, fields: Partial<BotUser> = {}): BotUser => ({
  id: `bot_${name}`,
  uri: '',
  name,
  active: true,
  created_at: '2026-01-01T00:00:00Z',
  ...fields,
});

/** For tests: the page that has the row gets another one in its place, or none. */
export const changed = (
  pages: readonly Page[],
  id: string,
  change: Partial<BotUser> | undefined,
): Page[] =>
  pages.map((each) =>
    each.bot_users.some((row) => row.id === id)
      ? page(
          ...each.bot_users.flatMap((row) =>
            row.id !== id ? row : change ? { ...row, ...change } : [],
          ),
        )
      : each,
  );
