// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import {
  answer,
  answerAll,
  bot,
  bots,
  closePage,
  find,
  openList,
  press,
  refusal,
  select,
  textOf,
  the,
  type,
} from '#web/features/bot-users/pages/bot-users-page.test.helper.tsx';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { currentJob } from '#web/jobs/current-job.ts';
import type { JobState } from '#web/jobs/job.ts';
import { jobs } from '#web/jobs/jobs.ts';

afterEach(async () => {
  act(() => currentJob.set(undefined));
  await closePage();
});

const idsOf = (from: number, to: number) =>
  bots(to)
    .slice(from - 1)
    .map(({ id }) => id);
const receipt = () => textOf('[aria-label="Last change"]');
const states = () =>
  [...document.querySelectorAll<HTMLInputElement>('[role=switch]')].map(({ checked }) => checked);
const openWith = async (...ids: string[]) => {
  const service = await openList([bot(1, { active: false }), ...bots(30).slice(1)]);
  service.lines.length = 0;
  await select(...ids);
  return service;
};

describe('up to twenty bot users', () => {
  it('are switched at once, four requests at a time, with one way back for all', async () => {
    const service = await openWith(...idsOf(1, 6));
    await press('Set inactive');
    expect(states().slice(0, 6)).toEqual(Array(6).fill(false));
    expect(service.lines).toHaveLength(4);
    await press('Set inactive');
    await press('Set active');
    await answerAll();
    expect(service.lines).toEqual(idsOf(2, 6).map((id) => `PATCH /bot_users/${id}`));
    expect(receipt()).toContain('Set 5 to inactive. 1 already was.');

    service.lines.length = 0;
    await press('Undo');
    await answerAll();
    expect(service.lines).toEqual(idsOf(2, 6).map((id) => `PATCH /bot_users/${id}`));
    expect(states().slice(0, 6)).toEqual([false, true, true, true, true, true]);
    expect(receipt()).toContain('Set 5 to active.');
  });

  it('need no request where they are so already', async () => {
    const service = await openWith('bot_2', 'bot_3');
    await press('Set active');
    expect(service.lines).toEqual([]);
    expect(receipt()).toContain('Nothing to do: 2 already are active.');
  });

  it('are tried again where they failed, and only those', async () => {
    const service = await openWith('bot_2', 'bot_3');
    await press('Set inactive');
    await answer(refusal(409));
    await answer();
    expect(receipt()).toContain('Set 1 to inactive. 1 was not changed.');
    expect(states().slice(1, 3)).toEqual([true, false]);
    service.lines.length = 0;
    const again = [...document.querySelectorAll('[aria-label="Last change"] button')].find(
      ({ textContent }) => textContent === 'Try again',
    );
    await act(async () => (again as HTMLButtonElement).click());
    await answerAll();
    expect(service.lines).toEqual(['PATCH /bot_users/bot_2']);
    expect(receipt()).toContain('Set 1 to inactive.');
  });

  it('are told where nothing is known of them any more', async () => {
    await openWith('bot_2', 'bot_999');
    await press('Set inactive');
    await answerAll();
    expect(receipt()).toContain('Set 1 to inactive. 1 was left out');
  });
});

describe('a plan', () => {
  it.each([
    ['Set inactive', 'set 20 bot users inactive'],
    ['Delete…', 'delete 21 bot users'],
  ])('comes of more than twenty: %s', async (name, heading) => {
    const service = await openWith(...idsOf(1, 21));
    await press(name);
    expect(location.pathname).toBe('/plan');
    expect(jobs.plan()).toMatchObject({ heading });
    expect(service.lines).toEqual([]);
  });

  it('says which of the selected are not known any more', async () => {
    await openWith('bot_2', 'bot_999');
    await press('Delete…');
    expect(jobs.plan()?.lines).toMatchObject([
      { id: 'bot_2', kind: 'delete' },
      { id: 'bot_999', kind: 'conflict', note: 'Not loaded any more' },
    ]);
  });

  it('waits until the job before it is over, which a few switches need not', async () => {
    const service = await openWith('bot_2');
    await act(async () => currentJob.set({ status: 'running' } as JobState));
    for (const name of ['Delete…', 'Rename…']) {
      await press(name);
      const reason = the(name).getAttribute('aria-describedby') ?? '';
      expect(document.getElementById(reason)?.textContent).toContain('Another job is not over yet');
      expect(the(name).getAttribute('aria-disabled')).toBe('true');
    }
    expect(location.pathname).toBe('/bot-users');
    await press('Set inactive');
    expect(service.lines).toEqual(['PATCH /bot_users/bot_2']);
    await answerAll();
    await select(...idsOf(1, 21));
    await press('Set active');
    expect(service.lines).toHaveLength(1);
  });

  it('of new names shows the first of them before', async () => {
    await openWith(...idsOf(1, 12));
    await press('Rename…');
    const preview = () =>
      [...document.querySelectorAll('[aria-label=Preview] li')].map((line) => line.textContent);
    expect(preview()).toEqual([]);
    await type('Find', 'e 1');
    await type('Replace with', '$&');
    await type('Add behind', '!');
    expect(preview()).toHaveLength(5);
    expect(preview()[0]).toBe('name 1 → nam$&!');
    await type('Find', '');
    await type('Add behind', '');
    await type('Add in front', 'old ');
    expect(preview()[1]).toBe('name 2 → old name 2');
    await press('Plan 12 renames');
    expect(location.pathname).toBe('/plan');
    expect(jobs.plan()).toMatchObject({ heading: 'rename 12 bot users' });
  });
});

describe('everything that matches', () => {
  const FILTER = 'Filter loaded bot users';

  it('is selected from the line that counts it', async () => {
    await openList(bots(3));
    await type(FILTER, 'name 2');
    await press('Select the 1 that match');
    expect([...selection.ids()]).toEqual(['bot_2']);
    expect(find('Load the rest and select')).toBeUndefined();
  });

  it('is loaded first where the service has more', async () => {
    await openList(bots(25), { pageSize: 10 });
    await type(FILTER, 'name 2');
    expect(the('Load the rest and select').getAttribute('aria-describedby')).toBeTruthy();
    await press('Load the rest and select');
    expect(selection.ids().size).toBe(0);
    await answerAll();
    expect([...selection.ids()]).toEqual(['bot_2', ...idsOf(20, 25)]);
  });

  it('is not selected when the loading is cancelled; what came stays', async () => {
    await openList(bots(25), { pageSize: 10 });
    await type(FILTER, 'name 2');
    await press('Load the rest and select');
    await answer();
    await press('Cancel loading');
    expect(selection.ids().size).toBe(0);
    expect(find('Select the 2 that match')).toBeDefined();
    await press('Load all');
    await answerAll();
    expect(selection.ids().size).toBe(0);
  });
});
