import { listEndTexts, perPage } from '#web/features/bot-users/pages.ts';
import { countLine } from '#web/features/bot-users/rows-in-document.ts';
import type { Loading } from '#web/features/bot-users/loader.ts';
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

const orderOf = perPage((rows) => {
  const times = rows.map(({ created_at }) => Date.parse(created_at));
  const isSorted = times.every((time, at) => at === 0 || time <= (times[at - 1] ?? 0));
  return { isSorted, first: times[0] ?? -Infinity, last: times.at(-1) ?? Infinity };
});

/** Whether every loaded row is as old as the one above it, or older. */
function isNewestFirst(pages: Loading['pages']): boolean {
  const orders = pages.map(({ bot_users }) => orderOf(bot_users));
  const filled = orders.filter(({ first }) => first !== -Infinity);
  return filled.every(
    ({ isSorted, first }, at) => isSorted && (at === 0 || first <= (filled[at - 1]?.last ?? 0)),
  );
}
