import type { Call, CallOptions } from '#client/api-client.ts';
import { failureOf, isNotThere } from '#client/errors.ts';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { deletionRefusal } from '#web/api/access.ts';
import { reachOf } from '#web/features/bot-users/data/addressability.ts';
import type { BotUsers } from '#web/features/bot-users/data/bot-users.ts';
import { findCreated } from '#web/features/bot-users/data/find-created.ts';
import { createIsKnown, removeBotUser } from '#web/features/bot-users/data/mutations.ts';
import type { Change, JobTarget, LineKind, State } from '#web/jobs/job.ts';

/** What a plan may change of a bot user. */
export type BotUserState = Pick<BotUser, 'name' | 'active'>;

/** A plan as old as this is not trusted about what has no way back, or what it is called. */
const OLD_MS = 60_000;

/** How a job reads and changes bot users; the list and the other tabs show what it learns. */
export function createBotUserTarget({
  call,
  cache,
  publish,
}: Pick<BotUsers, 'cache' | 'publish'> & { call: Call }): JobTarget {
  /** By name: tells what was known when its creation was first sent. */
  const known = new Map<string, (id: string) => boolean>();

  async function create(after: State, options: CallOptions) {
    const body = toBotUserState(after);
    if (!known.has(body.name)) known.set(body.name, createIsKnown(cache));
    const requestedAt = Date.now();
    const bot = await call(botUserEndpoints.create, { body }, options);
    known.delete(body.name);
    publish({ type: 'created', bot, requestedAt });
    return bot;
  }

  async function update(id: string, before: State, after: State, options: CallOptions) {
    const { name, active } = toBotUserState(after);
    const body = {
      ...(name !== before.name && { name }),
      ...(active !== before.active && { active }),
    };
    const requestedAt = Date.now();
    const bot = await call(botUserEndpoints.update, { params: { id }, body }, options);
    publish({ type: 'updated', bot, requestedAt });
    return bot;
  }

  return {
    async read(id, options) {
      const requestedAt = Date.now();
      try {
        const bot = await call(botUserEndpoints.get, { params: { id } }, options);
        publish({ type: 'updated', bot, requestedAt });
        return stateOf(bot);
      } catch (error) {
        if (!isNotThere(failureOf(error))) throw error;
        publish({ type: 'deleted', id });
        return null;
      }
    },

    async write({ id, before, after }, options) {
      if (after === null) {
        await removeBotUser(call, id, options);
        publish({ type: 'deleted', id });
        return { id, state: null };
      }
      const bot = await (before === null
        ? create(after, options)
        : update(id, before, after, options));
      return { id: bot.id, state: stateOf(bot) };
    },

    async findCreated({ after }, since, options, isTaken) {
      if (after === null) return undefined;
      const { name } = toBotUserState(after);
      const wasKnown = known.get(name);
      const isKnown = (id: string) => wasKnown?.(id) === true || isTaken?.(id) === true;
      const [bot] = await findCreated({ call, publish }, { name, since, isKnown }, options);
      return bot && { id: bot.id, state: stateOf(bot) };
    },

    readsFirst: (change, plannedAgoMs) =>
      plannedAgoMs > OLD_MS && ['delete', 'rename'].includes(kindOf(change)),

    refusal({ id, before, after }) {
      if (before === null) return undefined;
      const { canChange, note } = reachOf({ id, name: toBotUserState(before).name });
      if (!canChange) return note;
      return after === null ? deletionRefusal() : undefined;
    },
    kindOf,
    insteadOfDelete: (before) => ({ ...before, active: false }),
  };
}

export function kindOf({ before, after }: Pick<Change, 'before' | 'after'>): LineKind {
  if (after === null) return before === null ? 'no-change' : 'delete';
  if (before === null) return 'create';
  if (before.name !== after.name) return 'rename';
  if (before.active === after.active) return 'no-change';
  return after.active === true ? 'set-active' : 'set-inactive';
}

export const stateOf = ({ name, active }: BotUserState): BotUserState => ({ name, active });

/** Of a plan that may come out of the journal. */
function toBotUserState({ name, active }: State): BotUserState {
  if (typeof name === 'string' && typeof active === 'boolean') return { name, active };
  throw new TypeError('This is no state of a bot user');
}
