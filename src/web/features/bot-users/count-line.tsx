import { listEndTexts } from '#web/features/bot-users/pages.ts';
import { countLine } from '#web/features/bot-users/rows-in-document.ts';
import type { Loading } from '#web/features/bot-users/use-loading.ts';
import { formatNumber } from '#web/lib/format.ts';

/** Says what is known, and only that: the service has no totals. */
export function CountLine({ list, isEmpty }: { list: Loading; isEmpty: boolean }) {
  const text = isEmpty ? 'This account has none yet.' : countText(list);
  const isEnd = list.end !== undefined;
  return (
    <p tabIndex={-1} className="dim numbers" id={countLine.id}>
      {isEnd ? null : text}
      <span aria-live="polite">{isEnd ? text : null}</span>
    </p>
  );
}

function countText({ pages, loaded, end, error, nextPageError }: Loading): string {
  // Reserves the line until the count is known.
  if (pages.length === 0) return error ? 'None loaded.' : '\u00a0';
  const size = formatNumber(loaded);
  if (nextPageError) return `${size} loaded. Loading stopped after an error.`;
  if (end === 'last') return `All ${size} loaded.`;
  if (end !== undefined) return `${size} loaded. ${listEndTexts[end]}`;
  const order = isNewestFirst(pages) ? 'newest first' : 'in the service’s order';
  return `${size} loaded, ${order}. The service has more.`;
}

const orders = new WeakMap<object, { isSorted: boolean; first: number; last: number }>();

/** Whether every loaded row is as old as the one above it, or older. Each page is compared once. */
function isNewestFirst(pages: Loading['pages']): boolean {
  let before = Infinity;
  for (const { bot_users } of pages) {
    if (bot_users.length === 0) continue;
    let order = orders.get(bot_users);
    if (!order) {
      const times = bot_users.map(({ created_at }) => Date.parse(created_at));
      const isSorted = times.every((time, at) => at === 0 || time <= (times[at - 1] ?? 0));
      order = { isSorted, first: times[0] ?? NaN, last: times.at(-1) ?? NaN };
      orders.set(bot_users, order);
    }
    if (!order.isSorted || !(order.first <= before)) return false;
    before = order.last;
  }
  return true;
}
