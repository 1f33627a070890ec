import { hideCredentials, hideKey } from '#client/redact.ts';
import { openChannel } from '#web/lib/channel.ts';
import { deviceStorage, readJson, tabStorage, type TextStorage } from '#web/lib/device-storage.ts';
import { createStore, until } from '#web/lib/store.ts';
import { checkTime, type Limit } from '#web/session/session-limits.ts';
import { endOf, Message, StoredSession, type EndReason } from '#web/session/stored-session.ts';

type SessionState =
  | { kind: 'signed-out'; reason: EndReason }
  /** `switchedAccount`: this tab was in another session until another tab signed in with another key. */
  | { kind: 'signed-in'; switchedAccount?: true }
  /** The service refused the key while it was in use: the page stays, a dialog over it asks for a key. */
  | { kind: 'expired' };

/** The reason with which everything of a session is aborted at its end; not shown to anybody. */
export class SessionEnded extends Error {
  override readonly name = 'SessionEnded';
}

const SESSION = 'gatehouse.session';
const STAY_SIGNED_IN = 'gatehouse.stay-signed-in';
const SIGNED_OUT = 'gatehouse.signed-out';

/** Use is noticed, and the other tabs hear of it, no more often than this. */
const USE_EVERY_MS = 10_000;
/** Timers stand still while the machine sleeps. */
const CHECK_EVERY_MS = 60_000;
/** Before these events a tab may have missed a message: it was hidden or frozen. */
const WAKING = ['pageshow', 'visibilitychange', 'focus', 'storage'];

export interface SessionOptions {
  /** Reaches the other tabs of this browser on the same origin. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
  /** Holds the session over a reload, by the person's choice. */
  tab: TextStorage;
  /** Holds that choice and the stamp of the last sign-out, never the key. */
  device: TextStorage;
  page: EventTarget;
}

/** Who is signed in: signed-out -> signed-in <-> expired -> signed-out. The key lives here and nowhere else. */
export function createSession({ channel, tab, device, page }: SessionOptions) {
  let current = StoredSession.safeParse(readJson(tab, SESSION)).data;
  if (!current) tab.removeItem(SESSION);
  /** The account of the last key in use; it stays when the key is gone. */
  let account = current?.account;
  const store = createStore<{ state: SessionState; warning?: Limit | undefined }>({
    state: current ? { kind: 'signed-in' } : { kind: 'signed-out', reason: 'none' },
  });
  const state = () => store.get().state;
  let limits: Record<Limit, number> = { idle: Infinity, age: Infinity };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let epoch = 0;
  let requests = new AbortController();

  const send = (message: Message) => channel.postMessage(message);
  const staysSignedIn = () => device.getItem(STAY_SIGNED_IN) !== null;

  /** Sessions up to this stamp have ended. The storage tells it to frozen and restored tabs, which no message reaches. */
  const lastSignOut = () => Number(device.getItem(SIGNED_OUT)) || 0;

  /** Above every sign-out and the session before, though the clock may have been set back. */
  const nextStamp = () => Math.max(Date.now(), lastSignOut() + 1, (current?.stamp ?? 0) + 1);

  function keep() {
    // There may be no room for a new key: the old one must not come back with a reload.
    tab.removeItem(SESSION);
    if (current && staysSignedIn()) tab.setItem(SESSION, JSON.stringify(current));
  }

  function start(next: StoredSession, how?: { switchedAccount: true }) {
    current = next;
    account = next.account;
    keep();
    store.set({ ...store.get(), state: { kind: 'signed-in', ...how } });
    checkLimits();
  }

  function expire() {
    if (state().kind === 'signed-in') store.set({ ...store.get(), state: { kind: 'expired' } });
  }

  /** Ends the session in this tab. */
  function drop(reason: EndReason) {
    current = undefined;
    epoch += 1;
    keep();
    requests.abort(new SessionEnded('The session has ended'));
    requests = new AbortController();
    store.set({ state: { kind: 'signed-out', reason } });
  }

  /** Ends the session in every tab. The key itself still works until it is revoked. */
  function end(reason: EndReason) {
    const stamp = nextStamp();
    device.setItem(SIGNED_OUT, String(stamp));
    try {
      drop(reason);
    } finally {
      // Whatever goes wrong in this tab must not keep the key in the others.
      send({ type: 'end', reason, stamp });
    }
  }

  function checkLimits() {
    if (current && current.stamp <= lastSignOut()) drop('signed-out');
    clearTimeout(timer);
    if (current === undefined) return;
    const { over, warning, nextMs } = checkTime(current, limits);
    if (over !== undefined) {
      drop(over);
      // This tab may have been frozen while another one was in use, which then gives the session back.
      send({ type: 'ask' });
      return;
    }
    if (nextMs < Infinity) timer = setTimeout(checkLimits, Math.min(nextMs, CHECK_EVERY_MS));
    if (warning !== store.get().warning) store.set({ state: state(), warning });
  }

  function give() {
    checkLimits();
    if (current && state().kind === 'signed-in') send({ type: 'give', session: current });
  }

  /** Takes only a newer session: a tab that has sent nothing lately may still give the key that was refused here. */
  function receive(given: StoredSession) {
    // The person has used another tab.
    if (given.stamp === current?.stamp && given.usedAt > current.usedAt)
      current.usedAt = given.usedAt;
    checkLimits();
    if (given.stamp <= Math.max(current?.stamp ?? 0, lastSignOut())) return;
    // The other tab may have been opened with longer limits.
    if (checkTime(given, limits).over !== undefined) return;
    const isSame = current?.lineage === given.lineage || current?.key === given.key;
    if (current === undefined || isSame) {
      if (current?.key !== given.key) expire();
      start(given);
    }
    // A tab with a refused key keeps its dialog and what was typed, for a key of the same account.
    else if (state().kind !== 'expired') {
      drop('none');
      start(given, { switchedAccount: true });
    }
  }

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = Message.safeParse(data).data;
    if (message?.type === 'ask') give();
    if (message?.type === 'give') receive(message.session);
    if (message?.type === 'end' && current && current.stamp <= message.stamp) drop(message.reason);
  });
  for (const event of WAKING) page.addEventListener(event, checkLimits);
  checkLimits();

  return {
    state,
    subscribe: store.subscribe,
    /** The limit that will end the session within two minutes. */
    warning: () => store.get().warning,
    /** Milliseconds until the first limit ends the session. */
    leftMs: () => (current ? checkTime(current, limits).leftMs : 0),
    /** How many sessions have ended in this tab. */
    epoch: () => epoch,
    /** Calls `clear` whenever nobody is signed in any more. */
    onEnd: (clear: () => void) =>
      store.subscribe(() => void (state().kind === 'signed-out' && clear())),
    /** Aborted when the session ends. */
    signal: () => requests.signal,

    /** Checks the limits first: no request goes out with the key of a session that is over. */
    key() {
      checkLimits();
      return current?.key ?? null;
    },
    /** Takes the key out of a text. Ends no session: it is called in renders. */
    redact: (text: string) => hideCredentials(current?.key ?? null, text),
    /** Whether the key was pasted into the wrong field. */
    containsKey: (text: string) => hideKey(current?.key ?? null, text) !== text,
    keyEnd: () => endOf(current?.key ?? ''),
    /** Names the account of the last key in use: the same key has the same name after the session has ended. */
    account: () => account,
    staysSignedIn,

    limit(next: Record<Limit, number>) {
      limits = next;
      checkLimits();
    },

    /**
     * Signs in every open tab. After a refused key the session goes on with this one.
     *
     * @param name of the key's account, see `accountOfKey`; without, each session is of another account
     */
    signIn(key: string, staySignedIn: boolean, name?: string) {
      if (staySignedIn) device.setItem(STAY_SIGNED_IN, 'yes');
      else device.removeItem(STAY_SIGNED_IN);
      const stamp = nextStamp();
      const lineage = current?.lineage ?? stamp;
      const times = { signedInAt: Date.now(), usedAt: Date.now() };
      start({ key, stamp, lineage, account: name || `${lineage}`, ...times });
      give();
    },

    end,

    /** The person has used this tab. A session that ended while the machine slept does not come back by that. */
    use() {
      checkLimits();
      if (current === undefined || Math.abs(Date.now() - current.usedAt) < USE_EVERY_MS) return;
      current.usedAt = Date.now();
      keep();
      give();
    },

    /** @param refused a newer key is not affected */
    expire(refused: string | null) {
      if (refused === current?.key) expire();
    },

    /** Resolves once somebody is signed in; rejects with the signal's reason. */
    renewed: (signal: AbortSignal) =>
      until(store.subscribe, () => state().kind === 'signed-in', signal),

    /** Asks the other tabs for their session. */
    ask() {
      if (state().kind !== 'signed-in') send({ type: 'ask' });
    },
  };
}

export const session = createSession({
  channel: openChannel('gatehouse'),
  tab: tabStorage,
  device: deviceStorage,
  page: window,
});
