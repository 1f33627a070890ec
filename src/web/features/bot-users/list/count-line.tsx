import type { BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { formatNumber } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';

const ID = 'bot-user-count';

/** Where the focus goes when the control that had it is used up. */
export const focusCountLine = () => document.getElementById(ID)?.focus();

export function CountLine({ list, isEmpty }: { list: BotUserListState; isEmpty: boolean }) {
  const text = isEmpty ? 'This account has none yet.' : countText(list);
  const isLast = list.end !== undefined;
  return (
    <p tabIndex={-1} className={`${layout.muted} ${layout.num}`} id={ID}>
      {isLast ? null : text}
      <span aria-live="polite">{isLast ? text : null}</span>
    </p>
  );
}

type CountFacts = Pick<BotUserListState, 'loaded' | 'end' | 'nextPageError' | 'isNewestFirst'>;

/** Says what is known, and only that: the service has no totals. */
export function countText({ loaded, end, nextPageError, isNewestFirst }: CountFacts): string {
  const size = formatNumber(loaded);
  if (nextPageError) return `${size} loaded. Loading stopped after an error.`;
  switch (end) {
    case 'repeated':
      return `${size} loaded. The service repeated a page. Loading stopped.`;
    case 'empty':
      return `${size} loaded. Stopped: the service sent empty pages.`;
    case 'last':
      return `All ${size} loaded.`;
    case undefined: {
      const order = isNewestFirst ? 'newest first' : 'in the service’s order';
      return `${size} loaded, ${order}. The service has more.`;
    }
  }
}
