import { storageOrMemory, type KeptTexts } from '#web/api/storage.ts';

/** Why nobody is signed in, as far as the sign-in page tells it. */
export type EndReason = 'signed-out' | 'idle' | 'none';

export type SessionState =
  | { kind: 'signed-out'; reason: EndReason }
  | { kind: 'signed-in' }
  /** The service refused the key in the middle: the page is kept, a dialog asks for the key again. */
  | { kind: 'expired' };

type Message =
  | { type: 'ask' }
  | { type: 'give'; key: string }
  | { type: 'end'; reason: EndReason }
  | { type: 'used' };

const KEY = 'gatehouse.api-key';
const STAY = 'gatehouse.stay-signed-in';
/** Milliseconds for another tab to answer; tabs of one browser answer in a few. */
const ASK_MS = 200;

export interface SessionOptions {
  /** Reaches the other tabs of this browser on the same origin, and nobody else. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;
  /** Of this tab. Holds the key only by the person's choice. */
  tabStorage: KeptTexts;
  /** Of this browser. Holds the choice, never the key. */
  deviceStorage: KeptTexts;
}

/**
 * Who is signed in. The key lives here and nowhere else: in memory, by choice also in this tab's storage.
 */
export function createSession({ channel, tabStorage, deviceStorage }: SessionOptions) {
  let key = tabStorage.getItem(KEY);
  let state: SessionState =
    key === null ? { kind: 'signed-out', reason: 'none' } : { kind: 'signed-in' };
  /** Of the last key that was in use; stays when the key is wiped. */
  let fingerprint = key === null ? undefined : fingerprintOf(key);
  let requests = new AbortController();
  const listeners = new Set<() => void>();
  const send = (message: Message) => channel.postMessage(message);

  function become(next: SessionState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function take(given: string) {
    key = given;
    fingerprint = fingerprintOf(given);
    if (deviceStorage.getItem(STAY) === null) tabStorage.removeItem(KEY);
    else tabStorage.setItem(KEY, given);
    become({ kind: 'signed-in' });
  }

  function drop(reason: EndReason) {
    key = null;
    tabStorage.removeItem(KEY);
    // A late answer of this session must not touch the next one.
    requests.abort(new DOMException('The session has ended', 'AbortError'));
    requests = new AbortController();
    become({ kind: 'signed-out', reason });
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.type === 'ask' && state.kind === 'signed-in' && key !== null)
      send({ type: 'give', key });
    // A tab that has not asked the service lately may still give the key that was refused here.
    if (data.type === 'give' && state.kind !== 'signed-in' && data.key !== key) take(data.key);
    if (data.type === 'end' && state.kind !== 'signed-out') drop(data.reason);
  });

  return {
    state: () => state,
    key: () => key,
    /** Tells whether the same key is back after the session has ended; says nothing about the key. */
    fingerprint: () => fingerprint,
    /** Aborted when the session ends. */
    signal: () => requests.signal,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    staysSignedIn: () => deviceStorage.getItem(STAY) !== null,

    /** One sign-in serves every open tab. */
    signIn(given: string, staySignedIn: boolean) {
      if (staySignedIn) deviceStorage.setItem(STAY, 'yes');
      else deviceStorage.removeItem(STAY);
      take(given);
      send({ type: 'give', key: given });
    },

    /** Ends the session in every tab. The key itself still works until it is revoked. */
    end(reason: EndReason) {
      drop(reason);
      send({ type: 'end', reason });
    },

    /** @param refused the key that the service did not accept; a newer one is not affected */
    expire(refused: string | null) {
      if (state.kind === 'signed-in' && refused === key) become({ kind: 'expired' });
    },

    /** Resolves once there is a key again; rejects when the session or the caller ends. */
    renewed(signal: AbortSignal): Promise<void> {
      return new Promise((resolve, reject) => {
        const check = () => {
          if (signal.aborted) reject(signal.reason);
          else if (state.kind === 'signed-in') resolve();
          else return;
          listeners.delete(check);
          signal.removeEventListener('abort', check);
        };
        listeners.add(check);
        signal.addEventListener('abort', check);
        check();
      });
    },

    /** Asks the tabs that are signed in. Resolves when one has answered, or when none did in time. */
    async askOtherTabs(): Promise<void> {
      if (state.kind === 'signed-in') return;
      send({ type: 'ask' });
      await this.renewed(AbortSignal.timeout(ASK_MS)).catch(() => {});
    },

    /** Tells the other tabs that this one is in use. */
    tellUsed: () => send({ type: 'used' }),
    onUsedElsewhere(listener: () => void) {
      const hear = ({ data }: MessageEvent<Message>) => {
        if (data.type === 'used') listener();
      };
      channel.addEventListener('message', hear);
      return () => channel.removeEventListener('message', hear);
    },
  };
}

/** FNV-1a: 32 bits of a secret of some 190, and never out of memory. */
function fingerprintOf(key: string): number {
  let hash = 0x811c9dc5;
  for (const character of key) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash;
}

export const session = createSession({
  channel: new BroadcastChannel('gatehouse'),
  tabStorage: storageOrMemory(() => sessionStorage),
  deviceStorage: storageOrMemory(() => localStorage),
});
