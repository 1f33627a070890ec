import { useEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { rowElement } from '#web/features/bot-users/rows-in-document.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import type { LeavingState } from '#web/ui/unsaved-guard.tsx';

// What one person looked for is not for the next.
function createMemory<Value>(initial: Value) {
  let value = initial;
  session.onEnd(() => (value = initial));
  return { get: () => value, set: (next: Value) => void (value = next) };
}

/** State of the navigation to the list after a bot user was created: its row gets the focus. */
export type CreatedState = LeavingState & { created: string };

/** What a navigation to the list may bring along; `back`: by a link that goes back to it. */
type ListState = Partial<CreatedState & { back: true }>;

/**
 * The bot user whose page was open last, then the one beside it in the list: on the way back the row of the first that is
 * still there gets the focus.
 */
export const lastOpened = createMemory<ReadonlyArray<string | undefined>>([]);

const list = createMemory<string>(paths.botUsers);

/** The address of the list as it was left, with its filter: where Cancel and the breadcrumb lead back to. */
export const lastList = {
  set: list.set,
  address: list.get,
  link: () => ({ to: list.get(), state: { back: true } satisfies ListState }),
  /** The parent in the breadcrumb of a page below the list. */
  crumb: () => ({ text: 'Bot users', ...lastList.link() }),
};

/**
 * The row whose link is about to get the focus. On arrival that is the one that was just created, or the one that was
 * opened before coming back.
 */
export function useArrival(rows: readonly BotUser[]) {
  const state = useLocation().state as ListState | null; // ours, or absent
  const isPop = useNavigationType() === NavigationType.Pop;
  const isBack = isPop || state?.back === true;
  const [arrival] = useState(() => {
    const ids = isBack ? lastOpened.get() : [state?.created];
    const id = ids.find((each) => each !== undefined && rows.some((bot) => bot.id === each));
    // Back may lead to an entry that an earlier link has made.
    return { id, isByLink: isBack && !isPop };
  });

  useEffect(() => {
    // Only once: a later visit starts at the heading.
    lastOpened.set([]);
    // The router restores where the page was scrolled to, but after a link it scrolls to the top.
    if (arrival.id && arrival.isByLink) rowElement(arrival.id)?.scrollIntoView({ block: 'center' });
  }, [arrival]);

  return useState(arrival.id);
}
