/**
 * The mutations of bot users. They show what they change, tell the other tabs and record the change for "Recent changes";
 * they notify nobody, so that pages word it from what they resolve with or reject with. Keep their `onMutate`.
 */
import { mutationOptions } from '@tanstack/react-query';
import { nextMoment, stateOf, type KnownBotUser } from '#bulk/bot-user-state.ts';
import type { CreateAttempt } from '#bulk/find-created.ts';
import type { Change } from '#bulk/job.ts';
import { removeBotUser } from '#bulk/remove-bot-user.ts';
import {
  ApiError,
  failureOf,
  isNotThere,
  isOutcomeUnknown,
  mayStillHappen,
  type ApiFailure,
} from '#client/errors.ts';
import {
  botUserEndpoints,
  type BotUser,
  type BotUserCreate,
  type BotUserUpdate,
} from '#contract/bot-user.ts';
import { setWriteCheck } from '#web/api/access.ts';
import { call } from '#web/api/call.ts';
import { queryClient } from '#web/api/query-client.ts';
import { endPress, pressUnderWay, setPress } from '#web/features/bot-users/local-changes.ts';
import { isProtected } from '#web/features/bot-users/permissions.ts';
import { beginCreate, knownBotUser, publish } from '#web/features/bot-users/queries.ts';
import { recordChange } from '#web/jobs/changes-on-demand.ts';
import type { Turn } from '#web/lib/in-turns.ts';
import { nameOf } from '#web/ui/safe-line.ts';

/** A change that may have happened: neither the response nor the read that followed could tell. */
export class UnsureError extends ApiError {
  /** The creation that is unsure, as `findCreated` takes it. */
  readonly attempt: CreateAttempt | undefined;

  constructor(failure: ApiFailure, attempt?: CreateAttempt) {
    super('Unknown outcome', failure);
    this.attempt = attempt;
  }
}

/** `change`: what an Undo takes back (`requestUndo('bot-user', change)`); missing where the state before is unknown. */
export type Saved = { bot: BotUser; change: Change | undefined };

setWriteCheck(botUserEndpoints.get.path, ({ id = '' }) =>
  isProtected(knownBotUser(id) ?? { id, name: '' }),
);

/**
 * One change of a bot user at a time, in the order in which they were asked for. Only what changes something has a scope:
 * while one is under way, Ctrl+Z undoes nothing older.
 */
const scopeOf = (id: string) => ({ id: `bot-user ${id}` });
const switchKey = (id: string) => ['bot-users', 'switch', id];

/**
 * The row shows the state at once, and what the service has said again when it refuses. Of the presses that come while
 * one is under way only the last is sent.
 *
 * @param turn of many switches at once: the rows flip now, the requests wait for their turn
 */
export const setActive = (id: string, turn: Turn = (task) => task(), isUndo = false) =>
  mutationOptions({
    mutationKey: switchKey(id),
    scope: scopeOf(id),
    onMutate: (active: boolean) => setPress(id, { wanted: active }),
    mutationFn: (active: boolean) => turn(() => sendSwitch(id, active, isUndo)),
  });

/** @returns `undefined` where a later press of the same switch has taken its place: there is nothing to notify */
async function sendSwitch(id: string, active: boolean, isUndo: boolean) {
  const isSuperseded = () => queryClient.isMutating({ mutationKey: switchKey(id) }) > 1;
  let failure: Error | undefined;
  try {
    if (isSuperseded()) return undefined;
    const change = await update(id, { active });
    const { bot } = change;
    if (bot.active !== active) throw new Error('The service saved something different');
    const saved = { bot, change: { ...changeOf(bot, { ...bot, active: !active }, bot), isUndo } };
    // A row that is not loaded had the other state: otherwise nobody would have asked for this one.
    const isChange = (knownBotUser(id)?.active ?? !active) !== active;
    if (isChange && pressUnderWay(id)) recordChange('bot-user', saved.change);
    publish(change);
    return isSuperseded() ? undefined : saved;
  } catch (error) {
    if (isSuperseded()) return undefined;
    // What was wanted may have come about all the same.
    if (knownBotUser(id)?.active !== active) failure = error as Error; // of the client, or a defect
    throw error;
  } finally {
    if (!isSuperseded()) endPress(id, failure);
  }
}

/** Why nobody knows what came of a change. @throws the error itself, where that is known */
function unknownOutcome(error: unknown): ApiFailure {
  const failure = failureOf(error);
  if (failure === undefined || !isOutcomeUnknown(error)) throw error;
  return failure;
}

/** Sent once. Where the outcome is unknown, one read tells what is true. */
async function update(id: string, body: BotUserUpdate): Promise<KnownBotUser> {
  const requestedAt = nextMoment();
  try {
    const bot = await call(botUserEndpoints.update, { params: { id }, body });
    return { type: 'updated', bot, requestedAt };
  } catch (error) {
    const failure = unknownOutcome(error);
    const found = await readAfter(id, failure);
    if (Object.entries(body).every(([field, value]) => found.bot[field] === value)) return found;
    publish(found);
    throw mayStillHappen(failure) ? new UnsureError(failure) : error;
  }
}

/** @throws {UnsureError} the read could not tell; any other error says that the bot user is gone */
async function readAfter(id: string, failure: ApiFailure): Promise<KnownBotUser> {
  const requestedAt = nextMoment();
  try {
    const bot = await call(botUserEndpoints.get, { params: { id } }, { once: true });
    return { type: 'updated', bot, requestedAt };
  } catch (error) {
    if (isNotThere(failureOf(error))) throw error;
    throw new UnsureError(failure);
  }
}

export const createBotUser = mutationOptions({
  scope: scopeOf('new'),
  mutationFn: async (body: BotUserCreate): Promise<Saved> => {
    const attempt = beginCreate(body.name);
    try {
      const bot = await call(botUserEndpoints.create, { body });
      publish({ type: 'created', bot, requestedAt: attempt.since });
      return record(null, bot);
    } catch (error) {
      const failure = unknownOutcome(error);
      throw new UnsureError(failure, attempt);
    }
  },
});

export const updateBotUser = (id: string) =>
  mutationOptions({
    scope: scopeOf(id),
    mutationFn: async (body: BotUserUpdate): Promise<Saved> => {
      const before = knownBotUser(id);
      const change = await update(id, body);
      publish(change);
      return record(before, change.bot);
    },
  });

export const deleteBotUser = (id: string) =>
  mutationOptions({
    scope: scopeOf(id),
    mutationFn: async () => {
      const before = knownBotUser(id);
      const wasThere = await remove(id);
      publish({ type: 'deleted', id });
      if (before && wasThere) recordChange('bot-user', changeOf(before, before, null));
      return { wasThere };
    },
  });

/** Sent once. Where the outcome is unknown, one read tells whether it is gone. @returns whether it was there */
async function remove(id: string): Promise<boolean> {
  try {
    return await removeBotUser(call, id);
  } catch (error) {
    const failure = unknownOutcome(error);
    const found = await readAfter(id, failure).catch((reason: unknown) => {
      if (reason instanceof UnsureError) throw reason;
    });
    if (found === undefined) return true;
    publish(found);
    throw mayStillHappen(failure) ? new UnsureError(failure) : error;
  }
}

function record(before: BotUser | null | undefined, bot: BotUser): Saved {
  const change = before === undefined ? undefined : changeOf(bot, before, bot);
  if (change) recordChange('bot-user', change);
  return { bot, change };
}

/** What was done to a bot user, for "Recent changes" and Undo; `null`: it did not exist. */
function changeOf(bot: BotUser, before: BotUser | null, after: BotUser | null): Change {
  return {
    id: bot.id,
    label: nameOf(bot),
    before: before && stateOf(before),
    after: after && stateOf(after),
  };
}
