import { expect, it } from 'vitest';
import { createLocalChanges } from '#web/features/bot-users/data/local-changes.ts';
import { bot } from '#web/features/bot-users/data/simulated-service.test.helper.ts';

const off = { active: false };

it('lays a change over a page that was asked for before it', () => {
  const changes = createLocalChanges();
  const asked = changes.stamp();
  changes.change('bot_1', off);
  expect(changes.over([bot(2), bot(1)], asked)).toEqual([bot(2), bot(1, off)]);
});

it('believes a page that was asked for after the change', () => {
  const changes = createLocalChanges();
  changes.change('bot_1', off);
  const asked = changes.stamp();
  changes.change('bot_2', { name: 'other' });
  expect(changes.over([bot(1)], asked)).toEqual([bot(1)]);
});

it('keeps an unanswered change over every page, and believes pages again after the answer', () => {
  const changes = createLocalChanges();
  changes.change('bot_1', off, true);
  expect(changes.over([bot(1)], changes.stamp())).toEqual([bot(1, off)]);
  changes.change('bot_1', off);
  expect(changes.over([bot(1)], changes.stamp())).toEqual([bot(1)]);
});

it('lays only what was changed since over a page: others may have changed the rest', () => {
  const changes = createLocalChanges();
  changes.change('bot_1', { name: 'ours' });
  const asked = changes.stamp();
  changes.change('bot_1', off, true);
  const theirs = bot(1, { name: 'theirs' });
  expect(changes.over([theirs], asked)).toEqual([{ ...theirs, ...off }]);
  expect(changes.over([theirs], 0)).toEqual([bot(1, { name: 'ours', ...off })]);
});

it('does not bring a deleted bot user back, not even by a late answer', () => {
  const changes = createLocalChanges();
  const asked = changes.stamp();
  changes.change('bot_1', off, true);
  changes.remove('bot_1');
  changes.change('bot_1', bot(1, off));
  expect(changes.over([bot(2), bot(1)], asked)).toEqual([bot(2)]);
  expect(changes.over([bot(2), bot(1)], changes.stamp())).toEqual([bot(2)]);
  expect([changes.isGone('bot_1'), changes.isGone('bot_2')]).toEqual([true, false]);
});

it('does not bring one back that another tab has deleted before its creation was answered here', () => {
  const changes = createLocalChanges();
  const asked = changes.stamp();
  changes.remove('bot_3');
  changes.create(bot(3));
  expect(changes.createdAfter(asked)).toEqual([]);
  expect(changes.isGone('bot_3')).toBe(true);
});

it('knows those that were made after a page was asked for, newest first and as they are now', () => {
  const changes = createLocalChanges();
  changes.create(bot(1));
  const asked = changes.stamp();
  changes.create(bot(2));
  changes.create(bot(3));
  changes.create(bot(4));
  changes.change('bot_2', off);
  changes.remove('bot_3');
  changes.change('bot_1', off);
  expect(changes.createdAfter(asked)).toEqual([bot(4), bot(2, off)]);
  const ids = ['bot_1', 'bot_2', 'bot_9'];
  expect(ids.filter((id) => changes.wasCreated(id, asked))).toEqual(['bot_1']);
});

it('forgets everything with the session', () => {
  const changes = createLocalChanges();
  changes.create(bot(2));
  changes.remove('bot_1');
  changes.clear();
  expect(changes.over([bot(1)], 0)).toEqual([bot(1)]);
  expect(changes.createdAfter(0)).toEqual([]);
});
