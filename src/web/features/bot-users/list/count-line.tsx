import type { Ref } from 'react';
import type { LoadedBotUsers } from '#web/features/bot-users/data/loaded-bot-users.ts';
import type { Follows } from '#web/features/bot-users/data/reading.ts';
import { useLoaderState, useRowCounts } from '#web/features/bot-users/data/use-loading.ts';
import { formatNumber } from '#web/lib/format.ts';
import layout from '#web/ui/layout/layout.module.css';

type CountLineProps = {
  loaded: LoadedBotUsers;
  isEmpty: boolean;
  ref: Ref<HTMLParagraphElement>;
};

/** How many there are, as far as that is known. */
export function CountLine({ loaded, isEmpty, ref }: CountLineProps) {
  const { follows, failure } = useLoaderState(loaded);
  const { size } = useRowCounts(loaded);
  const isStopped = failure?.task === 'more' || failure?.task === 'all';
  const said = isEmpty
    ? 'This account has none yet.'
    : countText({ size, follows, isStopped, isNewestFirst: loaded.isNewestFirst() });
  const isLast = follows !== 'more';
  return (
    <p ref={ref} tabIndex={-1} className={`${layout.muted} ${layout.num}`} id="bot-user-count">
      {isLast ? null : said}
      <span aria-live="polite">{isLast ? said : null}</span>
    </p>
  );
}

type CountFacts = {
  size: number;
  follows: Follows;
  /** The page after the loaded ones could not be read. */
  isStopped: boolean;
  isNewestFirst: boolean;
};

/** Says what is known, and only that: the service has no totals. */
export function countText({ size, follows, isStopped, isNewestFirst }: CountFacts): string {
  const loaded = formatNumber(size);
  if (isStopped) return `${loaded} loaded. Loading stopped after an error.`;
  switch (follows) {
    case 'repeated':
      return `${loaded} loaded. The service repeated a page. Loading stopped.`;
    case 'empty':
      return `${loaded} loaded. The service sent one empty page after the other. Loading stopped.`;
    case 'end':
      return `All ${loaded} loaded.`;
    case 'more': {
      const order = isNewestFirst ? 'newest first' : 'in the service’s order';
      return `${loaded} loaded, ${order}. The service has more.`;
    }
  }
}
