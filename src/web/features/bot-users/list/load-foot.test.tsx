// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  announced,
  answer,
  answerAll,
  bots,
  closePage,
  countLine,
  find,
  focused,
  key,
  noAnswer,
  openList,
  pass,
  press,
  pressByKeyboard,
  refusal,
  shownNames,
  textOf,
  the,
} from '#web/features/bot-users/pages/bot-users-page.test.helper.tsx';

afterEach(closePage);

const isOnCountLine = () => document.activeElement?.id === 'bot-user-count';
const progress = () => the('Loading bot users').parentElement?.querySelector('p')?.textContent;

describe('Load more', () => {
  it('appends one page and says how many came', async () => {
    const service = await openList(bots(5), { pageSize: 2 });
    expect(countLine()).toBe('2 loaded, newest first. The service has more.');
    await press('Load more');
    await answer();
    expect(shownNames()).toEqual(['name 1', 'name 2', 'name 3', 'name 4']);
    expect(announced()).toBe('2 more loaded, 4 in all.');
    expect(focused()).toBe('Load more');
    expect(service.lines).toEqual(['GET /bot_users', 'GET /bot_users before bot_2']);
  });

  it('goes on at the first new row that is shown after a press with the keyboard', async () => {
    await openList(bots(5), { pageSize: 2, at: '?sort=-name' });
    await pressByKeyboard('Load more');
    await answer();
    expect(shownNames()).toEqual(['name 4', 'name 3', 'name 2', 'name 1']);
    expect(focused()).toBe('name 4');
  });

  it('keeps the focus where the filter hides all that came', async () => {
    await openList(bots(5), { pageSize: 2, at: '?q=name 2' });
    await pressByKeyboard('Load more');
    await answer();
    expect(focused()).toBe('Load more');
    expect(announced()).toBe('2 more loaded, 4 in all.');
  });

  it('is the key L, too, and asks once however often it is pressed', async () => {
    const service = await openList(bots(5), { pageSize: 2 });
    await press('Load more');
    await key('l');
    await key('l');
    await answerAll();
    expect(service.lines).toHaveLength(2);
    await key('l');
    await answer();
    expect(countLine()).toBe('All 5 loaded.');
    await key('l');
    expect(service.lines).toHaveLength(3);
  });

  it('goes away at the end, and the focus to the line that says so', async () => {
    await openList(bots(3), { pageSize: 2 });
    await pressByKeyboard('Load more');
    await answer();
    expect(find('Load more')).toBeUndefined();
    expect(find('Load all')).toBeUndefined();
    expect(isOnCountLine()).toBe(true);
    expect(textOf('#bot-user-count [aria-live]')).toBe('All 3 loaded.');
    expect(announced()).toBe('List ready: 2 bot users.');
  });

  it('leaves the focus alone at the end after a press with the pointer', async () => {
    await openList(bots(3), { pageSize: 2 });
    await press('Load more');
    await answer();
    expect(isOnCountLine()).toBe(false);
  });
});

describe('Load all', () => {
  it('shows how far it has come, without a value of what nobody knows', async () => {
    await openList(bots(5), { pageSize: 2 });
    await press('Load all');
    expect(progress()).toBe('Loading, 2 so far');
    expect(the('Loading bot users').getAttribute('role')).toBe('progressbar');
    expect(the('Loading bot users').hasAttribute('aria-valuenow')).toBe(false);
    expect(find('Load more')).toBeUndefined();
    expect(find('Load all')).toBeUndefined();
    await answer();
    expect(progress()).toBe('Loading, 4 so far');
    await answer();
    expect(find('Loading bot users')).toBeUndefined();
    expect(countLine()).toBe('All 5 loaded.');
  });

  it('tells its pace, but not before a second of work', async () => {
    await openList(bots(80), { pageSize: 10 });
    await press('Load all');
    await pass(800);
    await answer();
    expect(progress()).toBe('Loading, 20 so far');
    await pass(900);
    await answer();
    // 20 rows in 2 s.
    expect(progress()).toBe('Loading, 30 so far, 600 a minute');
  });

  it('gives its place, and the focus of the keyboard, to the button that ends it', async () => {
    await openList(bots(5), { pageSize: 2 });
    await pressByKeyboard('Load all');
    expect(focused()).toBe('Cancel loading');
    await answerAll();
    expect(isOnCountLine()).toBe(true);
  });

  it('is not in the way of the focus after a press with the pointer', async () => {
    await openList(bots(3), { pageSize: 2 });
    await press('Load all');
    expect(focused()).not.toBe('Cancel loading');
    await answerAll();
    expect(isOnCountLine()).toBe(false);
  });

  it('keeps what came when it is cancelled, and more can be loaded from there', async () => {
    const service = await openList(bots(9), { pageSize: 2 });
    await press('Load all');
    await answer();
    await press('Cancel loading');
    expect(countLine()).toBe('4 loaded, newest first. The service has more.');
    expect(find('Loading bot users')).toBeUndefined();
    await press('Load more');
    await answer();
    expect(shownNames()).toHaveLength(6);
    expect(service.lines).toEqual([
      'GET /bot_users',
      'GET /bot_users before bot_2',
      'GET /bot_users before bot_4',
      'GET /bot_users before bot_4',
    ]);
  });

  it('is heard of each thousand, but no more often than every five seconds', async () => {
    await openList(bots(5000), { pageSize: 500 });
    await press('Load all');
    await pass(1000);
    // Nothing else has been said of it.
    expect(announced()).toBe('Still loading.');
    await pass(4000);
    await answer();
    await answer();
    expect(announced()).toBe('1,500 loaded so far.');
    await pass(4000);
    await answer();
    await answer();
    expect(announced()).toBe('');
    await pass(1000);
    await answer();
    expect(announced()).toBe('3,000 loaded so far.');
  });

  it('says how long the service asks to wait, and goes on by itself', async () => {
    await openList(bots(5), { pageSize: 2 });
    await press('Load all');
    await answer(refusal(429, { 'retry-after': '7' }));
    expect(progress()).toBe('Loading, 2 so far. Slowed by the service, next try in 7 s');
    await pass(2800);
    expect(progress()).toBe('Loading, 2 so far. Slowed by the service, next try in 4 s');
    await pass(4000);
    expect(progress()).toBe('Loading, 2 so far');
    await answerAll();
    expect(countLine()).toBe('All 5 loaded.');
  });

  it('says that it waits for the connection, and goes on when that comes', async () => {
    await openList(bots(5), { pageSize: 2 });
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await press('Load all');
    await answer(noAnswer());
    expect(progress()).toBe('Loading, 2 so far. You are offline: it goes on by itself.');
    onLine.mockRestore();
    await act(async () => window.dispatchEvent(new Event('online')));
    await pass(100);
    expect(progress()).toBe('Loading, 2 so far');
    await answerAll();
    expect(countLine()).toBe('All 5 loaded.');
  });

  it('tries again by itself after a fault of the service', async () => {
    await openList(bots(5), { pageSize: 2 });
    await press('Load all');
    await answer(refusal(503));
    expect(progress()).toBe('Loading, 2 so far. Interrupted, next try in 2 s');
    await pass(2000);
    await answerAll();
    expect(countLine()).toBe('All 5 loaded.');
  });
});
