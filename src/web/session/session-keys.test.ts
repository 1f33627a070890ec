import { beforeEach, expect, it, vi } from 'vitest';
import { createBrowser } from '#web/session/session-browser.test.helper.ts';

// One session at a time in a browser: what becomes of a tab when another tab brings another key.

type Tab = ReturnType<ReturnType<typeof createBrowser>['tab']>;

let browser: ReturnType<typeof createBrowser>;
let one: Tab;
let two: Tab;
beforeEach(() => {
  vi.useFakeTimers();
  browser = createBrowser();
  one = browser.tab();
  two = browser.tab();
  one.session.signIn('a', false);
});

/** A tab asks in vain, for the one that is signed in is frozen, and so a key is given to it by the person. */
function signInBeside(frozen: Tab, key: string): Tab {
  frozen.freeze();
  const beside = browser.tab();
  vi.advanceTimersByTime(60_000);
  beside.session.signIn(key, false);
  frozen.thaw();
  return beside;
}

const ask = () => browser.say({ type: 'ask' });

it('ends the session of a tab before it takes the key of another one', () => {
  two.freeze();
  const requests = one.session.signal();
  const cleared = vi.fn<(key: string | null) => void>();
  one.session.onEnd(() => cleared(one.session.key()));
  const epoch = one.session.epoch();
  const beside = signInBeside(one, 'b');
  expect(one.session.key()).toBe('a');

  ask();
  expect(one.session.key()).toBe('b');
  expect(beside.session.key()).toBe('b');
  // While there was neither of them.
  expect(cleared.mock.calls).toEqual([[null]]);
  expect(requests.aborted).toBe(true);
  expect(one.session.epoch()).toBe(epoch + 1);
  expect(one.session.state()).toEqual({ kind: 'signed-in', switchedAccount: true });
  expect(beside.session.state()).toEqual({ kind: 'signed-in' });
});

it('goes on where the other tab has signed in with the same key', () => {
  const epoch = one.session.epoch();
  signInBeside(one, 'a');
  ask();
  expect(one.session.epoch()).toBe(epoch);
  expect(one.session.state()).toEqual({ kind: 'signed-in' });
});

it('goes on with a key from the dialog of another tab, also when it has missed one in between', () => {
  const epoch = one.session.epoch();
  one.freeze();
  two.session.expire('a');
  two.session.signIn('a2', false);
  two.session.expire('a2');
  two.session.signIn('a3', false);
  one.thaw();
  ask();
  expect(one.session.key()).toBe('a3');
  expect(one.session.epoch()).toBe(epoch);
});

it('keeps the dialog, and what was typed under it, when another key comes from elsewhere', () => {
  two.freeze();
  one.session.expire('a');
  const epoch = one.session.epoch();
  signInBeside(one, 'b');
  ask();
  expect(one.session.state()).toEqual({ kind: 'expired' });
  expect(one.session.epoch()).toBe(epoch);
});

it('carries nothing over a sign-out that it has missed, though the same key is back', () => {
  const epoch = one.session.epoch();
  one.freeze();
  two.session.end('signed-out');
  two.session.signIn('a', false);
  one.thaw();
  ask();
  expect(one.session.key()).toBe('a');
  expect(one.session.epoch()).toBe(epoch + 1);
});

it('knows its own key in a text and nothing else, takes it out, and ends nothing by that', () => {
  const key = 'gk_0123456789abcdef';
  one.session.limit({ idle: 60_000, age: 60_000 });
  one.session.signIn(key, false);
  vi.setSystemTime(Date.now() + 61_000); // no timer has noticed
  expect(one.session.redact(`with ${key}`)).toBe('with ••••');
  expect(one.session.containsKey('filter GK_0123456789ABCDEF')).toBe(true);
  expect(one.session.containsKey('Authorization: Bearer $API_KEY')).toBe(false);
  expect(one.session.state().kind).toBe('signed-in');
});
