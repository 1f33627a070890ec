import { beforeEach, expect, it, vi } from 'vitest';
import { createBrowser, textsOf } from '#web/session/session-browser.test.helper.ts';
import { limitsFrom } from '#web/session/session-limits.ts';
import { testConfig } from '#web/test/config.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** 30 minutes, 8 hours. */
const limits = limitsFrom(testConfig());
const over = (reason: string) => ({ kind: 'signed-out', reason });

type Browser = ReturnType<typeof createBrowser>;
type Tab = ReturnType<Browser['tab']>;

let browser: Browser;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
  browser = createBrowser();
});

/** As `main.tsx` opens one. */
function open(tabStorage?: Storage): Tab {
  const tab = browser.tab(tabStorage);
  tab.session.limit(limits);
  return tab;
}

function signedIn(isKept = false): Tab {
  const tab = open();
  tab.session.signIn('k', isKept);
  return tab;
}

/** Uses a tab every ten minutes, so that only the absolute limit can end it. */
function work(tab: Tab, ms: number) {
  for (let passed = 0; passed < ms; passed += 10 * MINUTE) {
    tab.session.use();
    vi.advanceTimersByTime(Math.min(10 * MINUTE, ms - passed));
  }
}

it('ends after a time without use, warns before, and starts anew with every use', () => {
  const { session } = signedIn();
  vi.advanceTimersByTime(28 * MINUTE - 1);
  expect(session.warning()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(session.warning()).toBe('idle');
  session.use();
  expect(session.warning()).toBeUndefined();
  vi.advanceTimersByTime(30 * MINUTE - 1);
  expect(session.state().kind).toBe('signed-in');
  vi.advanceTimersByTime(1);
  expect(session.state()).toEqual(over('idle'));
});

it('names the limit that no use extends, where two are met at once', () => {
  const { session } = signedIn();
  session.limit({ idle: HOUR, age: HOUR });
  vi.advanceTimersByTime(59 * MINUTE);
  expect(session.warning()).toBe('age');
  vi.advanceTimersByTime(MINUTE);
  expect(session.state()).toEqual(over('age'));
});

it('counts from the last sign-in, also from one in the dialog, and ends while that is open', () => {
  const tab = signedIn();
  work(tab, 7 * HOUR);
  tab.session.expire('k');
  tab.session.signIn('k2', false);
  work(tab, 7 * HOUR);
  expect(tab.session.state().kind).toBe('signed-in');
  tab.session.expire('k2');
  vi.advanceTimersByTime(30 * MINUTE);
  expect(tab.session.state()).toEqual(over('idle'));
});

it('shares the count, every use and the end after eight hours with tabs that got the key', () => {
  const one = signedIn();
  const two = open();
  two.session.ask();
  vi.advanceTimersByTime(29 * MINUTE);
  expect(two.session.warning()).toBe('idle');
  one.session.use();
  expect(two.session.warning()).toBeUndefined();
  work(one, 7 * HOUR);
  one.freeze();
  work(two, 31 * MINUTE);
  expect(two.session.state()).toEqual(over('age'));
});

it('is not shortened by a tab that has missed the last use', () => {
  const at = Date.now();
  const { session } = signedIn();
  vi.advanceTimersByTime(20 * MINUTE);
  session.use();
  browser.say(given({ stamp: at, usedAt: at }));
  vi.advanceTimersByTime(15 * MINUTE);
  expect(session.state().kind).toBe('signed-in');
});

it('goes on from the last use after a reload', () => {
  const one = signedIn(true);
  vi.advanceTimersByTime(20 * MINUTE);
  one.session.use();
  one.freeze();
  vi.advanceTimersByTime(20 * MINUTE);
  expect(open(one.tabStorage).session.state().kind).toBe('signed-in');
});

it.each([
  ['has slept', () => vi.setSystemTime(Date.now() + 9 * HOUR)],
  ['was set back', () => vi.setSystemTime(Date.now() - 9 * HOUR)],
])('ends after its time, though the clock %s', (_, change) => {
  const { session } = signedIn();
  vi.advanceTimersByTime(10 * MINUTE);
  change();
  vi.advanceTimersByTime(MINUTE);
  expect(session.state()).toEqual(over('idle'));
  // To wake a machine up, whose timers stood still, is no use.
  session.signIn('k', false);
  vi.setSystemTime(Date.now() + HOUR);
  session.use();
  expect(session.state()).toEqual(over('idle'));
});

// Of a last use in the future nobody can tell how long ago it was.
it.each([31 * MINUTE, -HOUR])('drops a key that was kept in a tab, after %i ms', (closedFor) => {
  const { tabStorage, freeze } = signedIn(true);
  freeze();
  vi.setSystemTime(Date.now() + closedFor);
  expect(open(tabStorage).session.state()).toEqual(over('idle'));
  expect(textsOf(tabStorage)).toEqual([]);
});

it('drops what it cannot read in the storage of the tab', () => {
  for (const text of ['k', '{}']) {
    const tabStorage = new Storage();
    tabStorage.setItem('gatehouse.session', text);
    expect(open(tabStorage).session.key()).toBeNull();
    expect(textsOf(tabStorage)).toEqual([]);
  }
});

it('ends a session that is restored after the sign-out, and not one that began after it', () => {
  const two = open();
  const one = signedIn(true);
  two.freeze(); // closed: its storage stays in the browser's store
  one.session.end('signed-out');
  expect(open(two.tabStorage).session.state()).toEqual(over('signed-out'));
  expect(textsOf(two.tabStorage)).toEqual([]);

  one.session.signIn('k', true);
  one.freeze();
  expect(open(one.tabStorage).session.state().kind).toBe('signed-in');
});

it('lets nobody in by a key that was on its way, or by a tab that has missed the sign-out', () => {
  const at = Date.now();
  const two = open();
  const one = signedIn();
  two.freeze();
  one.session.end('signed-out');
  browser.say(given({ stamp: at }));
  // Not for a moment either: it would count as one more session.
  expect([one.session.key(), one.session.epoch()]).toEqual([null, 1]);
  two.thaw();
  const three = open();
  three.session.ask();
  expect(three.session.key()).toBeNull();
});

it('gives the key back to a tab that was frozen and takes the session for unused', () => {
  const two = open();
  const one = signedIn();
  two.freeze();
  vi.setSystemTime(Date.now() + 20 * MINUTE);
  one.session.use();
  vi.setSystemTime(Date.now() + 15 * MINUTE);
  const ended = vi.fn<() => void>();
  two.session.subscribe(() => void (two.session.state().kind === 'signed-out' && ended()));
  two.thaw();
  two.show();
  expect(ended).toHaveBeenCalledOnce();
  expect(one.session.key()).toBe('k');
  expect(two.session.key()).toBe('k');
});

it('is not given to a tab whose own limits it has passed', () => {
  const one = signedIn();
  one.session.limit({ ...limits, idle: HOUR });
  const two = open();
  two.session.ask();
  let ends = 0;
  two.session.onEnd(() => (ends += 1));
  vi.advanceTimersByTime(30 * MINUTE);
  expect(two.session.state()).toEqual(over('idle'));
  expect(ends).toBe(1);
  expect(one.session.key()).toBe('k');
});

it('closes the dialog of every tab that gets a newer key', () => {
  const one = open();
  const two = open();
  const three = open();
  one.session.signIn('old', false);
  one.session.expire('old');
  two.session.expire('old');
  vi.advanceTimersByTime(MINUTE);
  one.session.signIn('new', false);
  expect(two.session.state().kind).toBe('signed-in');
  // Also where nothing has been asked, and so nothing refused, since.
  for (const { session } of [one, two, three]) expect(session.key()).toBe('new');
});

const AT = 1_800_000_060_000;
/** A session that a tab would take, but for what is changed. */
function given(change: Record<string, unknown>) {
  const session = { key: 'k', stamp: AT, lineage: AT, account: '', signedInAt: AT, usedAt: AT };
  return { type: 'give', session: { ...session, ...change } };
}

it.each([
  given({ key: 'a b' }),
  given({ lineage: undefined }),
  given({ usedAt: Infinity }),
  { type: 'end', reason: 'because', stamp: AT },
  // Of an older session.
  { type: 'end', reason: 'none', stamp: 1 },
])('is not moved by %j', (message) => {
  const tab = open();
  tab.session.signIn('mine', false);
  const heard = vi.fn<() => void>();
  tab.session.subscribe(heard);
  browser.say(message);
  expect(tab.session.key()).toBe('mine');
  expect(heard).not.toHaveBeenCalled();
});

it.each(['abc', '-5', '2000000000000'])(
  'ends in every tab, and outlives a reload, with %j as the mark of a sign-out',
  (mark) => {
    browser.deviceStorage.setItem('gatehouse.signed-out', mark);
    const { session, tabStorage, freeze } = signedIn(true);
    const other = open();
    other.session.ask();
    expect([session.key(), other.session.key()]).toEqual(['k', 'k']);
    freeze();
    const again = open(tabStorage);
    expect(again.session.key()).toBe('k');
    again.session.end('signed-out');
    // Told at once: to ask for the key would look into the storage.
    expect(other.session.state()).toEqual(over('signed-out'));
  },
);
