import {
  nextMoment,
  stateOf,
  updateOf,
  type BotUserState,
  type KnownChange,
} from '#bulk/bot-user-state.ts';
import { findCreated, type CreateAttempt } from '#bulk/find-created.ts';
import type { Change, JobTarget, LineKind, PlanLine, State } from '#bulk/job.ts';
import { removeBotUser } from '#bulk/remove-bot-user.ts';
import type { Call, CallOptions } from '#client/api-client.ts';
import { failureOf, isNotThere, isOutcomeUnknown } from '#client/errors.ts';
import {
  BOT_USER_NAME_MAX,
  botUserEndpoints,
  UNFIT_IN_NAME,
  type BotUser,
} from '#contract/bot-user.ts';

/** A deletion or a rename that was planned longer ago than this reads the bot user first. */
const OLD_MS = 60_000;

export interface BotUserAccess {
  call: Call;
  /** Told what a job learns. */
  publish: (change: KnownChange) => void;
  /** Which bot users are known now, before one of this name is created. */
  beginCreate: (name: string) => CreateAttempt;
}

/** How a job reads and changes bot users. */
export function createBotUserTarget({ call, publish, beginCreate }: BotUserAccess): JobTarget {
  /** By name: what was known when a creation was first sent whose outcome is not. */
  const attempts = new Map<string, CreateAttempt>();

  async function create(body: BotUserState, options: CallOptions) {
    if (!attempts.has(body.name)) attempts.set(body.name, beginCreate(body.name));
    try {
      const bot = await call(botUserEndpoints.create, { body }, options);
      attempts.delete(body.name);
      return bot;
    } catch (error) {
      if (!isOutcomeUnknown(error)) attempts.delete(body.name);
      throw error;
    }
  }

  function update(id: string, before: State, after: BotUserState, options: CallOptions) {
    const body = updateOf(toBotUserState(before), after);
    return call(botUserEndpoints.update, { params: { id }, body }, options);
  }

  return {
    async read(id, options) {
      const requestedAt = nextMoment();
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
      const wanted = toBotUserState(after);
      const requestedAt = nextMoment();
      const bot = await (before ? update(id, before, wanted, options) : create(wanted, options));
      publish({ type: before ? 'updated' : 'created', bot, requestedAt });
      return { id: bot.id, state: stateOf(bot) };
    },

    async findCreated({ after }, since, options, isTaken) {
      if (after === null) return undefined;
      const { name } = toBotUserState(after);
      const attempt = { name, since, isKnown: attempts.get(name)?.isKnown };
      const found = await findCreated(attempt, { call, publish }, options);
      const bot = found.find((each) => !isTaken?.(each.id));
      return bot && { id: bot.id, state: stateOf(bot) };
    },

    readsFirst: (change, plannedAgoMs) =>
      plannedAgoMs > OLD_MS && ['delete', 'rename'].includes(kindOf(change)),

    refusal: () => undefined,
    kindOf,
  };
}

function kindOf({ before, after }: Pick<Change, 'before' | 'after'>): LineKind {
  if (after === null) return before === null ? 'no-change' : 'delete';
  if (before === null) return 'create';
  if (before['name'] !== after['name']) return 'rename';
  if (before['active'] === after['active']) return 'no-change';
  return after['active'] === true ? 'set-active' : 'set-inactive';
}

/** What a plan does with a bot user. */
export function lineOf(bot: BotUser, after: BotUserState | null) {
  const change = { id: bot.id, label: bot.name, before: stateOf(bot), after };
  return { ...change, kind: kindOf(change) };
}

/** A name that cannot be given makes its line a conflict, which says why. */
export function withNameConflicts<Line extends PlanLine>(
  lines: readonly Line[],
  taken: { has: (name: string) => boolean },
): Line[] {
  const isNaming = ({ kind }: Line) => kind === 'create' || kind === 'rename';
  const nameOf = ({ after }: Line) => String(after?.['name']);
  const times = new Map<string, number>();
  for (const line of lines)
    if (isNaming(line)) times.set(nameOf(line), (times.get(nameOf(line)) ?? 0) + 1);
  return lines.map((line) => {
    if (!isNaming(line)) return line;
    const name = nameOf(line);
    const note = nameProblem(name, (times.get(name) ?? 0) > 1, taken.has(name));
    return note === undefined ? line : { ...line, kind: 'conflict', note };
  });
}

function nameProblem(name: string, isTwice: boolean, isTaken: boolean): string | undefined {
  if (name === '') return 'The new name is empty';
  if (Array.from(name).length > BOT_USER_NAME_MAX)
    return `The new name has more than ${BOT_USER_NAME_MAX} characters`;
  if (UNFIT_IN_NAME.test(name))
    return 'The new name has a line break or a character that cannot be seen';
  if (isTaken) return 'Another bot user has this name';
  return isTwice ? 'Another line of this plan has this name' : undefined;
}

/** A job may come out of the journal, so its states are checked. */
export function toBotUserState({ name, active }: State): BotUserState {
  if (typeof name === 'string' && typeof active === 'boolean') return { name, active };
  throw new TypeError('This is not the state of a bot user');
}
