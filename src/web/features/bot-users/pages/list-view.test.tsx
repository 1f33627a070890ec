// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listParts } from '#web/features/bot-users/list-parts.ts';
import {
  announced,
  answer,
  answerAll,
  bot,
  bots,
  closePage,
  countLine,
  find,
  focused,
  input,
  isShown,
  KEY,
  key,
  openList,
  pageOf,
  pass,
  press,
  pressInMore,
  select,
  shownNames,
  textOf,
  the,
  type,
} from '#web/features/bot-users/pages/bot-users-page.test.helper.tsx';

afterEach(closePage);

const FILTER = 'Filter loaded bot users';
const alert = () => document.querySelector('[role=alert]')?.textContent;
const address = () => location.pathname + location.search;

describe('the code of the line about a filter', async () => {
  const parts = await listParts.fetch();
  afterEach(() => {
    vi.restoreAllMocks();
    listParts.part = parts;
  });

  /** A list whose address has a filter, while that code is on its way. */
  async function openFiltered(arrival: Promise<typeof parts>) {
    vi.spyOn(listParts, 'fetch').mockResolvedValueOnce(parts).mockReturnValue(arrival);
    listParts.part = undefined;
    await openList(bots(3), { at: '?q=name+2' });
  }

  it('is waited for, so that the line does not move the rows', async () => {
    let arrive: (arrived: typeof parts) => void = () => {};
    await openFiltered(new Promise((resolve) => (arrive = resolve)));
    expect(shownNames()).toEqual([]);
    expect(isShown('Loading bot users…')).toBe(true);
    expect(document.querySelector('section')?.getAttribute('aria-busy')).toBe('true');
    listParts.part = parts;
    arrive(parts);
    await pass(0);
    expect(shownNames()).toEqual(['name 2']);
    expect(isShown('1 of the 3 loaded match')).toBe(true);
  });

  it('is done without where it does not arrive', async () => {
    const failed = Promise.reject<typeof parts>(new Error('It did not arrive'));
    failed.catch(() => {});
    await openFiltered(failed);
    expect(shownNames()).toEqual(['name 2']);
  });
});

describe('the filter', () => {
  it('acts with the key, before the address has it', async () => {
    await openList(bots(3));
    await type(FILTER, 'name 2');
    expect(shownNames()).toEqual(['name 2']);
    expect(isShown('1 of the 3 loaded match')).toBe(true);
    expect(address()).toBe('/bot-users');
    await pass(200);
    expect(address()).toBe('/bot-users?q=name+2');
    await type(FILTER, '');
    await pass(200);
    expect(address()).toBe('/bot-users');
    expect(isShown('loaded match')).toBe(false);
  });

  it('says how many match by their ids alone', async () => {
    await openList([bot(1), bot(2, { name: 'for bot_1' }), bot(3)]);
    await type(FILTER, 'bot_1');
    expect(isShown('2 of the 3 loaded match: 1 by name, 1 by id')).toBe(true);
    await type(FILTER, 'bot_3');
    expect(isShown('1 of the 3 loaded match')).toBe(true);
    expect(isShown('by id')).toBe(false);
  });

  it('offers to open an id that matches nothing, from an address too', async () => {
    await openList(bots(2));
    await type(FILTER, 'https://api.test/bot_users/bot_99?x=1');
    expect(the('Open bot_99').getAttribute('href')).toBe('/bot-users/bot_99');
    await type(FILTER, 'nobody');
    expect(find('Open nobody')).toBeUndefined();
  });

  it('is heard half a second after the last key only', async () => {
    await openList(bots(3));
    await type(FILTER, 'name');
    await pass(400);
    await type(FILTER, 'name 1');
    await pass(499);
    expect(announced()).toBe('List ready: 3 bot users.');
    await pass(1);
    expect(announced()).toBe('1 of the 3 loaded match');
  });

  it('takes no key of the session, and lets it get nowhere', async () => {
    await openList(bots(3));
    await type(FILTER, `${KEY} `);
    await pass(1000);
    expect(alert()).toContain('This is your API key.');
    expect(input(FILTER).value).toBe(`${KEY} `);
    expect(shownNames()).toHaveLength(3);
    expect(address()).toBe('/bot-users');
  });

  it('takes its view from the address', async () => {
    await openList([bot(1), bot(2, { active: false })], { at: '?q=name&status=inactive' });
    expect(input(FILTER).value).toBe('name');
    expect(input('Only inactive').checked).toBe(true);
    expect(shownNames()).toEqual(['name 2']);
  });
});

describe('the status', () => {
  it('leaves out the others, in the address at once', async () => {
    await openList([bot(1), bot(2, { active: false }), bot(3)]);
    await press('Only inactive');
    expect(shownNames()).toEqual(['name 2']);
    expect(address()).toBe('/bot-users?status=inactive');
    await press('All');
    expect(shownNames()).toHaveLength(3);
    expect(address()).toBe('/bot-users');
  });

  it('is counted among what is loaded, also while it changes', async () => {
    await openList([bot(1), bot(2, { active: false }), bot(3)]);
    const counts = () =>
      [...the('Status').querySelectorAll('label span')].map((span) => span.textContent);
    expect(counts()).toEqual(['2', '1']);
    const about = the('Only active').getAttribute('aria-describedby');
    expect(textOf(`[id="${about}"]`)).toBe('2');
    await press('Active: name 1');
    expect(counts()).toEqual(['1', '2']);
  });
});

describe('a row that is switched out of the chosen status', () => {
  /** happy-dom knows neither of the states that a row looks at. */
  function teachStates() {
    const states = { hover: false };
    const row = document.querySelector('[data-id="bot_1"]');
    if (row === null) throw new Error('No row');
    vi.spyOn(row, 'matches').mockImplementation(
      (selector) =>
        (selector.includes(':hover') && states.hover) ||
        (selector.includes(':focus-within') && row.contains(document.activeElement)),
    );
    const leaveByPointer = () =>
      act(async () => {
        states.hover = false;
        const event = { bubbles: true, relatedTarget: document.body };
        row.dispatchEvent(new PointerEvent('pointerout', event));
      });
    return { states, leaveByPointer };
  }
  const goTo = async (name: string) => {
    await act(async () => the(name).focus());
    await pass(10);
  };

  it('stays until the focus has left it', async () => {
    await openList(bots(2), { at: '?status=active' });
    const { leaveByPointer } = teachStates();
    await press('Active: name 1');
    await answer();
    await leaveByPointer();
    expect(shownNames()).toEqual(['name 1', 'name 2']);
    await goTo('Select name 1');
    expect(shownNames()).toEqual(['name 1', 'name 2']);
    await goTo(FILTER);
    expect(shownNames()).toEqual(['name 2']);
  });

  it('stays until the pointer has left it, too', async () => {
    await openList(bots(2), { at: '?status=active' });
    const { states, leaveByPointer } = teachStates();
    states.hover = true;
    await press('Active: name 1');
    await answer();
    await goTo(FILTER);
    expect(shownNames()).toEqual(['name 1', 'name 2']);
    await leaveByPointer();
    expect(shownNames()).toEqual(['name 2']);
  });

  it('does not outlast the page', async () => {
    await openList(bots(2), { at: '?status=active' });
    await press('Active: name 1');
    await answer();
    await key('e');
    await pass(100);
    expect(address()).toBe('/bot-users/bot_1');
    await act(async () => history.back());
    await pass(100);
    expect(address()).toBe('/bot-users?status=active');
    expect(shownNames()).toEqual(['name 2']);
  });

  it('makes room for the next one that is switched', async () => {
    await openList(bots(3), { at: '?status=active' });
    await press('Active: name 1');
    await press('Active: name 2');
    expect(shownNames()).toEqual(['name 2', 'name 3']);
  });
});

describe('the order', () => {
  const sortOf = (name: string) => the(name).closest('th')?.getAttribute('aria-sort');

  it('goes up, down and back to that of the service with its header', async () => {
    await openList([bot(1, { name: 'b' }), bot(2, { name: 'c' }), bot(3, { name: 'a' })]);
    await press('Name');
    expect([shownNames(), sortOf('Name')]).toEqual([['a', 'b', 'c'], 'ascending']);
    expect(address()).toBe('/bot-users?sort=name');
    await press('Name');
    expect([shownNames(), sortOf('Name')]).toEqual([['c', 'b', 'a'], 'descending']);
    await press('Created');
    expect([shownNames(), sortOf('Name')]).toEqual([['a', 'c', 'b'], null]);
    await press('Created');
    await press('Created');
    expect([shownNames(), sortOf('Created')]).toEqual([['b', 'c', 'a'], null]);
    expect(address()).toBe('/bot-users');
  });

  it('says how far it goes while there is more', async () => {
    await openList(bots(3), { pageSize: 2, at: '?sort=name' });
    expect(isShown('Sorted within the 2 loaded. Load all to sort everything.')).toBe(true);
    await press('Load all');
    await answerAll();
    expect(isShown('Sorted within')).toBe(false);
  });
});

describe('when nothing matches', () => {
  it('says of how many, and loads all to search them', async () => {
    await openList(bots(5), { pageSize: 2, at: '?q=name 5' });
    expect(isShown('Nothing in the 2 loaded matches “name 5”')).toBe(true);
    expect(isShown('More bot users exist that are not loaded yet.')).toBe(true);
    await press('Load all and search');
    await answer();
    expect(isShown('Nothing in the 4 loaded matches “name 5”')).toBe(true);
    await answer();
    expect(shownNames()).toEqual(['name 5']);
  });

  it('says so once all are loaded', async () => {
    await openList(bots(2), { at: '?q=x&status=inactive' });
    expect(isShown('No bot user matches “x”')).toBe(true);
    expect(find('Load all and search')).toBeUndefined();
    expect(find('Bot users')).toBeUndefined();
  });

  it('does not say that all are loaded where loading was stopped, and reads again from the top', async () => {
    const service = await openList(bots(5), { pageSize: 2, at: '?q=name 5&sort=name' });
    await press('Load all and search');
    await answer(pageOf(bots(2), 'bot_2'));
    expect(countLine()).toBe('2 loaded. The service repeated a page. Loading stopped.');
    expect(isShown('Nothing in the 2 loaded matches “name 5”')).toBe(true);
    expect(isShown('Loading stopped before the end. The service may have more.')).toBe(true);
    expect(find('Load all and search')).toBeUndefined();
    await pressInMore('Check all again');
    expect(the('Check all again').getAttribute('aria-disabled')).toBe('true');
    await answer();
    expect(service.lines.at(-1)).toBe('GET /bot_users');
    await press('Load all and search');
    await answerAll();
    expect(shownNames()).toEqual(['name 5']);
  });

  it('clears every filter with one press, and nothing else', async () => {
    const filters = '?q=x&status=inactive&from=2026-01-01&to=2026-01-02&group=a&duplicates=1';
    await openList(bots(2), { at: `${filters}&sort=-name&theirs=1` });
    await press('Clear filter');
    expect(shownNames()).toEqual(['name 2', 'name 1']);
    expect(address()).toBe('/bot-users?sort=-name&theirs=1');
    expect(input(FILTER).value).toBe('');
  });
});

describe('where loading was stopped', () => {
  it.each([
    ['repeated', pageOf(bots(2), 'bot_2')],
    ['empty', pageOf([], 'bot_9')],
  ])('nothing claims that it is everything: %s', async (_why, page) => {
    await openList(bots(5), { pageSize: 2, at: '?sort=name' });
    const rowCount = () => document.querySelector('table')?.getAttribute('aria-rowcount');
    expect(rowCount()).toBe('-1');
    await press('Load all');
    for (let pages = 0; find('Cancel loading') && pages < 5; pages++) await answer(page.clone());
    expect(countLine()).toContain('2 loaded. The service');
    expect(rowCount()).toBe('-1');
    expect(isShown('Sorted within the 2 loaded. The service may have more.')).toBe(true);
    await act(async () => window.dispatchEvent(new Event('beforeprint')));
    expect(isShown(', 2 loaded, the service may have more, filter')).toBe(true);
  });
});

describe('only the selected ones', () => {
  it('are shown whatever the filter says, and the filter again afterwards', async () => {
    await openList(bots(3), { at: '?q=name 1' });
    await select('bot_2', 'bot_3');
    await pressInMore('Show only selected');
    expect(shownNames()).toEqual(['name 2', 'name 3']);
    const line = '2 of the 3 loaded are shown: those that were selected, whatever the filter says';
    expect(isShown(line)).toBe(true);
    await press('Select name 3');
    expect(shownNames()).toEqual(['name 2', 'name 3']);
    await press('Clear selection');
    expect(shownNames()).toEqual(['name 1']);
    await select('bot_3');
    expect(shownNames()).toEqual(['name 1']);
  });

  it('are not said to match, nor to be of a group', async () => {
    await openList(bots(3), { at: '?group=a' });
    await select('bot_2');
    await pressInMore('Show only selected');
    expect(isShown('Name group')).toBe(false);
    expect(isShown('loaded match')).toBe(false);
  });
});

describe('more filters', () => {
  const old = bot(9, { created_at: '2026-01-10T12:00:00Z' });

  it('come with a press, or with an address that has some', async () => {
    await openList(bots(1));
    expect(find('Created from')).toBeUndefined();
    await pressInMore('More filters');
    expect(find('Created from')).toBeDefined();
    await press('More');
    expect(the('More filters').getAttribute('aria-checked')).toBe('true');
    await press('More filters');
    expect(find('Created from')).toBeUndefined();
    await closePage();
    await openList(bots(1), { at: '?from=2026-01-01' });
    expect(input('Created from').value).toBe('2026-01-01');
  });

  it('leave out what was created on other days', async () => {
    await openList([bot(1), old]);
    await pressInMore('More filters');
    await type('Created to', '2026-01-10');
    expect(shownNames()).toEqual(['name 9']);
    await type('Created from', '2026-01-10');
    expect(shownNames()).toEqual(['name 9']);
    expect(address()).toBe('/bot-users?to=2026-01-10&from=2026-01-10');
    expect(isShown('1 of the 2 loaded match')).toBe(true);
  });

  it('say when no day can match, and leave both days as they are', async () => {
    await openList([bot(1), old], { at: '?from=2026-01-11&to=2026-01-10' });
    expect(alert()).toContain('The first day is after the last day.');
    expect(shownNames()).toEqual([]);
    expect(input('Created from').value).toBe('2026-01-11');
    expect(input('Created to').value).toBe('2026-01-10');
    await type('Created from', '2026-01-09');
    expect(alert()).toBeUndefined();
    expect(shownNames()).toEqual(['name 9']);
  });

  it('find names that look alike', async () => {
    await openList([bot(1, { name: 'Deploy' }), bot(2), bot(3, { name: 'deploy ' })]);
    await pressInMore('More filters');
    await press('Possible duplicates');
    expect(input('Possible duplicates').checked).toBe(true);
    expect(shownNames()).toHaveLength(2);
    expect(isShown('2 of the 3 loaded match')).toBe(true);
    await press('Possible duplicates');
    expect(shownNames()).toHaveLength(3);
    expect(countLine()).toBe('All 3 loaded.');
    expect(focused()).toBe('Possible duplicates');
  });
});
