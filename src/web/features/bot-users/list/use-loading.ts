import { useState } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { unreadableOf } from '#web/features/bot-users/data/cache.ts';
import type { RefreshResult } from '#web/features/bot-users/data/merge-page.ts';
import { endOf } from '#web/features/bot-users/data/pages.ts';
import type { BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { focusCountLine } from '#web/features/bot-users/list/count-line.tsx';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { announce } from '#web/ui/announcer.tsx';
import { keptFocus } from '#web/ui/keyboard/focus.ts';

export type Loading = ReturnType<typeof useLoading>;

/**
 * Loads more rows. After a press with the keyboard the focus goes on to the first of them, or to the count line at the
 * end, unless it has been moved meanwhile.
 *
 * @param shown `undefined` while the view is being computed
 */
export function useLoading(
  { pages, fetchMore }: BotUserListState,
  shown: readonly BotUser[] | undefined,
) {
  const { cache, loadAll } = useBotUsersContext();
  const [focusId, setFocusId] = useState<string>();
  const [added, setAdded] = useState<{ ids: ReadonlySet<string>; pages: number }>();

  if (added && shown && pages.length >= added.pages) {
    setAdded(undefined);
    const first = shown.find(({ id }) => added.ids.has(id));
    if (first) setFocusId(first.id);
  }

  return {
    focusId,
    setFocusId,

    async loadMore(byKeyboard = false) {
      const isKept = keptFocus();
      const { data, error, hasNextPage } = await fetchMore();
      const mayFocus = byKeyboard && isKept();
      if (error || !data) return;
      // The count line announces the end itself.
      if (!hasNextPage) return void (mayFocus && focusCountLine());
      const rows = data.pages.slice(pages.length).flatMap(({ bot_users }) => bot_users);
      announce(`${formatNumber(rows.length)} more loaded, ${formatNumber(cache.size())} in all.`);
      if (mayFocus) setAdded({ ids: new Set(rows.map(({ id }) => id)), pages: data.pages.length });
    },

    /**
     * @param rows stops at so many
     * @returns what is known of the rows that are not loaded
     */
    async loadAll(byKeyboard = false, rows?: number) {
      const isKept = keptFocus();
      const { kind } = await loadAll.start(rows);
      const data = cache.data();
      const end = data && endOf(data);
      // The count line announces the end itself.
      if (kind !== 'failed' && !end) announce(`${formatNumber(cache.size())} loaded.`);
      if (kind === 'done' && end && byKeyboard && isKept()) focusCountLine();
      return { end, unreadable: unreadableOf(data?.pages ?? [], cache.checked.get()) };
    },
  };
}

export function useReadAgain() {
  const { refresh, checkAll } = useBotUsersContext();

  /** @param isAll everything, not only what is new at the top */
  return async (isAll: boolean) => {
    const outcome = await (isAll ? checkAll : refresh).start();
    if (outcome.kind !== 'done') return;
    // What a failed refresh did not read has been read now.
    refresh.clearFailure();
    const dropped = selection.set(outcome.result.gone, false);
    const exist = dropped === 1 ? 'exists' : 'exist';
    const alsoDropped =
      dropped > 0 ? ` ${count(dropped, 'selected bot user')} no longer ${exist}.` : '';
    announce(changesText(outcome.result, isAll) + alsoDropped);
  };
}

function changesText({ added, changed, gone, isComplete }: RefreshResult, isAll: boolean): string {
  const parts = [
    added > 0 && `${formatNumber(added)} new`,
    changed > 0 && `${formatNumber(changed)} changed`,
    gone.length > 0 && `${formatNumber(gone.length)} gone`,
  ];
  const what = parts.filter(Boolean).join(', ') || 'nothing has changed';
  if (!isAll) return `Read again: ${what}.`;
  return isComplete ? `Checked: ${what}.` : `Checked as far as the service let it: ${what}.`;
}
