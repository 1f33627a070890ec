import { describe, expect, it, vi } from 'vitest';
import type { Task } from '#web/features/bot-users/data/loader.ts';
import { refused, Tab } from '#web/features/bot-users/data/loader.test.helper.ts';
import {
  bot,
  pageOf,
  SimulatedService,
} from '#web/features/bot-users/data/simulated-service.test.helper.ts';

/** The service has so many, `bot_1000` the oldest; the tab has loaded two of them. */
const tabOf = (size: number) =>
  new Tab(new SimulatedService(...Array.from({ length: size }, (_, index) => (index + 1) * 1000)));

/** The one that is made last comes last. */
class OldestFirst extends SimulatedService {
  override page(query: string) {
    const last = new URLSearchParams(query).get('before_id');
    const all = this.bots.toReversed();
    const begin = all.findIndex(({ id }) => id === last) + 1;
    const page = all.slice(begin, begin + 2);
    return pageOf(page, begin + 2 < all.length ? page.at(-1)?.id : undefined);
  }
}

/** Ids by their thousands, to read them at a glance. */
const short = (ids: readonly string[]) => ids.map((id) => Number(id.slice(4)) / 1000);
const shown = (tab: Tab) => short(tab.ids);
const positions = (tab: Tab) =>
  tab.asked.map((query) => new URLSearchParams(query).get('before_id')?.slice(4) ?? 'top');

describe('loading', () => {
  it('appends a page', async () => {
    const tab = tabOf(5);
    expect(await tab.run('more')).toEqual({ kind: 'done', added: 2 });
    expect(shown(tab)).toEqual([5, 4, 3, 2]);
    expect(positions(tab)).toEqual(['4000']);
    expect(tab.loader.state()).toMatchObject({ follows: 'more', wanted: [] });
  });

  it('does not load a page twice for two presses', async () => {
    const tab = tabOf(5);
    const one = tab.loader.run('more');
    const other = tab.loader.run('more');
    expect(tab.loader.state().wanted).toEqual(['more']);
    await tab.answerAll();
    expect(await one).toEqual({ kind: 'done', added: 2 });
    expect(await other).toEqual(await one);
    expect(positions(tab)).toEqual(['4000']);
  });

  it('goes on to the last page, and asks for nothing after it', async () => {
    const tab = tabOf(5);
    expect(await tab.run('all')).toEqual({ kind: 'done', added: 3 });
    expect(tab.loader.state()).toMatchObject({ follows: 'end', progress: undefined });
    for (const task of ['more', 'all'] as const)
      expect(await tab.run(task)).toEqual({ kind: 'done', added: 0 });
    expect(positions(tab)).toEqual(['4000', '2000']);
  });

  it('shows rows that come twice once', async () => {
    const tab = tabOf(5);
    tab.answering = () => pageOf([bot(4000), bot(3000)], 'bot_3000');
    await tab.run('more');
    expect(shown(tab)).toEqual([5, 4, 3]);
  });

  it.each([
    ['above', (tab: Tab) => tab.service.create()],
    ['between', (tab: Tab) => tab.service.insertBelow('bot_3000')],
  ])('does not take new rows %s for older ones when the service begins again', async (_, make) => {
    const tab = tabOf(3);
    make(tab);
    tab.answering = () => tab.service.page('');
    await tab.run('all');
    expect(shown(tab)).toEqual([3, 2]);
    expect(tab.loader.state().follows).toBe('repeated');
  });

  it.each([
    ['the same query again', () => pageOf([bot(3000)], 'bot_4000'), [5, 4, 3]],
    ['a page of rows that are known', () => pageOf([bot(5000), bot(4000)], 'bot_1'), [5, 4]],
  ])('stops at %s', async (_what, answer, loaded) => {
    const tab = tabOf(5);
    tab.answering = answer;
    await tab.run('all');
    expect(shown(tab)).toEqual(loaded);
    expect(tab.loader.state().follows).toBe('repeated');
    expect(tab.asked).toHaveLength(1);
  });

  it.each([
    ['one made here', 1, 0, [6, 1, 2, 3, 4, 5]],
    ['one made here and one that is not', 1, 1, [6, 1, 2, 3, 4, 5, 7]],
    ['nothing but two made here', 3, 1, [8, 7, 6, 1, 2, 3, 4, 5, 9]],
  ])('misses nothing for a page with %s, oldest first', async (_what, here, elsewhere, all) => {
    const tab = new Tab(new OldestFirst(1000, 2000, 3000, 4000, 5000));
    for (let made = 0; made < here; made++) tab.create();
    for (let made = 0; made < elsewhere; made++) tab.service.create();
    await tab.run('all');
    expect(shown(tab)).toEqual(all);
    expect(tab.loader.state().follows).toBe('end');
  });

  it('stops at the same page of one made here again and again', async () => {
    const tab = tabOf(5);
    const made = tab.create();
    let pages = 0;
    tab.answering = () => pageOf([made], `bot_${++pages}`);
    await tab.run('all');
    expect(pages).toBe(2);
    expect(tab.loader.state().follows).toBe('repeated');
  });

  it('stops at the third empty page in a row', async () => {
    const tab = tabOf(5);
    let pages = 0;
    tab.answering = () => pageOf([], `bot_${--pages}`);
    await tab.run('more');
    expect(tab.loader.state().follows).toBe('empty');
    expect(tab.asked).toHaveLength(3);
  });

  it('passes over an empty page', async () => {
    const tab = tabOf(4);
    tab.answering = (query) =>
      query.endsWith('bot_3000') ? pageOf([], 'bot_3000&again') : undefined;
    expect(await tab.run('more')).toEqual({ kind: 'done', added: 2 });
    expect(shown(tab)).toEqual([4, 3, 2, 1]);
  });

  it('counts rows that nobody can read, and goes on', async () => {
    const tab = tabOf(4);
    tab.answering = (query) =>
      query.endsWith('bot_3000')
        ? pageOf([], 'bot_3000&again', { unreadable: 2, isEmpty: false })
        : undefined;
    await tab.run('more');
    expect(shown(tab)).toEqual([4, 3, 2, 1]);
    expect(tab.loader.state()).toMatchObject({ follows: 'end', unreadable: 2 });
  });
});

describe('a refresh', () => {
  it('puts new rows in front, and asks no page more than that', async () => {
    const tab = tabOf(6);
    await tab.run('more');
    for (let made = 0; made < 3; made++) tab.service.create();
    tab.service.edit('bot_3000', { name: 'not looked at' });
    tab.asked.length = 0;
    expect(await tab.run('refresh')).toMatchObject({ added: 3, found: { changed: 0, gone: [] } });
    expect(shown(tab)).toEqual([9, 8, 7, 6, 5, 4, 3]);
    expect(tab.rows.get('bot_3000')?.name).toBe('name of 3000');
    expect(positions(tab)).toEqual(['top', '8000']);
  });

  it('shows what has changed among the rows it reads, and lets go of those that are gone', async () => {
    const tab = tabOf(6);
    await tab.run('more');
    tab.service.edit('bot_6000', { active: false });
    tab.service.remove('bot_5000', 'bot_3000');
    expect(await tab.run('refresh')).toMatchObject({
      found: { added: 0, changed: 1, gone: ['bot_5000'], isComplete: false },
    });
    expect(shown(tab)).toEqual([6, 4, 3]);
    expect(tab.rows.get('bot_6000')?.active).toBe(false);
  });

  it('looks below rows that were made here: others may have made some between', async () => {
    const tab = tabOf(2);
    for (let made = 0; made < 3; made++) tab.service.create();
    tab.create();
    expect(shown(tab)).toEqual([6, 2, 1]);
    await tab.run('refresh');
    expect(shown(tab)).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('takes nothing away in a loop', async () => {
    const tab = tabOf(4);
    await tab.run('more');
    for (let made = 0; made < 4; made++) tab.service.create();
    tab.answering = () => tab.service.page('');
    expect(await tab.run('refresh')).toMatchObject({ kind: 'done', found: { gone: [] } });
    expect(shown(tab)).toEqual([4, 3, 2, 1]);
    tab.answering = () => undefined;
    await tab.run('refresh');
    expect(shown(tab)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('does not take a row that was made here for a known one after a loop', async () => {
    const tab = tabOf(2);
    for (let made = 0; made < 3; made++) tab.service.create();
    tab.create();
    tab.answering = () => tab.service.page('');
    await tab.run('refresh');
    expect(shown(tab)).toEqual([6, 2, 1]);
    tab.answering = () => undefined;
    await tab.run('refresh');
    expect(shown(tab)).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('leaves the next page where it was', async () => {
    const tab = tabOf(5);
    tab.service.create();
    await tab.run('refresh');
    await tab.run('more');
    expect(shown(tab)).toEqual([6, 5, 4, 3, 2]);
  });

  it('begins anew where nothing was loaded', async () => {
    const tab = tabOf(0);
    for (let made = 0; made < 5; made++) tab.service.create();
    await tab.run('refresh');
    expect(shown(tab)).toEqual([5, 4]);
    expect(tab.loader.state().follows).toBe('more');
    await tab.run('all');
    expect(shown(tab)).toEqual([5, 4, 3, 2, 1]);
  });

  it('reads on to the only row that is here, which was made here', async () => {
    const tab = tabOf(0);
    tab.create();
    for (let made = 0; made < 3; made++) tab.service.create();
    expect(await tab.run('refresh')).toMatchObject({ found: { added: 3, gone: [] } });
    expect(shown(tab)).toEqual([4, 3, 2, 1]);
  });

  it('does not read all that there is when all that was loaded is gone', async () => {
    const tab = new Tab(new SimulatedService(...Array.from({ length: 1200 }, (_, rank) => rank)));
    tab.service.remove('bot_1199', 'bot_1198');
    await tab.run('refresh');
    expect(tab.asked.length).toBeLessThan(550);
    expect(tab.ids.slice(0, 2)).toEqual(['bot_1197', 'bot_1196']);
    await tab.run('all');
    expect(tab.shown).toEqual(tab.service.bots);
  });
});

describe('checking everything', () => {
  it('finds what was changed, deleted and made elsewhere, anywhere', async () => {
    const tab = tabOf(8);
    await tab.run('more');
    await tab.run('more');
    tab.service.create();
    tab.service.insertBelow('bot_6000');
    tab.service.edit('bot_5000', { name: 'new' });
    tab.service.remove('bot_7000', 'bot_3000');
    expect(await tab.run('check')).toMatchObject({
      added: 4,
      found: { changed: 1, gone: ['bot_7000', 'bot_3000'], isComplete: true },
    });
    expect(tab.shown).toEqual(tab.service.bots);
  });

  it('knows by a row below it that the last one is gone, and need not read on for it', async () => {
    const tab = tabOf(40);
    tab.service.remove('bot_39000');
    tab.asked.length = 0;
    expect(await tab.run('check')).toMatchObject({ found: { gone: ['bot_39000'] } });
    expect(tab.asked.length).toBeLessThan(5);
    await tab.run('all');
    expect(tab.shown).toEqual(tab.service.bots);
  });

  it('does not take rows that were loaded meanwhile away, nor what was made', async () => {
    const tab = tabOf(8);
    await tab.run('more');
    const check = tab.loader.run('check');
    // Gets its turn before the second page of the check.
    void tab.loader.run('more');
    await tab.answer();
    tab.create();
    await tab.answerAll();
    expect(await check).toMatchObject({ found: { added: 0, gone: [] } });
    expect(shown(tab)).toEqual([9, 8, 7, 6, 5, 4, 3]);
    await tab.run('all');
    expect(tab.shown).toEqual(tab.service.bots);
  });

  it('does not undo what was changed or deleted here after it had read that', async () => {
    const tab = tabOf(8);
    await tab.run('more');
    tab.service.create();
    void tab.loader.run('check');
    await tab.answer();
    tab.wish('bot_8000', false);
    tab.grant('bot_8000', false);
    tab.remove('bot_9000');
    await tab.answerAll();
    expect(tab.rows.get('bot_8000')?.active).toBe(false);
    expect(shown(tab)).toEqual([8, 7, 6, 5, 4]);
  });

  it.each([
    ['a loop', () => pageOf([bot(8000), bot(7000)], 'bot_6999')],
    ['empty pages', (query: string) => pageOf([], `bot_1&${query.length}`)],
  ])(
    'says that it could not look at everything for %s, and takes nothing away',
    async (_, answer) => {
      const tab = tabOf(8);
      await tab.run('more');
      const { readAt } = tab.loader.state();
      tab.service.remove('bot_6000', 'bot_5000');
      tab.answering = (query) => (query.includes('before_id') ? answer(query) : undefined);
      expect(await tab.run('check')).toMatchObject({ found: { gone: [], isComplete: false } });
      expect(shown(tab)).toEqual([8, 7, 6, 5]);
      expect(tab.loader.state()).toMatchObject({ follows: 'more', readAt });
    },
  );

  it('counts the rows that nobody can read anew', async () => {
    const tab = tabOf(4);
    const unreadable = (count: number) => (query: string) => ({
      ...tab.service.page(query),
      unreadable: count,
    });
    tab.answering = unreadable(2);
    await tab.run('more');
    expect(tab.loader.state().unreadable).toBe(2);
    tab.answering = unreadable(1);
    await tab.run('check');
    expect(tab.loader.state().unreadable).toBe(2);
    tab.answering = unreadable(0);
    await tab.run('check');
    expect(tab.loader.state().unreadable).toBe(0);
  });

  it('looks once below what is here when it meets only new rows, and reads on then', async () => {
    const tab = tabOf(8);
    for (let made = 0; made < 6; made++) tab.service.insertBelow('bot_8000');
    await tab.run('check');
    expect(positions(tab).filter((position) => position === '7000')).toHaveLength(1);
    expect(tab.shown).toEqual(tab.service.bots.slice(0, 10));
  });

  it('counts the rows that nobody can read also on pages that came meanwhile', async () => {
    const tab = tabOf(8);
    await tab.run('more');
    const check = tab.loader.run('check');
    void tab.loader.run('more');
    tab.answering = (query) => ({ ...tab.service.page(query), unreadable: 1 });
    await tab.answerAll();
    expect(await check).toMatchObject({ found: { isComplete: true } });
    expect(shown(tab)).toEqual([8, 7, 6, 5, 4, 3]);
    expect(tab.loader.state().unreadable).toBe(3);
  });

  it('says since when all of it has been looked at', async () => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(1000);
    const tab = tabOf(8);
    await tab.run('more');
    now.mockReturnValue(2000);
    const check = tab.loader.run('check');
    await tab.answer();
    now.mockReturnValue(3000);
    expect(tab.loader.state().readAt).toBe(1000);
    await tab.answerAll();
    await check;
    expect(tab.loader.state().readAt).toBe(2000);
    now.mockRestore();
  });

  it('does nothing with a page that comes in the moment in which it is cancelled', async () => {
    const tab = tabOf(2);
    tab.service.remove('bot_2000');
    tab.arriving = () => tab.loader.cancel();
    expect(await tab.run('check')).toEqual({ kind: 'cancelled' });
    expect(shown(tab)).toEqual([2, 1]);
  });

  it('is cancelled without a trace, and begins at the top again', async () => {
    const tab = tabOf(8);
    await tab.run('all');
    tab.service.create();
    tab.service.remove('bot_7000');
    const check = tab.loader.run('check');
    await tab.answer();
    await tab.answer();
    tab.loader.cancel();
    expect(await check).toEqual({ kind: 'cancelled' });
    expect(shown(tab)).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    await tab.run('check');
    expect(tab.shown).toEqual(tab.service.bots);
  });
});

describe('one request at a time', () => {
  it.each<[Task, Task]>([
    ['all', 'more'],
    ['all', 'refresh'],
    ['check', 'more'],
    ['check', 'refresh'],
  ])('interrupts %s for %s between two pages', async (long, press) => {
    const tab = tabOf(12);
    await tab.run('more');
    const order: string[] = [];
    void tab.loader.run(long).then(() => order.push(long));
    void tab.loader.run(press).then(() => order.push(press));
    expect(tab.loader.state().wanted).toEqual([press, long]);
    await tab.answer();
    await tab.answer();
    expect(order).toEqual([press]);
    await tab.answerAll();
    expect(order).toEqual([press, long]);
    expect(tab.most).toBe(1);
  });

  it('takes a press from one who is told of the end of another', async () => {
    const tab = tabOf(8);
    let hasPressed = false;
    tab.loader.subscribe(() => {
      if (hasPressed || tab.loader.state().wanted.length > 0) return;
      hasPressed = true;
      void tab.loader.run('more');
    });
    await tab.run('more');
    expect(shown(tab)).toEqual([8, 7, 6, 5, 4, 3]);
    expect(tab.most).toBe(1);
  });
});

describe('cancelling', () => {
  it('keeps what came, and a further press goes on from there', async () => {
    const tab = tabOf(8);
    const all = tab.loader.run('all');
    await tab.answer();
    tab.loader.cancel();
    expect(tab.loader.state()).toMatchObject({ wanted: [], progress: undefined });
    const again = tab.loader.run('all');
    expect(await all).toEqual({ kind: 'cancelled' });
    await tab.answerAll();
    expect(await again).toEqual({ kind: 'done', added: 4 });
    expect(tab.shown).toEqual(tab.service.bots);
    expect(tab.most).toBe(1);
  });

  it('leaves work by hand alone', async () => {
    const tab = tabOf(8);
    const more = tab.loader.run('more');
    tab.loader.cancel();
    await tab.answerAll();
    expect(await more).toEqual({ kind: 'done', added: 2 });
  });
});

describe('a failure', () => {
  it('is told until the same is tried again, and keeps what came', async () => {
    const tab = tabOf(8);
    const all = tab.loader.run('all');
    await tab.answer();
    const error = refused();
    await tab.answer(error);
    expect(await all).toEqual({ kind: 'failed', error });
    expect(tab.loader.state()).toMatchObject({ failure: { task: 'all', error }, wanted: [] });
    expect(shown(tab)).toEqual([8, 7, 6, 5]);
    await tab.run('refresh');
    expect(tab.loader.state().failure).toBeDefined();
    await tab.run('more');
    expect(tab.loader.state().failure).toBeUndefined();
    expect(shown(tab)).toEqual([8, 7, 6, 5, 4, 3]);
  });

  it('of a refresh is told until it is tried again', async () => {
    const tab = tabOf(8);
    const refresh = tab.loader.run('refresh');
    await tab.answer(refused());
    await refresh;
    await tab.run('more');
    expect(tab.loader.state().failure?.task).toBe('refresh');
    await tab.run('refresh');
    expect(tab.loader.state().failure).toBeUndefined();
  });

  it('of a refresh is no more when all has been checked', async () => {
    const tab = tabOf(8);
    const refresh = tab.loader.run('refresh');
    await tab.answer(refused());
    await refresh;
    await tab.run('check');
    expect(tab.loader.state().failure).toBeUndefined();
  });

  it('of the next page is no more when there is none', async () => {
    const tab = tabOf(4);
    const more = tab.loader.run('more');
    await tab.answer(refused());
    await more;
    tab.service.remove('bot_1000', 'bot_2000');
    await tab.run('check');
    expect(tab.loader.state()).toMatchObject({ follows: 'end', failure: undefined });
  });

  it('of checking leaves the rows as they are', async () => {
    const tab = tabOf(8);
    tab.service.remove('bot_8000');
    const check = tab.loader.run('check');
    await tab.answer(refused());
    expect(await check).toMatchObject({ kind: 'failed' });
    expect(shown(tab)).toEqual([8, 7]);
  });
});
