import type { QueryClient } from '@tanstack/react-query';
import type { Call } from '#client/api-client.ts';
import {
  ApiError,
  failureOf,
  isNotThere,
  isOutcomeUnknown,
  type ApiFailure,
} from '#client/errors.ts';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { run } from '#web/api/query-client.ts';
import type { BotUserCache } from '#web/features/bot-users/data/cache.ts';
import { changeOf } from '#web/features/bot-users/data/change-of.ts';
import type { KnownChange } from '#web/features/bot-users/data/local-changes.ts';
import { botUserKeys } from '#web/features/bot-users/data/pages.ts';
import type { Change } from '#web/jobs/job.ts';
import type { Turn } from '#web/lib/in-turns.ts';

/** A switch that may have happened: neither its response nor the read that followed could tell. */
export class UnsureSwitch extends ApiError {}

type Press = { id: string; active: boolean; isRepeat: boolean };

type Parts = {
  client: QueryClient;
  call: Call;
  cache: BotUserCache;
  publish: (change: KnownChange) => void;
  /** Remembers what was done, for undoing it. */
  record: (change: Change) => void;
};

/**
 * Switches a row at once, and back to what the service last confirmed when it refuses.
 *
 * One request a bot user is under way at a time, so responses cannot overtake each other; of the presses that come
 * meanwhile only the latest is sent. The list is never read again for it.
 */
export function createSwitchActive({ client, call, cache, publish, record }: Parts) {
  const { changes, find, show } = cache;
  const stateOf = (id: string) => changes.switches.get().get(id);
  const isLatest = (press: Press) => {
    const state = stateOf(press.id);
    return state?.status === 'pending' && state.press === press;
  };
  const shownBot = (id: string) => find(id) ?? client.getQueryData<BotUser>(botUserKeys.detail(id));

  /** Undo and Try again may ask for the state that is there, so the press does not tell what was before it. */
  function begin(id: string, active: boolean): Press {
    const state = stateOf(id);
    const isRepeat =
      state?.status === 'failed' && state.wanted === active && state.error instanceof UnsureSwitch;
    const press = { id, active, isRepeat };
    const bot = shownBot(id);
    const confirmed = state?.status === 'pending' ? state.confirmed : (bot?.active ?? !active);
    changes.setSwitch(id, { status: 'pending', confirmed, wanted: active, press });
    if (bot) show(bot);
    return press;
  }

  async function settle(press: Press): Promise<BotUser | undefined> {
    if (!isLatest(press)) return undefined;
    try {
      const change = await send(press);
      const { bot } = change;
      const state = stateOf(press.id);
      // Confirmed, not shown: of quick presses some are never sent.
      if (state?.status === 'pending' && state.confirmed !== bot.active)
        record(changeOf({ ...bot, active: state.confirmed }, bot));
      const wasLatest = isLatest(press);
      if (wasLatest) changes.setSwitch(press.id, undefined);
      publish(change);
      return wasLatest ? bot : undefined;
    } catch (error) {
      if (!isLatest(press)) return undefined;
      fail(press, error as Error); // of the client, or a defect: an `Error` both
      throw error;
    }
  }

  /** @param isRepeat the same may have happened already: then a look comes first */
  async function send({ id, active, isRepeat }: Press) {
    const done = isRepeat && (await findDone(id, active));
    if (done) return done;
    const requestedAt = Date.now();
    try {
      const bot = await call(botUserEndpoints.update, { params: { id }, body: { active } });
      return { type: 'updated', bot, requestedAt } as const;
    } catch (error) {
      const failure = failureOf(error);
      if (failure === undefined || !isOutcomeUnknown(error)) throw error;
      // It may have happened all the same: one look tells, where the service can be reached at all.
      const found = await findDone(id, active, failure);
      if (found) return found;
      throw error;
    }
  }

  /**
   * @param reason why nobody knows; without it why looking failed
   * @returns the change when the switch has happened; `undefined` when it has not
   * @throws {UnsureSwitch} nobody can tell; else what says that the bot user is gone
   */
  async function findDone(id: string, active: boolean, reason?: ApiFailure) {
    const requestedAt = Date.now();
    let bot: BotUser;
    try {
      bot = await call(botUserEndpoints.get, { params: { id } }, { once: true });
    } catch (error) {
      const failure = failureOf(error);
      const why = reason ?? failure;
      if (why === undefined || isNotThere(failure)) throw error;
      throw new UnsureSwitch('Unknown outcome', why, { cause: error });
    }
    const change = { type: 'updated', bot, requestedAt } as const;
    if (bot.active === active) return change;
    publish(change);
    return undefined;
  }

  function fail({ id, active }: Press, error: Error) {
    const state = stateOf(id);
    if (state?.status !== 'pending') return;
    // It may have been read meanwhile that it has happened all the same.
    if (state.confirmed === active) changes.setSwitch(id, undefined);
    else changes.failSwitch(id, active, error);
    const bot = shownBot(id);
    if (bot) show({ ...bot, active: state.confirmed });
  }

  return {
    stateOf,
    /**
     * Resolves with what the service has made of it; with `undefined` when a later press has taken its place.
     *
     * @param turn of many presses at once: the row flips now, its request waits for its turn
     */
    press: (
      id: string,
      active: boolean,
      turn: Turn = (task) => task(),
    ): Promise<BotUser | undefined> => {
      const press = begin(id, active);
      // One request at a time for each bot user, with its other changes.
      return run(
        client,
        { scope: { id: `bot-user ${id}` }, mutationFn: () => turn(() => settle(press)) },
        undefined,
      );
    },
  };
}
