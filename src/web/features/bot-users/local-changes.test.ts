import { expect, it } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { createLocalChanges, type Loaded } from '#web/features/bot-users/local-changes.ts';

const bot = (id: string, active = true): BotUser => ({
  id,
  uri: `/bot_users/${id}`,
  name: `name of ${id}`,
  active,
  created_at: '2026-01-02T03:04:05Z',
});

const loaded = (stamp: number, ...pages: BotUser[][]): Loaded => ({
  pages: pages.map((bot_users) => ({ bot_users, next_page_uri: null, unreadable: 0, stamp })),
  pageParams: pages.map(() => ''),
});

const rows = (data: Loaded) => data.pages.flatMap((page) => page.bot_users);

it('lays a change over a page that was asked for before it', () => {
  const changes = createLocalChanges();
  const asked = changes.stamp();
  changes.change('a', { active: false });
  expect(rows(changes.over(loaded(asked, [bot('a')], [bot('b')])))).toEqual([
    bot('a', false),
    bot('b'),
  ]);
});

it('believes a page that was asked for after the change', () => {
  const changes = createLocalChanges();
  changes.change('a', { active: false });
  const someoneElse = loaded(changes.stamp(), [bot('a', true)]);
  changes.change('b', { name: 'other' });
  expect(rows(changes.over(someoneElse))).toEqual([bot('a', true)]);
});

it('keeps an unanswered change over every page', () => {
  const changes = createLocalChanges();
  changes.change('a', { active: false }, true);
  const read = loaded(changes.stamp(), [bot('a', true)]);
  changes.change('b', {});
  expect(rows(changes.over(read))).toEqual([bot('a', false)]);
});

it('does not bring a deleted bot user back', () => {
  const changes = createLocalChanges();
  const asked = changes.stamp();
  changes.remove('a');
  expect(rows(changes.over(loaded(asked, [bot('a'), bot('b')])))).toEqual([bot('b')]);
});

it('puts created ones in front, newest first, and only once', () => {
  const changes = createLocalChanges();
  const asked = changes.stamp();
  changes.create(bot('y'));
  changes.create(bot('z'));
  const first = changes.over(loaded(asked, [bot('a')]));
  expect(rows(first).map(({ id }) => id)).toEqual(['z', 'y', 'a']);
  changes.change('a', { active: false });
  expect(rows(changes.over(first)).map(({ id }) => id)).toEqual(['z', 'y', 'a']);
});

it('forgets a created one that was deleted before the page arrived', () => {
  const changes = createLocalChanges();
  const asked = changes.stamp();
  changes.create(bot('z'));
  changes.remove('z');
  expect(rows(changes.over(loaded(asked, [bot('a')])))).toEqual([bot('a')]);
});

it('adds a later change to an earlier one', () => {
  const changes = createLocalChanges();
  const asked = changes.stamp();
  changes.change('a', { name: 'new' });
  changes.change('a', { active: false });
  expect(rows(changes.over(loaded(asked, [bot('a')])))).toEqual([
    { ...bot('a', false), name: 'new' },
  ]);
});

it('leaves the rows that did not change as they are', () => {
  const changes = createLocalChanges();
  const data = loaded(changes.stamp(), [bot('a')], [bot('b')]);
  changes.change('a', { active: false });
  const over = changes.over(data);
  expect(over.pages[1]?.bot_users).toBe(data.pages[1]?.bot_users);
  expect(changes.over(over)).toBe(over);
});

it('lets nothing bring a deleted one back, not even a late answer', () => {
  const changes = createLocalChanges();
  const asked = changes.stamp();
  changes.change('a', { active: false }, true);
  changes.remove('a');
  changes.change('a', { ...bot('a', false) });
  expect(rows(changes.over(loaded(asked, [bot('a'), bot('b')])))).toEqual([bot('b')]);
});

it('keeps a created one that was changed before an older page arrived', () => {
  const changes = createLocalChanges();
  const asked = changes.stamp();
  changes.create(bot('z'));
  changes.change('z', { active: false });
  expect(rows(changes.over(loaded(asked, [bot('a')])))).toEqual([bot('z', false), bot('a')]);
});

it('does not add a created one to a page that was asked for later and lacks it', () => {
  const changes = createLocalChanges();
  changes.create(bot('z'));
  const asked = changes.stamp();
  changes.change('z', { active: false });
  expect(rows(changes.over(loaded(asked, [bot('a')])))).toEqual([bot('a')]);
});
