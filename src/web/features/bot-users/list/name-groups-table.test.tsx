// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { NameGroupsTable } from '#web/features/bot-users/list/name-groups-table.tsx';
import {
  answer,
  bot,
  closePage,
  find,
  isShown,
  NOW,
  openList,
  press,
  pressInMore,
  shownNames,
  the,
} from '#web/features/bot-users/pages/bot-users-page.test.helper.tsx';

const rows = () =>
  [...document.querySelectorAll('table[aria-label="Name groups"] tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
const groups = () => rows().map(([name]) => name);

/** Of each name one bot user, the newest first. */
const named = (...names: string[]) => names.map((name, index) => bot(index + 1, { name }));

const FLEET = [
  ...named('ci-1', 'web-1', 'web-2', 'alone', 'ci-2', 'web-3'),
  bot(7, { name: 'web-4', active: false, created_at: 'some day' }),
];

describe('the table', () => {
  let root: Root | undefined;

  async function show(bots: BotUser[], q = '') {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.useFakeTimers({
      now: NOW,
      toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    });
    root ??= createRoot(document.body.appendChild(document.createElement('div')));
    const table = (
      <MemoryRouter>
        <NameGroupsTable pages={[{ bot_users: bots }]} loaded={bots.length} q={q} />
      </MemoryRouter>
    );
    await act(async () => root?.render(table));
    // A slow machine groups them in several turns.
    while (document.querySelector('[aria-busy=true]'))
      await act(async () => void (await new Promise((next) => setImmediate(next))));
  }

  afterEach(async () => {
    await act(async () => root?.unmount());
    root = undefined;
    document.body.replaceChildren();
    vi.useRealTimers();
  });

  it('counts the bot users of each group, how many are active, and the newest', async () => {
    await show(FLEET);
    expect(isShown('3 name groups in the 7 loaded')).toBe(true);
    expect(rows()).toEqual([
      ['web', '4 bot users', '75 % (3 active)', 'just now'],
      ['ci', '2 bot users', '100 % (2 active)', 'just now'],
      ['(no prefix)', '1 bot user', '100 % (1 active)', 'just now'],
    ]);
  });

  it('never calls a share all when one is inactive', async () => {
    const many = Array.from({ length: 300 }, (_, index) => bot(index, { name: `web-${index}` }));
    await show([bot(-1, { name: 'web-x', active: false }), ...many]);
    expect(rows()[0]?.slice(1, 3)).toEqual(['301 bot users', '99 % (300 active)']);
  });

  it('has no time for a group in which none can be read', async () => {
    const parts: Partial<BotUser> = { name: 'old-1', created_at: 'long ago' };
    await show([bot(1, parts)]);
    expect(rows()[0]?.[3]).toBe('–');
  });

  it('stands in the order that is chosen', async () => {
    await show(FLEET);
    await press('Name');
    expect(groups()).toEqual(['(no prefix)', 'ci', 'web']);
    await press('Newest');
    expect(groups()).toEqual(['ci', 'web', '(no prefix)']);
    await press('Most bot users');
    expect(groups()).toEqual(['web', 'ci', '(no prefix)']);
  });

  it('follows the filter by the names of the groups', async () => {
    await show(FLEET, ' PRE');
    expect(groups()).toEqual(['(no prefix)']);
    await show(FLEET, 'nothing');
    expect(isShown('No name group matches')).toBe(true);
    expect(isShown('0 name groups in the 7 loaded')).toBe(true);
  });

  it('shows more than 200 groups a press at a time', async () => {
    const many = Array.from({ length: 401 }, (_, index) => bot(index, { name: `group${index}-1` }));
    await show(many);
    expect(rows()).toHaveLength(200);
    expect(isShown('200 of 401 groups shown')).toBe(true);
    await press('Show more groups');
    await press('Show more groups');
    expect(rows()).toHaveLength(401);
    expect(find('Show more groups')).toBeUndefined();
  });
});

describe('in the page', () => {
  afterEach(closePage);

  it('opens a group as a filter, and leads out of it in two ways', async () => {
    await openList(FLEET);
    await pressInMore('More filters');
    await press('Name groups');
    expect(the('Name groups').getAttribute('aria-pressed')).toBe('true');
    await press('ci');
    expect(location.search).toBe('?group=ci');
    expect(shownNames()).toEqual(['ci-1', 'ci-2']);
    expect(isShown('Name group ci: 2 of the 7 loaded match')).toBe(true);
    await press('All name groups');
    expect(groups()).toHaveLength(3);
    await press('(no prefix)');
    expect(shownNames()).toEqual(['alone']);
    expect(isShown('Name group (no prefix): 1 of the 7 loaded match')).toBe(true);
    await press('Leave group');
    expect(location.search).toBe('');
    expect(shownNames()).toHaveLength(7);
  });

  it('follows what is read again', async () => {
    const service = await openList(FLEET, { at: '?by=groups' });
    service.bots = service.bots.map((each) => ({ ...each, active: true }));
    await press('Refresh');
    await answer();
    expect(rows()[0]).toEqual(['web', '4 bot users', '100 % (4 active)', 'just now']);
  });
});
