import { stateOf } from '#bulk/bot-user-state.ts';
import { lineOf, withNameConflicts } from '#bulk/bot-user-target.ts';
import type { Plan, PlanLine } from '#bulk/job.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { rowsOf } from '#web/features/bot-users/pages.ts';
import { loadedPages, loadedRows } from '#web/features/bot-users/queries.ts';
import { toPlan } from '#web/jobs/to-plan.ts';

/** Bot users that a change is planned for. */
export interface Chosen {
  bots: readonly BotUser[];
  /** Milliseconds since 1970: when the oldest of these rows was read. */
  readAt: number;
}

/** The loaded bot users with these ids, in the order of the list. */
export function chosenFrom(ids: ReadonlySet<string>): Chosen {
  const isChosen = ({ id }: BotUser) => ids.has(id);
  const pages = loadedPages().filter(({ bot_users }) => bot_users.some(isChosen));
  const readAt = Math.min(Date.now(), ...pages.map((page) => page.readAt));
  return { bots: rowsOf(pages).filter(isChosen), readAt };
}

export const planOf = (lines: readonly PlanLine[], plannedAt: number) =>
  toPlan({ target: 'bot-user', lines, plannedAt });

export const planActive = ({ bots, readAt }: Chosen, active: boolean): Plan =>
  planOf(
    bots.map((bot) => lineOf(bot, { ...stateOf(bot), active })),
    readAt,
  );

export const planDeletion = ({ bots, readAt }: Chosen): Plan =>
  planOf(
    bots.map((bot) => lineOf(bot, null)),
    readAt,
  );

/** The names that are loaded: none of them can be given once more. */
export const takenNames = (): ReadonlySet<string> => new Set(loadedRows().map(({ name }) => name));

/** A name that is taken is a conflict. `rename` makes a new name of the present one. */
export function planRename(
  { bots, readAt }: Chosen,
  rename: (name: string) => string,
  taken: ReadonlySet<string>,
): Plan {
  const lines = bots.map((bot) => {
    const name = rename(bot.name).trim();
    // The service may keep a name with blanks around it: without them it is not a new name.
    return lineOf(bot, { ...stateOf(bot), name: name === bot.name.trim() ? bot.name : name });
  });
  return planOf(withNameConflicts(lines, taken), readAt);
}
