import { createKeyHider, createRedactor } from '#client/redact.ts';
import { deviceStorage, tabStorage, type TextStorage } from '#web/lib/device-storage.ts';
import { createStore, until } from '#web/lib/emitter.ts';
import {
  createSessionStorage,
  fingerprintOf,
  isSameAccount,
  readMessage,
  toHeld,
  toLive,
  type EndReason,
  type HeldSession,
  type LiveSession,
  type Message,
} from '#web/session/held-session.ts';
import {
  checkTime,
  since,
  WARNING_MS,
  type Limit,
  type Limits,
} from '#web/session/session-limits.ts';

type SessionState =
  | { kind: 'signed-out'; reason: EndReason }
  | {
      kind: 'signed-in';
      /** This tab was in another session until another tab signed in with another key. */
      switchedAccount?: true;
    }
  /** The service refused the key in the middle: the page is kept, a dialog asks for the key again. */
  | { kind: 'expired' };

/** With which everything of a session is aborted at its end; not shown to anybody. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded';
}

const SEND_USE_EVERY_MS = 10_000;
/** Timers stand still while the machine sleeps. */
const CHECK_EVERY_MS = 60_000;
/** After these a tab may have missed something: it was hidden or frozen. */
const WAKING = ['pageshow', 'visibilitychange', 'focus', 'storage'];

export interface SessionOptions {
  /** Reaches the other tabs of this browser on the same origin. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  tabStorage: TextStorage;
  deviceStorage: TextStorage;
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
  const setState = (next: SessionState) => store.set({ ...store.get(), state: next });
  let limits: Limits = { idle: Infinity, age: Infinity };
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Of the last key in use; stays when the key is gone. */
  let fingerprint = current && fingerprintOf(current.key);
  let epoch = 0;
  let requests = new AbortController();
  let useSentAt = -Infinity;
  const send = (message: Message) => channel.postMessage(message);

  function start(next: LiveSession, how?: { switchedAccount: true }) {
    current = next;
    fingerprint = fingerprintOf(next.key);
    storage.keep(next);
    setState({ kind: 'signed-in', ...how });
    checkLimits();
  }

  /** Ends the session in this tab. */
  function drop(reason: EndReason) {
    current = undefined;
    epoch += 1;
    clearTimeout(timer);
    storage.forget();
    requests.abort(new SessionEnded('The session has ended'));
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

  /** No message may have reached this tab. */
  function checkSignOut() {
    if (current !== undefined && current.stamp <= storage.lastSignOut()) drop('signed-out');
  }

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
    // A refused key sends nothing: the dialog keeps what was typed, for a key of the same account.
    else if (state().kind !== 'expired') {
      drop('none');
      start(toLive(held), { switchedAccount: true });
    }
  }

  function endedElsewhere(reason: EndReason, stamp: number) {
    if (current === undefined || current.stamp > stamp) return;
    // A frozen tab does not know that this one is in use.
    if (reason === 'idle' && limits.idle - current.idle() > WARNING_MS) give();
    else drop(reason);
  }

  function usedAt(moment: number) {
    const idle = since(moment);
    if (current !== undefined && idle() < current.idle()) current.idle = idle;
    checkLimits();
  }

  const renewed = (signal: AbortSignal) =>
    until(store.subscribe, () => state().kind === 'signed-in', signal);

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
    /** How many sessions have ended in this tab. */
    epoch: () => epoch,
    onEnd: (clear: () => void) =>
      store.subscribe(() => {
        if (state().kind === 'signed-out') clear();
      }),
    /** Aborted when the session ends. */
    signal: () => requests.signal,

    /** Checks the limits first: no request goes out with the key of a session that is over. */
    key() {
      checkLimits();
      return current?.key ?? null;
    },
    /** Takes the key out of a text. Ends no session: it is called in renders. */
    redact: (text: string) => createRedactor(current?.key ?? null)(text),
    /** The last four characters of the key, to tell keys apart; none of a short one. */
    keyEnd: () => (current && current.key.length >= 16 ? current.key.slice(-4) : ''),
    /** Whether the key was pasted into the wrong field. */
    containsKey: (text: string) =>
      text !== '' && createKeyHider(current?.key ?? null)(text) !== text,
    /** Tells whether the same key is back after the session has ended, without keeping it. */
    fingerprint: () => fingerprint,

    staysSignedIn: storage.staysSignedIn,

    limit(next: Limits) {
      limits = next;
      checkLimits();
    },

    /** Signs in every open tab. After a refused key it goes on with that session. */
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
      // A session that ended while the machine slept is not brought back by the press that wakes it.
      checkLimits();
      const now = Date.now();
      usedAt(now);
      if (current === undefined || performance.now() - useSentAt < SEND_USE_EVERY_MS) return;
      useSentAt = performance.now();
      storage.keep(current);
      send({ type: 'used', at: now });
    },

    /** @param refused a newer key is not affected */
    expire(refused: string | null) {
      if (state().kind === 'signed-in' && refused === current?.key) setState({ kind: 'expired' });
    },

    /** Resolves once somebody is signed in; rejects with the signal's reason. */
    renewed,

    /** Asks the other tabs for their session. */
    ask() {
      if (state().kind !== 'signed-in') send({ type: 'ask' });
    },
  };
}

export const session = createSession({
  channel: new BroadcastChannel('gatehouse'),
  tabStorage,
  deviceStorage,
  page: window,
});
