import { HeldSession, toHeld, toLive, type LiveSession } from '#web/session/session-held.ts';
import type { TextStorage } from '#web/lib/storage.ts';

const NAME = 'gatehouse.session';
const STAY = 'gatehouse.stay-signed-in';
/** By so much clocks are set right in passing. */
const CLOCK_STEP_MS = 60_000;

/** What outlives a reload: the choice to stay signed in on the device, and by that choice the session in the tab. */
export function createKeptSession(tabStorage: TextStorage, deviceStorage: TextStorage) {
  const isWanted = () => deviceStorage.getItem(STAY) !== null;
  const forget = () => tabStorage.removeItem(NAME);

  return {
    isWanted,
    choose(isKept: boolean) {
      if (isKept) deviceStorage.setItem(STAY, 'yes');
      else deviceStorage.removeItem(STAY);
    },
    keep(session: LiveSession) {
      if (isWanted()) tabStorage.setItem(NAME, JSON.stringify(toHeld(session)));
      else forget();
    },
    forget,
    /** Kept over a reload, a restart of the browser, or being closed and opened again. */
    read(): LiveSession | undefined {
      const held = HeldSession.safeParse(parsed(tabStorage.getItem(NAME) ?? '')).data;
      if (held === undefined) {
        forget();
        return undefined;
      }
      // A use in the future: the clock was set back since, and nobody can tell how long ago that use was.
      const usedAt = held.usedAt > Date.now() + CLOCK_STEP_MS ? 0 : held.usedAt;
      return toLive({ ...held, usedAt });
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
