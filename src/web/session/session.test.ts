import { beforeEach, expect, it, vi } from 'vitest';
import { createBrowser, textsOf } from '#web/session/session-browser.test.helper.ts';
import { accountOfKey } from '#web/session/stored-session.ts';

let tabs: ReturnType<typeof createBrowser>;
beforeEach(() => {
  tabs = createBrowser();
});

it('keeps the key in the tab by choice only, and never writes it to the device', () => {
  const { session, tabStorage } = tabs.tab();
  session.signIn('k', false);
  expect(session.key()).toBe('k');
  expect(textsOf(tabStorage)).toEqual([]);
  session.signIn('k', true);
  expect(tabs.tab(tabStorage).session.state()).toEqual({ kind: 'signed-in' });
  expect(textsOf(tabs.deviceStorage)).toEqual(['yes']);
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

it('goes on where a late answer refuses the key before', () => {
  const { session } = tabs.tab();
  session.signIn('old', false);
  session.expire('old');
  session.signIn('new', false);
  session.expire('old');
  expect(session.state()).toEqual({ kind: 'signed-in' });
});

/** As the sign-in form does. */
async function signIn({ session }: ReturnType<typeof tabs.tab>, key: string) {
  session.signIn(key, true, await accountOfKey(key));
  return session.account();
}

it('names the account of a key: the same key again after its end, also in another tab and browser', async () => {
  const tab = tabs.tab();
  const account = await signIn(tab, 'k');
  expect(account).toMatch(/^[0-9a-f]{64}$/);
  expect(tabs.tab(tab.tabStorage).session.account()).toBe(account);
  tab.session.end('idle');
  expect(tab.session.account()).toBe(account);
  expect(await signIn(tab, 'other')).not.toBe(account);
  tab.session.end('signed-out');
  const elsewhere = tabs.tab();
  expect(await signIn(elsewhere, 'k')).toBe(account);
  expect(tab.session.account()).toBe(account);
});

it('gives each session an account of its own where nobody has named it, the same in all tabs', () => {
  const [one, two] = [tabs.tab().session, tabs.tab().session];
  one.signIn('k', false);
  const account = one.account();
  expect(two.account()).toBe(account);
  one.end('signed-out');
  one.signIn('k', false);
  expect(one.account()).not.toBe(account);
});

it('tells the accounts of long keys apart where the page is served without HTTPS', async () => {
  vi.stubGlobal('crypto', {});
  const tab = tabs.tab();
  expect(await signIn(tab, 'key_2vGZ0aHk3mQ9sLw8')).toBe('sLw8');
  // Of a short one they would tell too much.
  expect(await signIn(tab, 'key_of_15_chars')).not.toContain('ars');
});

it('takes no refused key back from a tab that has sent nothing since', () => {
  const [one, two] = [tabs.tab().session, tabs.tab().session];
  one.signIn('old', false);
  one.expire('old');
  tabs.tab().session.ask();
  expect(two.key()).toBe('old');
  expect(one.state().kind).toBe('expired');
});
