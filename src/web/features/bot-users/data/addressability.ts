import { isAddressable } from '#contract/endpoint.ts';
import { paths, pathTo } from '#web/paths.ts';

/** What an id lets this page do. A service may have ids that no address can hold, or only another page's. */
export interface Reach {
  /** The bot user's page. */
  path: string | undefined;
  /** Whether a request can be about it. */
  canChange: boolean;
  /** Why not all of it is open. */
  note?: string;
}

export function reachOf(id: string): Reach {
  const path = pathTo(paths.botUser, { botUserId: id });
  if (path !== undefined) return { path, canChange: true };
  if (isAddressable(id))
    return { path, canChange: true, note: 'Cannot be opened: its address is another page’s.' };
  return {
    path,
    canChange: false,
    note: 'Cannot be opened or changed here: its id cannot be part of an address.',
  };
}
