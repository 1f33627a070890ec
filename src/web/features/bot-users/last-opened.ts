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
export type ListState = Partial<CreatedState & { back: true }>;

/** The bot user whose page was open last: on the way back its row gets the focus. */
export const lastOpened = createMemory<string | undefined>(undefined);

/** How far the list was scrolled, in pixels: a link back makes a new place in the history, which begins at its top. */
export const lastScroll = createMemory(0);

const list = createMemory<string>(paths.botUsers);

/** The address of the list as it was left, with its filter: where Cancel and the breadcrumb lead back to. */
export const lastList = {
  set: list.set,
  address: list.get,
  link: () => ({ to: list.get(), state: { back: true } satisfies ListState }),
};
