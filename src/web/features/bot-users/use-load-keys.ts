import { useEffect, useState } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { queryClient } from '#web/api/query-client.ts';
import {
  endOf,
  loadedCount,
  pageNumberOf,
  type BotUserPages,
} from '#web/features/bot-users/pages.ts';
import { botUserList, loadedPages } from '#web/features/bot-users/queries.ts';
import { countLine } from '#web/features/bot-users/rows-in-document.ts';
import type { Loading } from '#web/features/bot-users/use-loading.ts';
import { formatNumber } from '#web/lib/format.ts';
import { announce } from '#web/ui/announcer.tsx';
import { openerOf } from '#web/ui/focus.ts';

export type Load = ReturnType<typeof useLoadKeys>;

/**
 * Loads more, announces what came, and after a press with the keyboard leads the focus to the first new row, or at the
 * end to the count line, unless somebody has moved it meanwhile.
 */
export function useLoadKeys(
  { loadMore, loadAll }: Loading,
  rows: readonly BotUser[],
  onWanted: (id: string) => void,
) {
  const [newPages, setNewPages] = useState<number>();
  useEffect(() => {
    if (newPages === undefined) return;
    const first = rows.find(({ id }) => (pageNumberOf(id) ?? 0) >= newPages);
    if (first) onWanted(first.id);
    // Until then the rows of the page may not have come to this drawing.
    // oxlint-disable-next-line react/set-state-in-effect
    setNewPages(undefined);
  }, [newPages, rows, onWanted]);

  return {
    async more(byKeyboard: boolean) {
      const isFocusKept = watchFocus();
      const pages = loadedPages().length;
      const { kind, added } = await loadMore();
      if (kind !== 'done') return;
      // The count line announces the end itself.
      if (!isEnd())
        announce(`${formatNumber(added)} more loaded, ${formatNumber(loadedCount())} in all.`);
      if (!byKeyboard || !isFocusKept()) return;
      if (isEnd()) countLine.focus();
      else setNewPages(pages);
    },

    async all(byKeyboard: boolean) {
      const isFocusKept = watchFocus();
      const { kind } = await loadAll();
      if (kind === 'stopped') announce(`${formatNumber(loadedCount())} loaded.`);
      if (kind === 'done' && isEnd() && byKeyboard && isFocusKept()) countLine.focus();
      return kind === 'done';
    },
  };
}

/** @returns whether the focus is still there, or has gone with its control to what is around or beside it */
function watchFocus(): () => boolean {
  const parts = openerOf();
  return () => {
    const now = document.activeElement;
    const isAround = now instanceof HTMLElement && (now === document.body || parts.includes(now));
    return isAround || parts[1]?.contains(now) === true;
  };
}

function isEnd(): boolean {
  const list = queryClient.getQueryData<BotUserPages>(botUserList.queryKey);
  return list !== undefined && endOf(list) !== undefined;
}
