import { useSyncExternalStore, type RefObject } from 'react';
import type { LoadedBotUsers } from '#web/features/bot-users/data/loaded-bot-users.ts';
import type { Outcome } from '#web/features/bot-users/data/loader.ts';
import type { Found } from '#web/features/bot-users/data/reading.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { useAnnounce } from '#web/ui/feedback/announcer.tsx';
import { count, formatNumber } from '#web/lib/format.ts';
import { keptFocus } from '#web/ui/keyboard/focus.ts';

/** What the loader is at, drawn again as it goes on. */
export const useLoaderState = ({ loader, calm }: LoadedBotUsers) =>
  useSyncExternalStore(calm.loader, loader.state);

/** How many are loaded, and how many of them are active. */
export function useRowCounts({ rows, calm }: LoadedBotUsers) {
  const size = useSyncExternalStore(calm.rows, () => rows.size);
  const active = useSyncExternalStore(calm.rows, () => rows.active);
  return { size, active };
}

const never = () => () => {};

/** What the page shows around the rows, also before they have come. */
export function useListState(loaded: LoadedBotUsers | undefined) {
  const state = useSyncExternalStore(loaded?.calm.loader ?? never, () => loaded?.loader.state());
  const size = useSyncExternalStore(loaded?.calm.rows ?? never, () => loaded?.rows.size);
  return {
    wanted: state?.wanted ?? [],
    isEmpty: size === 0 && state?.unreadable === 0 && state.follows !== 'more',
  };
}

type LoadingPlaces = {
  /** Where the focus goes when there is nothing more to load. */
  countLine: RefObject<HTMLElement | null>;
  onFocusRow: (id: string) => void;
};

/** What the buttons that load further pages do, and what is said of it afterwards. */
export function useLoading({ rows, loader, shown }: LoadedBotUsers, places: LoadingPlaces) {
  const announce = useAnnounce();

  /** @param mayFocus whether the keyboard has begun it, and its focus is not elsewhere by now */
  function endsLoading({ kind }: Outcome, mayFocus: boolean) {
    if (kind === 'done' && loader.state().follows !== 'more' && mayFocus)
      places.countLine.current?.focus();
  }

  async function loadMore(byKeyboard: boolean) {
    const isKept = keptFocus();
    const before = rows.size;
    const outcome = await loader.run('more');
    const mayFocus = byKeyboard && isKept();
    endsLoading(outcome, mayFocus);
    // The end is said by the count line itself.
    if (outcome.kind !== 'done' || loader.state().follows !== 'more') return;
    announce(`${formatNumber(outcome.added)} more loaded, ${formatNumber(rows.size)} in all.`);
    const fresh = new Set(rows.order().slice(before));
    const { slots, view } = shown.snapshot();
    const first = slots.find((slot) => fresh.has(slot));
    // Among the name groups there is no row: it would get the focus whenever the rows are shown again.
    if (mayFocus && view.by === 'rows' && first !== undefined) places.onFocusRow(rows.at(first).id);
  }

  async function loadAll(byKeyboard: boolean) {
    const isKept = keptFocus();
    const outcome = await loader.run('all');
    endsLoading(outcome, byKeyboard && isKept());
    return loader.state();
  }

  return { loadMore, loadAll };
}

export function useReadAgain() {
  const announce = useAnnounce();

  /** @param through everything, not only what is new at the top */
  return async ({ loader }: LoadedBotUsers, through: boolean) => {
    const outcome = await loader.run(through ? 'check' : 'refresh');
    if (outcome.kind !== 'done' || outcome.found === undefined) return;
    const gone = new Set(outcome.found.gone);
    const dropped = selection.drop((id) => gone.has(id));
    const exist = dropped === 1 ? 'exists' : 'exist';
    announce(
      [
        foundText(outcome.found, through),
        ...(dropped > 0 ? [`${count(dropped, 'selected bot user')} no longer ${exist}.`] : []),
      ].join(' '),
    );
  };
}

/** @param through whether everything was to be read again */
function foundText({ added, changed, gone, isComplete }: Found, through: boolean): string {
  const parts = [
    added > 0 && `${formatNumber(added)} new`,
    changed > 0 && `${formatNumber(changed)} changed`,
    gone.length > 0 && `${formatNumber(gone.length)} gone`,
  ].filter((part) => part !== false);
  const what = parts.length === 0 ? 'nothing has changed' : parts.join(', ');
  if (!through) return `Read again: ${what}.`;
  return isComplete ? `Checked: ${what}.` : `Checked as far as the service let it: ${what}.`;
}
