import type { BotUser } from '#contract/bot-user.ts';
import { failureOf } from '#client/errors.ts';
import { createStore } from '#web/lib/emitter.ts';

/**
 * What is known to have happened to a bot user, here or in another tab: a response of the service.
 *
 * `requestedAt`: milliseconds of the clock that all tabs share. Of two responses the one that was requested later holds,
 * whichever comes last.
 */
export type KnownChange =
  | { type: 'created' | 'updated'; bot: BotUser; requestedAt: number }
  | { type: 'deleted'; id: string };

type SwitchState =
  /** `press` tells the latest press from those before it. */
  { status: 'pending'; confirmed: boolean; wanted: boolean; press: object } | FailedSwitch;
export type FailedSwitch = { status: 'failed'; wanted: boolean; error: Error; sequence: number };

/**
 * What this browser knows better than a page that was requested before: reads and changes overtake each other. So each
 * change has a sequence number, and each page that of the moment in which it was requested.
 */
export function createLocalChanges() {
  let sequence = 0;
  const changed = new Map<string, { bot: BotUser; sequence: number; requestedAt: number }>();
  /** For good: no id comes twice. */
  const deleted = new Set<string>();
  /** Made here, and their place in the order of the service is not known: they stand in front. */
  const unplaced = new Set<string>();
  const switches = createStore<ReadonlyMap<string, SwitchState>>(new Map());

  const isNewer = (id: string, requested: number) => (changed.get(id)?.sequence ?? 0) > requested;

  /** The row as it is shown: with the switch that is under way. */
  function shown(bot: BotUser): BotUser {
    const state = switches.get().get(bot.id);
    return state?.status === 'pending' && state.wanted !== bot.active
      ? { ...bot, active: state.wanted }
      : bot;
  }

  function setSwitch(id: string, state: SwitchState | undefined) {
    if (switches.get().get(id) === state) return;
    const next = new Map(switches.get());
    if (state) next.set(id, state);
    else next.delete(id);
    switches.set(next);
  }

  /** What the service says of a switch is where a failure leads back to, and more than why an earlier one failed. */
  function confirm({ id, active }: BotUser, requested: number) {
    const state = switches.get().get(id);
    if (state?.status === 'pending') {
      if (state.confirmed !== active) setSwitch(id, { ...state, confirmed: active });
    } else if (state && state.sequence <= requested) setSwitch(id, undefined);
  }

  return {
    now: () => sequence,
    switches,
    setSwitch,
    /** The row keeps the error until it is pressed or read again. */
    failSwitch(id: string, wanted: boolean, error: Error) {
      sequence += 1;
      setSwitch(id, { status: 'failed', wanted, error, sequence });
    },
    /** What was not sent offline says so in the tense that fits now. */
    retellOffline() {
      for (const [id, state] of switches.get())
        if (state.status === 'failed' && failureOf(state.error)?.kind === 'offline')
          setSwitch(id, { ...state });
    },
    shown,
    isDeleted: (id: string) => deleted.has(id),
    /** Whether it was changed or made after a page was requested. */
    isNewer,
    unplaced,

    /** @returns the bot user as it is known now; `undefined`: it is deleted */
    record(change: KnownChange, isLoaded: boolean): BotUser | undefined {
      if (change.type === 'deleted') {
        sequence += 1;
        deleted.add(change.id);
        changed.delete(change.id);
        unplaced.delete(change.id);
        setSwitch(change.id, undefined);
        return undefined;
      }
      const { bot, requestedAt } = change;
      if (deleted.has(bot.id)) return undefined;
      const before = changed.get(bot.id);
      if (before && before.requestedAt > requestedAt) return before.bot;
      sequence += 1;
      changed.set(bot.id, { bot, sequence, requestedAt });
      if (change.type === 'created' && !isLoaded) unplaced.add(bot.id);
      confirm(bot, sequence);
      return bot;
    },

    /** Rows that were read, with all that is newer. */
    over: (rows: readonly BotUser[], requested: number): BotUser[] =>
      rows.flatMap((read) => {
        if (deleted.has(read.id)) return [];
        const bot = (isNewer(read.id, requested) && changed.get(read.id)?.bot) || read;
        confirm(bot, requested);
        return [shown(bot)];
      }),

    /** Made after the page was requested, newest first: it cannot have them. */
    createdSince: (requested: number): BotUser[] =>
      [...unplaced]
        .flatMap((id) => (isNewer(id, requested) ? (changed.get(id)?.bot ?? []) : []))
        .map(shown)
        .toReversed(),
  };
}
