import type { InfiniteData } from '@tanstack/react-query';
import type { BotUser, BotUserList } from '#contract/bot-user.ts';

/** A page as it is cached: `stamp` is the newest local change that it already knows. */
export type StampedPage = BotUserList & { stamp: number };
export type Loaded = InfiniteData<StampedPage, string>;

type Change = {
  stamp: number;
  /** Fields that differ; `null`: deleted, and for good, since no id comes twice. */
  fields: Partial<BotUser> | null;
  /** Not answered yet: stands above every read, the service may have read before it wrote. */
  pending: boolean;
  /** A bot user made here, and when. */
  created?: { bot: BotUser; stamp: number } | undefined;
};

/**
 * What this tab has changed, laid over what it reads.
 *
 * Reading many pages takes up to minutes and the result arrives at once: a page that was asked for before a change
 * must not undo that change on the screen. So every page remembers when it was asked for, and newer changes are
 * laid over it whenever the pages are stored.
 */
export function createLocalChanges() {
  let newest = 0;
  const changes = new Map<string, Change>();

  function record(id: string, fields: Change['fields'], pending = false) {
    const before = changes.get(id);
    if (before?.fields === null) return;
    changes.set(id, {
      stamp: ++newest,
      fields: fields && { ...before?.fields, ...fields },
      pending,
      created: before?.created,
    });
  }

  function rowsOf({ bot_users, stamp }: StampedPage): BotUser[] {
    let same = true;
    const rows = bot_users.flatMap((bot) => {
      const change = changes.get(bot.id);
      if (!change || (change.stamp <= stamp && !change.pending)) return [bot];
      same = false;
      return change.fields ? [{ ...bot, ...change.fields }] : [];
    });
    return same ? bot_users : rows;
  }

  return {
    /** The stamp for a page that is asked for now. */
    stamp: () => newest,
    change: (id: string, fields: Partial<BotUser>, pending?: boolean) =>
      record(id, fields, pending),
    remove: (id: string) => record(id, null),
    create(bot: BotUser) {
      const stamp = ++newest;
      changes.set(bot.id, { stamp, fields: bot, pending: false, created: { bot, stamp } });
    },
    clear() {
      changes.clear();
    },

    /** The pages with every change that they do not know yet; what does not change keeps its identity. */
    over(data: Loaded): Loaded {
      const [first] = data.pages;
      if (first === undefined || data.pages.every((page) => page.stamp === newest)) return data;

      const pages = data.pages.map((page) => ({ ...page, bot_users: rowsOf(page), stamp: newest }));
      const made = [...changes.values()].flatMap(({ created, fields }) =>
        created && fields && created.stamp > first.stamp ? [{ ...created.bot, ...fields }] : [],
      );
      const known = made.length > 0 && new Set(pages.flatMap((page) => page.bot_users).map(idOf));
      const missing = made.filter((bot) => known && !known.has(bot.id)).toReversed();
      if (missing.length > 0 && pages[0])
        pages[0] = { ...pages[0], bot_users: [...missing, ...pages[0].bot_users] };
      return { ...data, pages };
    },
  };
}

const idOf = (bot: BotUser) => bot.id;
