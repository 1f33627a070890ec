import type { BotUser } from '#contract/bot-user.ts';

type Change = {
  stamp: number;
  /** Fields that differ; `null`: deleted, and for good, since no id comes twice. */
  fields: Partial<BotUser> | null;
  /** Not answered yet: stands above every read, the service may have read before it wrote. */
  pending: boolean;
  /** A bot user made here. */
  created?: BotUser | undefined;
};

/**
 * What this browser has changed, laid over what it reads: a page that was asked for before a change must not undo
 * that change on the screen. So every page remembers when it was asked for.
 */
export function createLocalChanges() {
  let newest = 0;
  const changes = new Map<string, Change>();

  function record(id: string, fields: Change['fields'], pending: boolean) {
    const before = changes.get(id);
    if (before?.fields === null) return;
    changes.set(id, {
      stamp: ++newest,
      fields: fields && { ...before?.fields, ...fields },
      pending,
      created: before?.created,
    });
  }

  return {
    /** The stamp for a page that is asked for now. */
    stamp: () => newest,
    change: (id: string, fields: Partial<BotUser>, pending = false) => record(id, fields, pending),
    remove: (id: string) => record(id, null, false),
    create(bot: BotUser) {
      changes.set(bot.id, { stamp: ++newest, fields: bot, pending: false, created: bot });
    },
    /** Whether it was deleted here. */
    isGone: (id: string) => changes.get(id)?.fields === null,
    clear() {
      changes.clear();
    },

    /** The rows with every change that a page with this stamp does not know yet. */
    over(rows: readonly BotUser[], stamp: number): BotUser[] {
      return rows.flatMap((bot) => {
        const change = changes.get(bot.id);
        if (!change || (change.stamp <= stamp && !change.pending)) return [bot];
        return change.fields ? [{ ...bot, ...change.fields }] : [];
      });
    },

    /** Those made here after a page with this stamp was asked for, newest first. */
    createdAfter: (stamp: number): BotUser[] =>
      [...changes.values()]
        .flatMap(({ created, fields, stamp: at }) =>
          created && fields && at > stamp ? [{ ...created, ...fields }] : [],
        )
        .toReversed(),
  };
}
