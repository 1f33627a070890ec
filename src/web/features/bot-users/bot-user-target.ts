import type { CallOptions } from '#client/api-client.ts';
import { failureOf, isNotThere } from '#client/errors.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { deletionRefusal } from '#web/api/access.ts';
import { call } from '#web/api/call.ts';
import { stateOf, updateOf, type BotUserState } from '#web/features/bot-users/bot-user-state.ts';
import {
  beginCreate,
  findCreated,
  type CreateAttempt,
} from '#web/features/bot-users/find-created.ts';
import { removeBotUser } from '#web/features/bot-users/mutations.ts';
import { permissionsOf } from '#web/features/bot-users/permissions.ts';
import { publish } from '#web/features/bot-users/queries.ts';
import { selection } from '#web/features/bot-users/use-selection.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import type { Change, JobTarget, LineKind, State } from '#web/jobs/job.ts';

/** A deletion or a rename that was planned longer ago than this reads the bot user first. */
const OLD_MS = 60_000;

/** How a job reads and changes bot users. The list and the other tabs show what it learns. */
export function createBotUserTarget(): JobTarget {
  /** By name: what was known when a creation was first sent. */
  const attempts = new Map<string, CreateAttempt>();

  async function create(after: State, options: CallOptions) {
    const body = toBotUserState(after);
    if (!attempts.has(body.name)) attempts.set(body.name, beginCreate(body.name));
    const requestedAt = Date.now();
    const bot = await call(botUserEndpoints.create, { body }, options);
    attempts.delete(body.name);
    publish({ type: 'created', bot, requestedAt });
    return bot;
  }

  async function update(id: string, before: State, after: State, options: CallOptions) {
    const body = updateOf(toBotUserState(before), toBotUserState(after));
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
        await removeBotUser(id, options);
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
      const wasKnown = attempts.get(name)?.isKnown;
      const isKnown = (id: string) => wasKnown?.(id) === true || isTaken?.(id) === true;
      const [bot] = await findCreated({ name, since, isKnown }, options);
      return bot && { id: bot.id, state: stateOf(bot) };
    },

    readsFirst: (change, plannedAgoMs) =>
      plannedAgoMs > OLD_MS && ['delete', 'rename'].includes(kindOf(change)),

    refusal({ id, before, after }) {
      if (before === null) return undefined;
      const { canChange, note } = permissionsOf({ id, name: toBotUserState(before).name });
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
  if (before['name'] !== after['name']) return 'rename';
  if (before['active'] === after['active']) return 'no-change';
  return after['active'] === true ? 'set-active' : 'set-inactive';
}

/** A plan may come out of the journal, so its states are checked. */
function toBotUserState({ name, active }: State): BotUserState {
  if (typeof name === 'string' && typeof active === 'boolean') return { name, active };
  throw new TypeError('This is not the state of a bot user');
}

/** A job that this tab has started takes the place of the selection it was made of. */
let lastJob = currentJob.get()?.id;
currentJob.subscribe(() => {
  const job = currentJob.get();
  if (!job?.isHere || job.id === lastJob) return;
  lastJob = job.id;
  if (job.target === 'bot-user') selection.clear();
});
