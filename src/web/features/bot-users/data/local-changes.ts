import type { BotUser } from '#contract/bot-user.ts';

type Change = {
  /** What was changed, with the stamp of each field; `null`: deleted, and for good, since no id comes twice. */
  fields: { values: Partial<BotUser>; stamps: Record<string, number> } | null;
  /** Fields of this stamp are not answered yet: they stand above every read, the service may have read before it wrote. */
  pending?: number | undefined;
  /** A bot user made here. */
  created?: { bot: BotUser; stamp: number } | undefined;
};

export type LocalChanges = ReturnType<typeof createLocalChanges>;

/**
 * What this browser has changed, laid over what it reads: a page that was asked for before a change must not undo
 * that change on the screen. So every page remembers when it was asked for.
 */
export function createLocalChanges() {
  let newest = 0;
  const changes = new Map<string, Change>();

  const isGone = (id: string) => changes.get(id)?.fields === null;

  function record(id: string, values: Partial<BotUser>, pending: boolean) {
    if (isGone(id)) return;
    const before = changes.get(id);
    const stamp = ++newest;
    const stamps = { ...before?.fields?.stamps };
    for (const name of Object.keys(values)) stamps[name] = stamp;
    changes.set(id, {
      fields: { values: { ...before?.fields?.values, ...values }, stamps },
      pending: pending ? stamp : undefined,
      created: before?.created,
    });
  }

  function withChange(bot: BotUser, { fields, pending }: Change, since: number): BotUser[] {
    if (fields === null) return [];
    const { values, stamps } = fields;
    const names = Object.keys(values).filter((name) => {
      const stamp = stamps[name] ?? 0;
      return stamp > since || stamp === pending;
    });
    if (names.length === 0) return [bot];
    return [{ ...bot, ...Object.fromEntries(names.map((name) => [name, values[name]])) }];
  }

  return {
    /** The stamp for a page that is asked for now. */
    stamp: () => newest,
    change: (id: string, fields: Partial<BotUser>, pending = false) => record(id, fields, pending),
    remove(id: string) {
      changes.set(id, { fields: null });
      newest += 1;
    },
    create(bot: BotUser) {
      record(bot.id, bot, false);
      const change = changes.get(bot.id);
      if (change?.fields) change.created = { bot, stamp: newest };
    },
    /** Whether it was made here before a page with this stamp would be asked for. */
    wasCreated: (id: string, stamp: number) =>
      (changes.get(id)?.created?.stamp ?? Number.POSITIVE_INFINITY) <= stamp,
    /** Whether it was deleted here. */
    isGone,
    clear() {
      changes.clear();
    },

    /** The rows with every change that a page with this stamp does not know yet. */
    over: (rows: readonly BotUser[], stamp: number): BotUser[] =>
      rows.flatMap((bot) => {
        const change = changes.get(bot.id);
        return change ? withChange(bot, change, stamp) : [bot];
      }),

    /** Those made here after a page with this stamp was asked for, newest first. */
    createdAfter: (stamp: number): BotUser[] =>
      [...changes.values()]
        .flatMap(({ created, fields }) =>
          created && fields && created.stamp > stamp ? [{ ...created.bot, ...fields.values }] : [],
        )
        .toReversed(),
  };
}
