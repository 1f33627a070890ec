import * as fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import type { Page } from '#web/features/bot-users/view/by-page.ts';
import {
  createGroups,
  groupLabel,
  type GroupOrder,
  type NameGroup,
} from '#web/features/bot-users/view/groups.ts';
import { createHandSlices } from '#web/features/bot-users/view/hand-slices.test.helper.ts';
import { bot, changed, page } from '#web/features/bot-users/view/samples.test.helper.ts';
import { groupOf } from '#web/features/bot-users/view/text.ts';

const day = (number: number) => ({ created_at: `2026-01-0${number}T00:00:00Z` });
const newest = (number: number) => Date.parse(day(number).created_at);

function setUp(steps = Infinity) {
  const hand = createHandSlices({ first: steps, next: steps });
  const groups = createGroups(hand.slices);
  const names = () => groups.get().result.map(({ name }) => name);
  return { hand, groups, names };
}

const bots = [
  bot('ci-1', { active: false, ...day(1) }),
  bot('ci-2', day(3)),
  bot('web-1', day(4)),
  bot('web-2', day(2)),
  bot('web-3', { active: false, ...day(2) }),
  bot('alone', { created_at: 'odd' }),
];
const pages = [page(...bots.slice(0, 3)), page(...bots.slice(3))];

it('counts the rows, the active ones and the newest of each group', () => {
  const { groups } = setUp();
  groups.show(pages, 'count');
  expect(groups.get()).toEqual({
    result: [
      { name: 'web', count: 3, active: 2, newest: newest(4) },
      { name: 'ci', count: 2, active: 1, newest: newest(3) },
      { name: '', count: 1, active: 1, newest: undefined },
    ],
    isPending: false,
    asked: 'count',
  });
});

it.each([
  ['count', ['web', 'ci', '']],
  ['name', ['', 'ci', 'web']],
  ['newest', ['web', 'ci', '']],
] as const)('lists the groups by %s', (order, expected) => {
  const { groups, names } = setUp();
  groups.show([page(...bots.toReversed())], order);
  expect(names()).toEqual(expected);
});

it('puts groups that are equal otherwise in the order of their names', () => {
  const { groups, names } = setUp();
  const same = [page(bot('b10-1'), bot('b9-1'), bot('A-1'), bot('a-1'))];
  groups.show(same, 'count');
  expect(names()).toEqual(['a', 'A', 'b9', 'b10']);
  groups.show(same, 'newest');
  expect(names()).toEqual(['a', 'A', 'b9', 'b10']);
});

it('calls the names without a prefix something', () => {
  expect(groupLabel('')).toBe('(no prefix)');
  expect(groupLabel('ci')).toBe('ci');
});

it('moves a row with its name, and finds the newest again where it was', () => {
  const { groups } = setUp();
  groups.show(pages, 'name');
  const renamed = changed(pages, 'bot_web-1', { name: 'ci-3' });
  groups.show(changed(renamed, 'bot_alone', { name: 'new-1' }), 'name');
  expect(groups.get().result).toEqual([
    { name: 'ci', count: 3, active: 2, newest: newest(4) },
    { name: 'new', count: 1, active: 1, newest: undefined },
    { name: 'web', count: 2, active: 1, newest: newest(2) },
  ]);
});

it('shows groups though rows come after each slice, and ends with all of them', () => {
  const { hand, groups } = setUp(10);
  const listener = vi.fn<() => void>();
  groups.subscribe(listener);
  let more: Page[] = Array.from({ length: 200 }, (_, at) => page(bot(`group${at}-1`)));
  groups.show(more, 'name');
  expect(groups.get().isPending).toBe(true);
  while (groups.get().result.length === 0 && more.length < 1_000) {
    more = [...more, page(bot(`more${more.length}-1`))];
    groups.show(more, 'name');
    hand.goOn();
  }
  expect(more.length).toBeLessThan(1_000);
  hand.finish();
  expect(listener).toHaveBeenCalled();
  expect(groups.get()).toMatchObject({ isPending: false });
  expect(groups.get().result).toHaveLength(more.length);
});

it('drops what is under way for another order', () => {
  const { hand, groups } = setUp(2);
  groups.show(pages, 'name');
  groups.show(pages, 'newest');
  hand.finish();
  expect(groups.get()).toMatchObject({ asked: 'newest', isPending: false });
});

it('ends as a count of all rows would, whatever happens on the way', () => {
  const row = {
    name: fc.constantFrom('a-1', 'a-2', 'b 1', 'c', 'd'),
    active: fc.boolean(),
    created_at: fc.constantFrom(...[1, 2, 3].map((one) => day(one).created_at), 'odd'),
  };
  const step = fc.oneof(
    fc.record({ rows: fc.array(fc.record(row), { maxLength: 6 }) }),
    fc.record({ at: fc.nat(), to: fc.option(fc.record(row, { requiredKeys: [] })) }),
    fc.record({ order: fc.constantFrom<GroupOrder>('count', 'name', 'newest') }),
    fc.constant('go on' as const),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.array(step, { maxLength: 20, size: 'max' }),
      (slice, steps) => {
        const { groups, hand } = setUp(slice);
        let now: Page[] = [];
        let order: GroupOrder = 'count';
        let made = 0;
        const all = () => now.flatMap(({ bot_users }) => bot_users);
        for (const each of steps) {
          if (each === 'go on') hand.goOn();
          else if ('order' in each) ({ order } = each);
          else if ('rows' in each)
            now = [
              ...now,
              page(...each.rows.map((one) => bot(one.name, { ...one, id: `${made++}` }))),
            ];
          else now = changed(now, String(each.at % Math.max(1, made)), each.to ?? undefined);
          groups.show(now, order);
        }
        groups.show(now, 'name');
        hand.finish();
        expect(groups.get()).toEqual({ result: naively(all()), isPending: false, asked: 'name' });
      },
    ),
  );
});

function naively(all: BotUser[]): NameGroup[] {
  const names = [...new Set(all.map((one) => groupOf(one.name)))].toSorted();
  return names.map((name) => {
    const members = all.filter((one) => groupOf(one.name) === name);
    const times = members.flatMap((one) => Date.parse(one.created_at) || []);
    return {
      name,
      count: members.length,
      active: members.filter((one) => one.active).length,
      newest: times.length > 0 ? Math.max(...times) : undefined,
    };
  });
}
