import { createKeyHider, createRedactor } from '#client/redact.ts';
import { deviceStorage, tabStorage, type TextStorage } from '#web/lib/device-storage.ts';
import { createStore } from '#web/lib/emitter.ts';
import {
  checkTime,
  since,
  WARNING_MS,
  type Limit,
  type Limits,
} from '#web/session/session-limits.ts';
import {
  fingerprintOf,
  isSameAccount,
  readMessage,
  toHeld,
  toLive,
  type EndReason,
  type HeldSession,
  type LiveSession,
  type Message,
} from '#web/session/session-messages.ts';
import { createSessionStorage } from '#web/session/session-storage.ts';

export type SessionState =
  | { kind: 'signed-out'; reason: EndReason }
  | {
      kind: 'signed-in';
      /** This tab was in another session until another tab signed in with another key. */
      switchedAccount?: true;
    }
  /** The service refused the key in the middle: the page is kept, a dialog asks for the key again. */
  | { kind: 'expired' };

/** The reason for which everything of a session is aborted at its end. On purpose: nobody has to be told. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded';

  constructor() {
    super('The session has ended');
  }
}

/** Milliseconds for another tab to answer; tabs of one browser answer in a few. */
const ASK_MS = 200;
const TELL_EVERY_MS = 10_000;
/** No timer waits for longer: browsers count to 24 days at most, and stand still while the machine sleeps. */
const CHECK_EVERY_MS = 60_000;
/** When a tab may have missed something: it was hidden, frozen, or another one has written to the device. */
const WAKING = ['pageshow', 'visibilitychange', 'focus', 'storage'];

export interface SessionOptions {
  /** Reaches the other tabs of this browser on the same origin, and nobody else. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  tabStorage: TextStorage;
  deviceStorage: TextStorage;
  /** The window. */
  page: EventTarget;
}

/**
 * Who is signed in: signed-out -> signed-in <-> expired -> signed-out. The key lives here and nowhere else: in memory,
 * by choice also in this tab's storage.
 */
export function createSession({ channel, page, ...options }: SessionOptions) {
  const storage = createSessionStorage(options.tabStorage, options.deviceStorage);
  let current = storage.read();
  const store = createStore<{ state: SessionState; warning?: Limit | undefined }>({
    state: current ? { kind: 'signed-in' } : { kind: 'signed-out', reason: 'none' },
  });
  const state = () => store.get().state;
  let limits: Limits = { idle: Infinity, age: Infinity };
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Of the last key that was in use; stays when the key is wiped. */
  let fingerprint = current && fingerprintOf(current.key);
  let epoch = 0;
  let requests = new AbortController();
  let toldAt = -Infinity;
  const send = (message: Message) => channel.postMessage(message);

  function start(next: LiveSession, how?: { switchedAccount: true }) {
    current = next;
    fingerprint = fingerprintOf(next.key);
    storage.keep(next);
    store.set({ ...store.get(), state: { kind: 'signed-in', ...how } });
    checkLimits();
  }

  /** Ends the session in this tab. */
  function drop(reason: EndReason) {
    current = undefined;
    epoch += 1;
    clearTimeout(timer);
    storage.forget();
    // A late answer of this session must not touch the next one.
    requests.abort(new SessionEnded());
    requests = new AbortController();
    store.set({ state: { kind: 'signed-out', reason } });
  }

  /** Ends the session in every tab. The key itself still works until it is revoked. */
  function end(reason: EndReason) {
    const isSignOut = reason === 'signed-out';
    const stamp = isSignOut ? storage.nextStamp(current?.stamp) : (current?.stamp ?? 0);
    if (isSignOut) storage.recordSignOut(stamp);
    try {
      drop(reason);
    } finally {
      // Whatever goes wrong in this tab must not keep the key in the others.
      send({ type: 'end', reason, stamp });
    }
  }

  /** A sign-out that no message has told this tab of. */
  function checkSignOut() {
    if (current !== undefined && current.stamp <= storage.lastSignOut()) drop('signed-out');
  }

  /** The clock decides at every check; the timer only says when to check next. */
  function checkLimits() {
    checkSignOut();
    clearTimeout(timer);
    if (current === undefined) return;
    const { over, warning, nextMs } = checkTime(current, limits);
    if (over !== undefined) {
      end(over);
      return;
    }
    if (nextMs < Infinity) timer = setTimeout(checkLimits, Math.min(nextMs, CHECK_EVERY_MS));
    if (warning !== store.get().warning) store.set({ state: state(), warning });
  }

  function give() {
    checkLimits();
    if (current !== undefined && state().kind === 'signed-in')
      send({ type: 'give', session: toHeld(current) });
  }

  /** Only a newer session: a tab that has not asked the service lately may still give the key that was refused here. */
  function receive(held: HeldSession) {
    checkSignOut();
    if (held.stamp <= Math.max(current?.stamp ?? 0, storage.lastSignOut())) return;
    if (current === undefined || isSameAccount(current, held)) start(toLive(held));
    // Where the key was refused nothing can be sent with it: the dialog keeps what was typed for a key of its account.
    else if (state().kind !== 'expired') {
      // Of the session before nothing stays, for the key may be that of another account.
      drop('none');
      start(toLive(held), { switchedAccount: true });
    }
  }

  function endedElsewhere(reason: EndReason, stamp: number) {
    if (current === undefined || current.stamp > stamp) return;
    // A tab that was frozen does not know that this one has been in use all the time.
    if (reason === 'idle' && limits.idle - current.idle() > WARNING_MS) give();
    else drop(reason);
  }

  function usedAt(moment: number) {
    const idle = since(moment);
    if (current !== undefined && idle() < current.idle()) current.idle = idle;
    checkLimits();
  }

  /** Resolves once somebody is signed in; rejects with the signal's reason when that is aborted first. */
  function renewed(signal: AbortSignal) {
    return new Promise<void>((resolve, reject) => {
      const stop = store.subscribe(check);
      signal.addEventListener('abort', check);
      check();

      function check() {
        if (signal.aborted) reject(signal.reason);
        else if (state().kind === 'signed-in') resolve();
        else return;
        stop();
        signal.removeEventListener('abort', check);
      }
    });
  }

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(data);
    if (message?.type === 'ask') give();
    if (message?.type === 'give') receive(message.session);
    if (message?.type === 'end') endedElsewhere(message.reason, message.stamp);
    if (message?.type === 'used') usedAt(message.at);
  });
  for (const event of WAKING) page.addEventListener(event, checkLimits);
  checkLimits();

  return {
    state,
    subscribe: store.subscribe,
    /** The limit that will end the session within two minutes. */
    warning: () => store.get().warning,
    /** How many sessions have ended in this tab: what belongs to one must not outlive it. */
    epoch: () => epoch,
    onEnd: (clear: (reason: EndReason) => void) =>
      store.subscribe(() => {
        const now = state();
        if (now.kind === 'signed-out') clear(now.reason);
      }),
    /** Aborted when the session ends. */
    signal: () => requests.signal,

    /** Checks the clock first: no request goes out with the key of a session that is over. */
    key() {
      checkLimits();
      return current?.key ?? null;
    },
    /** Takes the key out of a text, without a look at the clock: nothing ends while a page is drawn. */
    redact: (text: string) => createRedactor(current?.key ?? null)(text),
    /** Whether a text holds the key, pasted into the wrong field; lists ask at every render, mostly of an empty one. */
    containsKey: (text: string) =>
      text !== '' && createKeyHider(current?.key ?? null)(text) !== text,
    /** Tells whether the same key is back after the session has ended; says nothing about the key. */
    fingerprint: () => fingerprint,

    staysSignedIn: storage.staysSignedIn,

    /** From now on; a session that was kept or given and is over already ends at once. */
    limit(next: Limits) {
      limits = next;
      checkLimits();
    },

    /** One sign-in serves every open tab. Over the page it goes on with the session whose key was refused. */
    signIn(key: string, staySignedIn: boolean) {
      storage.chooseToStay(staySignedIn);
      const stamp = storage.nextStamp(current?.stamp);
      const now = since(Date.now());
      start({ key, stamp, lineage: current?.lineage ?? stamp, age: now, idle: now });
      give();
    },

    end,

    /** The person has used this tab. */
    use() {
      // Before waking the machine up counts as use.
      checkLimits();
      const now = Date.now();
      usedAt(now);
      if (current === undefined || performance.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = performance.now();
      storage.keep(current);
      send({ type: 'used', at: now });
    },

    /** @param refused the key that the service did not accept; a newer one is not affected */
    expire(refused: string | null) {
      if (state().kind === 'signed-in' && refused === current?.key)
        store.set({ ...store.get(), state: { kind: 'expired' } });
    },

    renewed,

    /** Asks the tabs that are signed in. Resolves when one has answered, or when none did in time. */
    async askOtherTabs(): Promise<void> {
      if (state().kind === 'signed-in') return;
      send({ type: 'ask' });
      await renewed(AbortSignal.timeout(ASK_MS)).catch(() => {});
    },
  };
}

export const session = createSession({
  channel: new BroadcastChannel('gatehouse'),
  tabStorage,
  deviceStorage,
  page: window,
});
