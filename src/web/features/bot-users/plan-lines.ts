import { stateOf } from '#bulk/bot-user-state.ts';
import { lineOf, withNameConflicts } from '#bulk/bot-user-target.ts';
import type { Plan, PlanLine } from '#bulk/job.ts';
import type { BotUser } from '#contract/bot-user.ts';
import { rowsOf } from '#web/features/bot-users/pages.ts';
import { loadedPages, loadedRows } from '#web/features/bot-users/queries.ts';

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

const planOf = ({ bots, readAt }: Chosen, lineFor: (bot: BotUser) => PlanLine): Plan => {
  return { target: 'bot-user', lines: bots.map(lineFor), plannedAt: readAt };
};

export const planActive = (chosen: Chosen, active: boolean) =>
  planOf(chosen, (bot) => lineOf(bot, { ...stateOf(bot), active }));

export const planDeletion = (chosen: Chosen) => planOf(chosen, (bot) => lineOf(bot, null));

/** The names that are loaded: none of them can be given once more. */
export const takenNames = (): ReadonlySet<string> => new Set(loadedRows().map(({ name }) => name));

/** A name that is taken is a conflict. `rename` makes a new name of the present one. */
export function planRename(
  chosen: Chosen,
  rename: (name: string) => string,
  taken: ReadonlySet<string>,
): Plan {
  const plan = planOf(chosen, (bot) => {
    const name = rename(bot.name).trim();
    // The service may keep a name with blanks around it: without them it is not a new name.
    return lineOf(bot, { ...stateOf(bot), name: name === bot.name.trim() ? bot.name : name });
  });
  return { ...plan, lines: withNameConflicts(plan.lines, taken) };
}
