// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { createBrowser, textsOf } from '#web/session/session-browser.test.helper.ts';

let tabs: ReturnType<typeof createBrowser>;
beforeEach(() => {
  tabs = createBrowser();
});

it('keeps the key in memory only, unless the person chooses otherwise', () => {
  const { session, tabStorage } = tabs.tab();
  session.signIn('k', false);
  expect(session.key()).toBe('k');
  expect(textsOf(tabStorage)).toEqual([]);
});

it('survives a reload of the tab by choice, and never writes the key to the device', () => {
  const { session, tabStorage } = tabs.tab();
  session.signIn('k', true);
  expect(tabs.tab(tabStorage).session.state()).toEqual({ kind: 'signed-in' });
  expect(textsOf(tabs.deviceStorage)).toEqual(['yes']);
});

it('takes the key back out of the tab when the choice is taken back', () => {
  const { session, tabStorage } = tabs.tab();
  session.signIn('k', true);
  session.signIn('k', false);
  expect(textsOf(tabStorage)).toEqual([]);
});

it('leaves no refused key in a full storage after signing in with another', () => {
  const tabStorage = new Storage();
  const { session } = tabs.tab(tabStorage);
  session.signIn('old', true);
  session.expire('old');
  vi.spyOn(tabStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  session.signIn('new', true);
  expect(session.key()).toBe('new');
  expect(textsOf(tabStorage)).toEqual([]);
});

it('gives the key to a new tab that asks', async () => {
  tabs.tab().session.signIn('k', false);
  const { session } = tabs.tab();
  expect(session.state().kind).toBe('signed-out');
  session.ask();
  expect(session.key()).toBe('k');
});

it('stays signed out when no tab is signed in', async () => {
  const { session } = tabs.tab();
  session.ask();
  expect(session.state()).toEqual({ kind: 'signed-out', reason: 'none' });
});

it('signs every open tab in and out', () => {
  const one = tabs.tab().session;
  const two = tabs.tab().session;
  one.signIn('k', false);
  expect(two.key()).toBe('k');
  two.end('signed-out');
  expect(one.state()).toEqual({ kind: 'signed-out', reason: 'signed-out' });
  expect(one.key()).toBeNull();
});

it('breaks off the requests of a session that has ended, but not of the next', () => {
  const { session } = tabs.tab();
  session.signIn('k', false);
  const signal = session.signal();
  session.end('idle');
  expect(signal.aborted).toBe(true);
  session.signIn('k2', false);
  expect(session.signal().aborted).toBe(false);
});

it('knows the same key again after it was wiped', () => {
  const { session } = tabs.tab();
  session.signIn('k', false);
  const before = session.account();
  session.end('idle');
  expect(session.account()).toBe(before);
  session.signIn('other', false);
  expect(session.account()).not.toBe(before);
});

it('expires only by a refusal of the key that is in use', () => {
  const { session } = tabs.tab();
  session.signIn('new', false);
  session.expire('old');
  expect(session.state().kind).toBe('signed-in');
  session.expire('new');
  expect(session.state().kind).toBe('expired');
});

it('does not take a refused key back from another tab', async () => {
  const one = tabs.tab().session;
  one.signIn('old', false);
  const two = tabs.tab().session;
  two.ask();
  one.expire('old');
  const three = tabs.tab().session;
  three.ask();
  expect(three.key()).toBe('old');
  expect(one.state().kind).toBe('expired');
});

it('lets a read go on once there is a key again', async () => {
  const { session } = tabs.tab();
  session.signIn('old', false);
  session.expire('old');
  const waiting = session.renewed(session.signal());
  session.signIn('new', false);
  await expect(waiting).resolves.toBeUndefined();
});

it('ends a waiting read with the session', async () => {
  const { session } = tabs.tab();
  session.signIn('old', false);
  session.expire('old');
  const waiting = session.renewed(session.signal());
  session.end('signed-out');
  await expect(waiting).rejects.toThrow('The session has ended');
});
