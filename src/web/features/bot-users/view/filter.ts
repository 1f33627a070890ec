import type { BotUser } from '#contract/bot-user.ts';
import type { ListView } from '#web/features/bot-users/view/list-view.ts';
import { foldCase, groupOf } from '#web/features/bot-users/view/text.ts';
import { idTail, shortId } from '#web/lib/format.ts';

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
  const matchesId = idTest(q);
  return ({ name, id }) => foldCase(name).includes(text) || matchesId(id);
}

/**
 * Whether a text means an id: whole or from its start, or by the start or end that a row shows. Inside of ids are
 * random letters, and what all of them begin with (`bot_`) is more often meant as part of a name until its `_`.
 *
 * @param q not blank
 */
export function idTest(q: string): (id: string) => boolean {
  const text = foldCase(q.trim());
  const [first, last] = [text.charAt(0), text.charAt(text.length - 1)];
  return (id) => {
    // Quicker than folding: most ids are told apart by one letter.
    const mayStart = mayFoldTo(id.charAt(0), first);
    const mayEnd = mayFoldTo(id.charAt(id.length - 1), last);
    if (mayStart && foldCase(id).startsWith(text)) return text.length > id.indexOf('_');
    return mayEnd && [idTail(id), shortId(id)].some((shown) => foldCase(shown) === text);
  };
}

const mayFoldTo = (letter: string, folded: string) =>
  letter > '~' || letter.toLowerCase() === folded;

/** How many of the rows that match a text do so by their ids alone. */
export function countById(rows: readonly BotUser[], q: string): number {
  const text = foldCase(q.trim());
  if (text === '') return 0;
  const matchesId = idTest(q);
  return rows.filter(({ id, name }) => matchesId(id) && !foldCase(name).includes(text)).length;
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
