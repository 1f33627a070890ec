import type { BotUser } from '#contract/bot-user.ts';
import type { ListView } from '#web/features/bot-users/view/list-view.ts';
import { foldCase, groupOf } from '#web/features/bot-users/view/text.ts';

type Test = (bot: BotUser) => boolean;

/**
 * Whether a row matches, duplicates apart: those are no matter of one row.
 *
 * @param held id of a row that stays though its status is no longer the one that is asked for
 */
export function createFilter(view: ListView, held?: string): Test {
  const tests = [
    statusTest(view, held),
    dayTest(view),
    groupTest(view),
    textTest(view), // the slowest one is for rows that have passed the others
  ].filter((test) => test !== undefined);
  return (bot) => tests.every((test) => test(bot));
}

function textTest({ q }: ListView): Test | undefined {
  const text = foldCase(q.trim());
  if (text === '') return undefined;
  return ({ name, id }) => foldCase(name).includes(text) || foldCase(id).includes(text);
}

function statusTest({ status }: ListView, held?: string): Test | undefined {
  if (status === 'all') return undefined;
  const active = status === 'active';
  return (bot) => bot.active === active || bot.id === held;
}

/** An unreadable time is in no range. */
function dayTest({ from, to }: ListView): Test | undefined {
  if (from === '' && to === '') return undefined;
  const start = from === '' ? -Infinity : startOf(from).getTime();
  const end = to === '' ? Infinity : startOf(dayAfter(to)).getTime();
  return (bot) => {
    const time = Date.parse(bot.created_at);
    return time >= start && time < end;
  };
}

function groupTest({ group }: ListView): Test | undefined {
  if (group === null) return undefined;
  return ({ name }) => name.startsWith(group) && groupOf(name) === group;
}

/** Without an offset it is read as local midnight; where the clock skips that, as the moment it goes on at. */
const startOf = (day: string) => new Date(`${day}T00:00`);

/** By the calendar: where a day begins at one o'clock, 24 hours later is not the next midnight. */
function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().replace(/T.*/, '');
}
