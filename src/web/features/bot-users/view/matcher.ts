import type { BotUser } from '#contract/bot-user.ts';
import { foldCase } from '#web/features/bot-users/view/text.ts';
import { groupOf } from '#web/features/bot-users/view/text.ts';
import type { ListView } from '#web/features/bot-users/view/list-view.ts';
import type { Rows, Slot } from '#web/features/bot-users/data/row-store.ts';

type Test = (bot: BotUser, slot: Slot) => boolean;

/**
 * Whether a row is shown.
 *
 * @param held id of a row that stays though its status is no longer the one that is asked for
 */
export function createMatcher(
  view: ListView,
  rows: Pick<Rows, 'at'>,
  lookAlikes: { has(slot: Slot): boolean },
  held?: string,
): (slot: Slot) => boolean {
  const tests = [
    statusTest(view, held),
    dayTest(view),
    groupTest(view),
    view.duplicates ? (_bot: BotUser, slot: Slot) => lookAlikes.has(slot) : undefined,
    textTest(view), // the slowest one is for rows that have passed the others
  ].filter((test) => test !== undefined);
  return (slot) => {
    const bot = rows.at(slot);
    return tests.every((test) => test(bot, slot));
  };
}

function textTest({ q }: ListView): Test | undefined {
  const wanted = foldCase(q.trim());
  if (wanted === '') return undefined;
  return ({ name, id }) => foldCase(name).includes(wanted) || foldCase(id).includes(wanted);
}

function statusTest({ status }: ListView, held?: string): Test | undefined {
  if (status === 'all') return undefined;
  const active = status === 'active';
  return (bot) => bot.active === active || bot.id === held;
}

/** An unreadable time is in no range. */
function dayTest({ from, to }: ListView): Test | undefined {
  if (from === '' && to === '') return undefined;
  const start = from === '' ? -Infinity : dayOf(from).getTime();
  const end = to === '' ? Infinity : dayAfter(to).getTime();
  return (bot) => {
    const time = Date.parse(bot.created_at);
    return time >= start && time < end;
  };
}

function groupTest({ group }: ListView): Test | undefined {
  if (group === null) return undefined;
  return ({ name }) => name.startsWith(group) && groupOf(name) === group;
}

/** Without an offset it is read as midnight where the reader is; where the clock skips that, as the moment it goes on at. */
const dayOf = (day: string) => new Date(`${day}T00:00`);

/** By the calendar: a day may begin at one o'clock, and then one day later is not the next midnight. */
function dayAfter(day: string): Date {
  const next = new Date(`${day}T00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return dayOf(next.toISOString().replace(/T.*/, ''));
}
