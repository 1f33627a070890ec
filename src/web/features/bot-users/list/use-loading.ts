import { useEffect, useState, type RefObject } from 'react';
import type { BotUser } from '#contract/bot-user.ts';
import { useBotUsersContext } from '#web/features/bot-users/data/bot-users.ts';
import { unreadableOf } from '#web/features/bot-users/data/cache.ts';
import type { RefreshResult } from '#web/features/bot-users/data/merge-page.ts';
import { endOf } from '#web/features/bot-users/data/pages.ts';
import type { BotUserListState } from '#web/features/bot-users/data/use-bot-users.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { count, formatNumber } from '#web/lib/format.ts';
import { keptFocus } from '#web/ui/keyboard/focus.ts';
import { useAnnounce } from '#web/ui/feedback/announcer.tsx';

/**
 * What the buttons that load further pages do, and what is said of it afterwards.
 *
 * @param countLine where the focus goes when there is nothing more to load
 */
export function useLoading(
  { pages, fetchMore }: BotUserListState,
  countLine: RefObject<HTMLElement | null>,
) {
  const { cache, loadAll } = useBotUsersContext();
  const announce = useAnnounce();
  /** The first of these rows that is shown gets the focus, once so many pages are there. */
  const [added, setAdded] = useState<{ ids: ReadonlySet<string>; pages: number }>();

  /** @param byKeyboard its focus follows what it has begun, unless it is elsewhere by now */
  async function loadMore(byKeyboard: boolean) {
    const isKept = keptFocus();
    const { data, error, hasNextPage } = await fetchMore();
    const mayFocus = byKeyboard && isKept();
    if (error || !data) return;
    // The end is said by the count line itself.
    if (!hasNextPage) return void (mayFocus && countLine.current?.focus());
    const rows = data.pages.slice(pages.length).flatMap(({ bot_users }) => bot_users);
    announce(`${formatNumber(rows.length)} more loaded, ${formatNumber(cache.size())} in all.`);
    if (mayFocus) setAdded({ ids: new Set(rows.map(({ id }) => id)), pages: data.pages.length });
  }

  /** @returns what is known of the rows that are not loaded */
  async function loadEverything(byKeyboard: boolean) {
    const isKept = keptFocus();
    const { kind } = await loadAll.start();
    const data = cache.data();
    const end = data && endOf(data);
    if (kind === 'done' && end && byKeyboard && isKept()) countLine.current?.focus();
    return { end, unreadable: unreadableOf(data?.pages ?? [], cache.checked.get()) };
  }

  const isAdded = added !== undefined && pages.length >= added.pages;
  return {
    loadMore,
    loadAll: loadEverything,
    added: isAdded ? added.ids : undefined,
    onFocused: () => setAdded(undefined),
  };
}

/** Once the rows that were loaded are shown, the focus goes to the first of them. */
export function useFocusOnAdded(
  { added, onFocused }: Pick<ReturnType<typeof useLoading>, 'added' | 'onFocused'>,
  /** `undefined` while they are on their way; empty where none is shown. */
  shown: readonly BotUser[] | undefined,
  onFocus: (id: string) => void,
) {
  useEffect(() => {
    if (!added || !shown) return;
    onFocused();
    const first = shown.find(({ id }) => added.has(id));
    if (first) onFocus(first.id);
  }, [added, shown, onFocused, onFocus]);
}

/** @returns reads again from the top, and says what that has found */
export function useReadAgain() {
  const { refresh, checkAll } = useBotUsersContext();
  const announce = useAnnounce();

  /** @param isAll everything, not only what is new at the top */
  return async (isAll: boolean) => {
    const outcome = await (isAll ? checkAll : refresh).start();
    if (outcome.kind !== 'done') return;
    // Whatever failed before has been read now.
    refresh.forgive();
    const dropped = selection.set(outcome.result.gone, false);
    const exist = dropped === 1 ? 'exists' : 'exist';
    const alsoDropped =
      dropped > 0 ? ` ${count(dropped, 'selected bot user')} no longer ${exist}.` : '';
    announce(foundText(outcome.result, isAll) + alsoDropped);
  };
}

function foundText({ added, changed, gone, isComplete }: RefreshResult, isAll: boolean): string {
  const parts = [
    added > 0 && `${formatNumber(added)} new`,
    changed > 0 && `${formatNumber(changed)} changed`,
    gone.length > 0 && `${formatNumber(gone.length)} gone`,
  ].filter((part) => part !== false);
  const what = parts.length === 0 ? 'nothing has changed' : parts.join(', ');
  if (!isAll) return `Read again: ${what}.`;
  return isComplete ? `Checked: ${what}.` : `Checked as far as the service let it: ${what}.`;
}
