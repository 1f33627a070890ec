// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import {
  answer,
  answerAll,
  bots,
  closePage,
  find,
  focused,
  key,
  openList,
  pass,
  press,
  pressByKeyboard,
  the,
} from '#web/features/bot-users/pages/bot-users-page.test.helper.tsx';

afterEach(closePage);

const FILTER = 'Filter loaded bot users';
const goTo = (name: string) => act(async () => the(name).focus());
const isOnCountLine = () => document.activeElement?.id === 'bot-user-count';

describe('Load more', () => {
  it('goes on at the first new row when L was pressed on a row', async () => {
    await openList(bots(5), { pageSize: 2 });
    await goTo('name 2');
    await key('l');
    await answer();
    expect(focused()).toBe('name 3');
  });

  it('goes on there when L was pressed on nothing', async () => {
    await openList(bots(5), { pageSize: 2 });
    await key('l');
    await answer();
    expect(focused()).toBe('name 3');
  });

  it.each([FILTER, 'name 1', 'More'])(
    'leaves the focus where the person has gone: %s',
    async (name) => {
      await openList(bots(5), { pageSize: 2 });
      await goTo('name 2');
      await key('l');
      await goTo(name);
      await answer();
      expect(focused()).toBe(name);
      await pressByKeyboard('Load more');
      await goTo(name);
      await answer();
      expect(find('Load more')).toBeUndefined();
      expect(focused()).toBe(name);
    },
  );

  it('gives no row the focus later, when none was shown', async () => {
    await openList(bots(5), { pageSize: 2, at: '?by=groups' });
    await pressByKeyboard('Load more');
    await answer();
    expect(focused()).toBe('Load more');
    await press('name');
    await pass(100);
    expect(find('name 3')).toBeDefined();
    expect(focused()).not.toBe('name 3');
  });
});

describe('Load all', () => {
  it('leaves the focus where the person has gone', async () => {
    await openList(bots(5), { pageSize: 2 });
    await pressByKeyboard('Load all');
    expect(focused()).toBe('Cancel loading');
    await goTo(FILTER);
    await answerAll();
    expect(focused()).toBe(FILTER);
  });
});

describe('Load all and search', () => {
  it('ends on the line of the count after a press with the keyboard', async () => {
    await openList(bots(5), { pageSize: 2, at: '?q=name 5' });
    await pressByKeyboard('Load all and search');
    await answerAll();
    expect(isOnCountLine()).toBe(true);
  });

  it('leaves the focus where the person has gone', async () => {
    await openList(bots(5), { pageSize: 2, at: '?q=x' });
    await pressByKeyboard('Load all and search');
    await goTo('Clear filter');
    await answerAll();
    expect(focused()).toBe('Clear filter');
  });

  it('leaves the focus alone after a press with the pointer', async () => {
    await openList(bots(5), { pageSize: 2, at: '?q=name 5' });
    await press('Load all and search');
    await answerAll();
    expect(isOnCountLine()).toBe(false);
  });
});
