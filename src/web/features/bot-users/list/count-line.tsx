import type { Ref } from 'react';
import type { ListEnd } from '#web/features/bot-users/data/pages.ts';
import type { BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { formatNumber } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';

type CountLineProps = {
  list: BotUserListState;
  isEmpty: boolean;
  ref: Ref<HTMLParagraphElement>;
};

/** How many there are, as far as that is known. */
export function CountLine({ list, isEmpty, ref }: CountLineProps) {
  const text = isEmpty ? 'This account has none yet.' : countText(list);
  const isLast = list.end !== undefined;
  return (
    <p ref={ref} tabIndex={-1} className={`${layout.muted} ${layout.num}`} id="bot-user-count">
      {isLast ? null : text}
      <span aria-live="polite">{isLast ? text : null}</span>
    </p>
  );
}

type CountFacts = {
  loaded: number;
  end: ListEnd | undefined;
  /** Why the page after the loaded ones could not be read. */
  nextPageError: Error | null;
  isNewestFirst: boolean;
};

/** Says what is known, and only that: the service has no totals. */
export function countText({ loaded, end, nextPageError, isNewestFirst }: CountFacts): string {
  const size = formatNumber(loaded);
  if (nextPageError) return `${size} loaded. Loading stopped after an error.`;
  switch (end) {
    case 'repeated':
      return `${size} loaded. The service repeated a page. Loading stopped.`;
    case 'empty':
      return `${size} loaded. The service sent one empty page after the other. Loading stopped.`;
    case 'last':
      return `All ${size} loaded.`;
    case undefined: {
      const order = isNewestFirst ? 'newest first' : 'in the service’s order';
      return `${size} loaded, ${order}. The service has more.`;
    }
  }
}
