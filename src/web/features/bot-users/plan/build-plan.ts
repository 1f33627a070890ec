import { BOT_USER_NAME_MAX, type BotUser } from '#contract/bot-user.ts';
import type { BotUserCache } from '#web/features/bot-users/data/cache.ts';
import {
  kindOf,
  stateOf,
  type BotUserState,
} from '#web/features/bot-users/plan/bot-user-target.ts';
import type { Plan, PlanLine } from '#web/jobs/job.ts';
import { toPlan } from '#web/jobs/to-plan.ts';

/** What a plan is made of. */
export interface Chosen {
  bots: readonly BotUser[];
  /** All that is known: their names are taken. */
  loaded: readonly BotUser[];
  /** Milliseconds since 1970: the earliest of when they were read. */
  readAt: number;
}

/** Loaded rows by their ids, in this order. */
export function chosenFrom(cache: BotUserCache, ids: Iterable<string>): Chosen {
  const bots = [...ids].flatMap((id) => cache.find(id) ?? []);
  const readAt = bots.reduce((at, { id }) => Math.min(at, cache.readAt(id)), Date.now());
  return { bots, loaded: cache.rows(), readAt };
}

export const planActive = ({ bots, readAt }: Chosen, active: boolean): Plan =>
  botUserPlan(
    bots.map((bot) => lineOf(bot, { ...stateOf(bot), active })),
    readAt,
  );

export const planDeletion = ({ bots, readAt }: Chosen): Plan =>
  botUserPlan(
    bots.map((bot) => lineOf(bot, null)),
    readAt,
  );

/** @param rename makes the new name of the one there is */
export const planRename = (
  { bots, loaded, readAt }: Chosen,
  rename: (name: string) => string,
): Plan =>
  botUserPlan(
    withConflicts(
      bots.map((bot) => {
        const name = rename(bot.name).trim();
        // What the service keeps with blanks around it is no other name.
        return lineOf(bot, { ...stateOf(bot), name: name === bot.name.trim() ? bot.name : name });
      }),
      loaded,
    ),
    readAt,
  );

export const planCreation = (names: readonly string[], loaded: readonly BotUser[]): Plan =>
  botUserPlan(
    withConflicts(
      names.map((each) => {
        const name = each.trim();
        return { id: '', label: name, before: null, after: { name, active: true }, kind: 'create' };
      }),
      loaded,
    ),
    Date.now(),
  );

type BotUserLine = PlanLine & { after: BotUserState | null };

const botUserPlan = (lines: readonly PlanLine[], plannedAt: number) =>
  toPlan({ target: 'bot-user', lines, plannedAt });

function lineOf(bot: BotUser, after: BotUserState | null): BotUserLine {
  const change = { id: bot.id, label: bot.name, before: stateOf(bot), after };
  return { ...change, kind: kindOf(change) };
}

/** Whoever wants a name that cannot be given is told why, and is not asked for. */
function withConflicts(lines: readonly BotUserLine[], loaded: readonly BotUser[]): PlanLine[] {
  const wanted = timesOf(lines.flatMap(({ kind, after }) => (kind === 'no-change' ? [] : after)));
  const taken = timesOf(loaded);
  return lines.map((line) => {
    const name = line.after?.name;
    if (line.kind === 'no-change' || name === undefined) return line;
    const note = conflictOf(name, (wanted.get(name) ?? 0) > 1, taken.has(name));
    return note === undefined ? line : { ...line, kind: 'conflict', note };
  });
}

function conflictOf(name: string, isTwice: boolean, isTaken: boolean): string | undefined {
  if (name === '') return 'The new name is empty';
  if (Array.from(name).length > BOT_USER_NAME_MAX)
    return `The new name has more than ${BOT_USER_NAME_MAX} characters`;
  if (isTaken) return 'Another bot user has this name';
  return isTwice ? 'Another line of this plan has this name' : undefined;
}

function timesOf(items: ReadonlyArray<{ name: string } | null>): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const item of items) if (item) times.set(item.name, (times.get(item.name) ?? 0) + 1);
  return times;
}
