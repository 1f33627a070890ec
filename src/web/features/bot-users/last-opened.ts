import { useEffect, useState } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { BotUser } from '#contract/bot-user.ts';
import { rowElement } from '#web/features/bot-users/rows-in-document.ts';
import { idBeside } from '#web/features/bot-users/use-shown-rows.ts';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import type { LeavingState } from '#web/ui/unsaved-guard.tsx';

// What one person looked for is not for the next.
function createMemory<Value>(initial: Value) {
  let value = initial;
  session.onEnd(() => (value = initial));
  return { get: () => value, set: (next: Value) => void (value = next) };
}

/** What a navigation that goes back to the list brings along. */
type BackState = { back: true };
export const SETTLED_BACK: BackState & LeavingState = { back: true, settled: true };

/** The bot user that was opened or created last: on the way back its row gets the focus, else the one beside it. */
export const lastOpened = createMemory<string | undefined>(undefined);

type Left = { address: string; rows: readonly BotUser[] };
const list = createMemory<Left>({ address: paths.botUsers, rows: [] });

/** The list as it was left, with its filter: where Cancel and the breadcrumb lead back to. */
export const lastList = {
  set: list.set,
  address: () => list.get().address,
  link: () => ({ to: lastList.address(), state: { back: true } satisfies BackState }),
  /** The parent in the breadcrumb of a page below the list. */
  crumb: () => ({ text: 'Bot users', ...lastList.link() }),
};

/** The row whose link is about to get the focus. On the way back that is the one that was opened or created before. */
export function useArrival(rows: readonly BotUser[]) {
  const state = useLocation().state as Partial<BackState> | null; // ours, or absent
  const isPop = useNavigationType() === NavigationType.Pop;
  const isBack = isPop || state?.back === true;
  const [arrival] = useState(() => {
    const wanted = isBack ? lastOpened.get() : undefined;
    const ids = [wanted, idBeside(wanted, list.get().rows)];
    const id = ids.find((each) => each !== undefined && rows.some((bot) => bot.id === each));
    // Back may lead to an entry that an earlier link has made.
    return { id, isByLink: isBack && !isPop };
  });

  useEffect(() => {
    // Only once: a later visit starts at the heading.
    lastOpened.set(undefined);
    // The router restores where the page was scrolled to, but after a link it scrolls to the top.
    if (arrival.id && arrival.isByLink) rowElement(arrival.id)?.scrollIntoView({ block: 'center' });
  }, [arrival]);

  return useState(arrival.id);
}
