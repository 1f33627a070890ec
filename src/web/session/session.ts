import { createKeyHider, createRedactor } from '#client/redact.ts';
import { SessionEnded } from '#web/session/session-ended.ts';
import {
  fingerprintOf,
  isSameSession,
  toHeld,
  toLive,
  type HeldSession,
  type LiveSession,
} from '#web/session/session-held.ts';
import { createKeptSession } from '#web/session/session-kept.ts';
import { since, WARNING_MS, type Limits } from '#web/session/session-limits.ts';
import { createSignOutMarker } from '#web/session/session-marker.ts';
import { readMessage, type EndReason, type Message } from '#web/session/session-messages.ts';
import { untilSignedIn } from '#web/session/session-renewal.ts';
import { createLimitWatch } from '#web/session/session-watch.ts';
import { storageOrMemory, type TextStorage } from '#web/lib/storage.ts';

export type SessionState =
  | { kind: 'signed-out'; reason: EndReason }
  | {
      kind: 'signed-in';
      /** This tab was in another session until another tab signed in with another key. */
      hasMoved?: true;
    }
  /** The service refused the key in the middle: the page is kept, a dialog asks for the key again. */
  | { kind: 'expired' };

/** Milliseconds for another tab to answer; tabs of one browser answer in a few. */
const ASK_MS = 200;
const TELL_EVERY_MS = 10_000;
/** When a tab may have missed something: it was hidden, frozen, or another one has written to the device. */
const WAKING = ['pageshow', 'visibilitychange', 'focus', 'storage'];

export interface SessionOptions {
  /** Reaches the other tabs of this browser on the same origin, and nobody else. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  /** Of this tab. Holds the key only by the person's choice. */
  tabStorage: TextStorage;
  /** Of this browser. Holds the choice and the time of the last sign-out, never the key. */
  deviceStorage: TextStorage;
  /** The window. */
  page: EventTarget;
}

/**
 * Who is signed in. The key lives here and nowhere else: in memory, by choice also in this tab's storage.
 */
export function createSession({ channel, tabStorage, deviceStorage, page }: SessionOptions) {
  const marker = createSignOutMarker(deviceStorage);
  const kept = createKeptSession(tabStorage, deviceStorage);
  let own = kept.read();
  let state: SessionState =
    own === undefined ? { kind: 'signed-out', reason: 'none' } : { kind: 'signed-in' };
  /** Of the last key that was in use; stays when the key is wiped. */
  let fingerprint = own && fingerprintOf(own.key);
  let toldAt = -Infinity;
  let endings = 0;
  let requests = new AbortController();
  const listeners = new Set<() => void>();
  const watch = createLimitWatch(look, notify);
  const send = (message: Message) => channel.postMessage(message);

  function subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  function notify() {
    for (const listener of listeners) listener();
  }

  function become(next: SessionState) {
    state = next;
    notify();
  }

  function take(next: LiveSession, from?: { hasMoved: true }) {
    own = next;
    fingerprint = fingerprintOf(next.key);
    kept.keep(next);
    become({ kind: 'signed-in', ...from });
    look();
  }

  function drop(reason: EndReason) {
    own = undefined;
    endings += 1;
    watch.stop();
    kept.forget();
    // A late answer of this session must not touch the next one.
    requests.abort(new SessionEnded());
    requests = new AbortController();
    become({ kind: 'signed-out', reason });
  }

  function end(reason: EndReason) {
    const stamp = reason === 'signed-out' ? marker.next(own?.stamp) : (own?.stamp ?? 0);
    if (reason === 'signed-out') marker.set(stamp);
    try {
      drop(reason);
    } finally {
      // Whatever goes wrong in this tab must not keep the key in the others.
      send({ type: 'end', reason, stamp });
    }
  }

  /** A sign-out that no message has told this tab of. */
  function lookForSignOut() {
    if (own !== undefined && own.stamp <= marker.last()) drop('signed-out');
  }

  function look() {
    lookForSignOut();
    const over = own && watch.check(own);
    if (over !== undefined) end(over);
  }

  function give() {
    look();
    if (own !== undefined && state.kind === 'signed-in')
      send({ type: 'give', session: toHeld(own) });
  }

  /** Only a newer session: a tab that has not asked the service lately may still give the key that was refused here. */
  function receive(held: HeldSession) {
    lookForSignOut();
    if (held.stamp <= Math.max(own?.stamp ?? 0, marker.last())) return;
    if (own === undefined || isSameSession(own, held)) take(toLive(held));
    // Where the key was refused nothing can be sent with it: the dialog keeps what was typed for a key of its account.
    else if (state.kind !== 'expired') moveTo(held);
  }

  /** Of the session before nothing stays, for the key may be that of another account. */
  function moveTo(held: HeldSession) {
    drop('none');
    take(toLive(held), { hasMoved: true });
  }

  function endByOther(reason: EndReason, stamp: number) {
    if (own === undefined || own.stamp > stamp) return;
    // A tab that was frozen does not know that this one has been in use all the time.
    if (reason === 'idle' && watch.left(own).idle > WARNING_MS) give();
    else drop(reason);
  }

  function usedAt(moment: number) {
    const idle = since(moment);
    if (own !== undefined && idle() < own.idle()) own.idle = idle;
    look();
  }

  const redact = (text: string) => createRedactor(own?.key ?? null)(text);

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(data);
    if (message?.type === 'ask') give();
    if (message?.type === 'give') receive(message.session);
    if (message?.type === 'end') endByOther(message.reason, message.stamp);
    if (message?.type === 'used') usedAt(message.at);
  });
  for (const event of WAKING) page.addEventListener(event, look);
  look();

  return {
    state: () => state,
    /** Looks at the clock first: no request goes out with the key of a session that is over. */
    key() {
      look();
      return own?.key ?? null;
    },
    /** Takes the key out of a text, without looking at the clock: nothing ends while a page is drawn. */
    redact,
    /** Whether a text holds the key, pasted into the wrong field; lists ask at every render, mostly of an empty one. */
    containsKey: (text: string) => text !== '' && createKeyHider(own?.key ?? null)(text) !== text,
    /** Tells whether the same key is back after the session has ended; says nothing about the key. */
    fingerprint: () => fingerprint,
    /** Aborted when the session ends. */
    signal: () => requests.signal,
    /** The limit that will end the session within two minutes. */
    warning: watch.warning,
    /** How many sessions have ended in this tab: what belongs to one must not outlive it. */
    endings: () => endings,
    subscribe,
    /** What belongs to a session must not outlive it. */
    onEnd: (clear: (reason: EndReason) => void) =>
      subscribe(() => {
        if (state.kind === 'signed-out') clear(state.reason);
      }),

    staysSignedIn: kept.isWanted,

    /** From now on; a session that was kept or given and is over already ends at once. */
    limit(limits: Limits) {
      watch.set(limits);
      look();
    },

    /** One sign-in serves every open tab. Over the page it goes on with the session whose key was refused. */
    signIn(key: string, staySignedIn: boolean) {
      kept.choose(staySignedIn);
      const now = Date.now();
      const stamp = marker.next(own?.stamp);
      take(toLive({ key, stamp, began: own?.began ?? stamp, signedInAt: now, usedAt: now }));
      give();
    },

    /** Ends the session in every tab. The key itself still works until it is revoked. */
    end,

    /** The person has used this tab. */
    use() {
      // Before waking the machine up counts as use.
      look();
      const now = Date.now();
      usedAt(now);
      if (own === undefined || performance.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = performance.now();
      kept.keep(own);
      send({ type: 'used', at: now });
    },

    /** @param refused the key that the service did not accept; a newer one is not affected */
    expire(refused: string | null) {
      if (state.kind === 'signed-in' && refused === own?.key) become({ kind: 'expired' });
    },

    /** Resolves once there is a key again; rejects when the session or the caller ends. */
    renewed: (signal: AbortSignal) => untilSignedIn({ state: () => state, subscribe }, signal),

    /** Asks the tabs that are signed in. Resolves when one has answered, or when none did in time. */
    async askOtherTabs(): Promise<void> {
      if (state.kind === 'signed-in') return;
      send({ type: 'ask' });
      await this.renewed(AbortSignal.timeout(ASK_MS)).catch(() => {});
    },
  };
}

export const session = createSession({
  channel: new BroadcastChannel('gatehouse'),
  tabStorage: storageOrMemory(() => sessionStorage),
  deviceStorage: storageOrMemory(() => localStorage),
  page: window,
});
