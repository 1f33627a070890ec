import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { groupOf } from '#web/features/bot-users/view/text.ts';
import type { NameGroup } from '#web/features/bot-users/view/group-tallies.ts';
import { createHandSlices } from '#web/features/bot-users/view/hand-slices.test.helper.ts';
import {
  createNameGroups,
  groupLabel,
  type GroupOrder,
} from '#web/features/bot-users/view/name-groups.ts';
import { idAt, readAgain, unique } from '#web/features/bot-users/view/row-samples.test.helper.ts';
import { createRowStore, type RowStore } from '#web/features/bot-users/data/row-store.ts';

const bot = (name: string, fields: Partial<BotUser> = {}): BotUser => ({
  id: `bot_${name}`,
  uri: '',
  name,
  active: true,
  created_at: '2026-01-01T00:00:00Z',
  ...fields,
});
const day = (number: number) => ({ created_at: `2026-01-0${number}T00:00:00Z` });
const newest = (number: number) => Date.parse(day(number).created_at);

function setUp(bots: BotUser[], steps = Infinity) {
  const rows = createRowStore();
  rows.append(bots);
  const hand = createHandSlices({ first: steps, next: steps });
  const groups = createNameGroups(rows, hand.slices);
  const listener = vi.fn<() => void>();
  groups.subscribe(listener);
  const names = () => groups.snapshot().groups.map(({ name }) => name);
  return { rows, hand, groups, listener, names };
}

const bots = [
  bot('ci-1', { active: false, ...day(1) }),
  bot('ci-2', day(3)),
  bot('web-1', day(4)),
  bot('web-2', day(2)),
  bot('web-3', { active: false, ...day(2) }),
  bot('alone', { created_at: 'odd' }),
];

it('counts the rows, the active ones and the newest of each group', () => {
  const { groups } = setUp(bots);
  groups.list('count');
  expect(groups.snapshot()).toEqual({
    groups: [
      { name: 'web', count: 3, active: 2, newest: newest(4) },
      { name: 'ci', count: 2, active: 1, newest: newest(3) },
      { name: '', count: 1, active: 1, newest: undefined },
    ],
    pending: false,
    order: 'count',
  });
});

it.each([
  ['count', ['web', 'ci', '']],
  ['name', ['', 'ci', 'web']],
  ['newest', ['web', 'ci', '']],
] as const)('lists the groups by %s', (order, expected) => {
  const { groups, names } = setUp(bots.toReversed());
  groups.list(order);
  expect(names()).toEqual(expected);
});

it('puts groups that are equal otherwise in the order of their names', () => {
  const { groups, names } = setUp([bot('b10-1'), bot('b9-1'), bot('a-1')]);
  groups.list('count');
  expect(names()).toEqual(['a', 'b9', 'b10']);
  groups.list('newest');
  expect(names()).toEqual(['a', 'b9', 'b10']);
});

it('knows nothing before it is asked', () => {
  const { rows, groups, listener } = setUp(bots);
  rows.append([bot('late-1')]);
  expect(groups.snapshot()).toEqual({ groups: [], pending: false, order: 'count' });
  expect(listener).not.toHaveBeenCalled();
});

it('calls the names without a prefix something', () => {
  expect(groupLabel('')).toBe('(no prefix)');
  expect(groupLabel('ci')).toBe('ci');
});

describe('a change', () => {
  it('of a switch replaces its group where it stands', () => {
    const { rows, groups, listener, names } = setUp(bots);
    groups.list('count');
    const [web, ci] = groups.snapshot().groups;
    listener.mockClear();
    const order = vi.spyOn(rows, 'order');
    rows.change('bot_ci-1', { active: true });
    expect(groups.snapshot().groups[0]).toBe(web);
    expect(groups.snapshot().groups[1]).toEqual({ ...ci, active: 2 });
    expect(names()).toEqual(['web', 'ci', '']);
    expect(listener).toHaveBeenCalledOnce();
    expect(order).not.toHaveBeenCalled();
  });

  it('of a name moves the row, and finds the newest again where it was', () => {
    const { rows, groups } = setUp(bots);
    groups.list('name');
    rows.change('bot_web-1', { name: 'ci-3' });
    rows.change('bot_alone', { name: 'new-1' });
    expect(groups.snapshot().groups).toEqual([
      { name: 'ci', count: 3, active: 2, newest: newest(4) },
      { name: 'new', count: 1, active: 1, newest: undefined },
      { name: 'web', count: 2, active: 1, newest: newest(2) },
    ]);
  });

  it('tells nobody when no group shows it', () => {
    const { rows, groups, listener } = setUp(bots);
    groups.list('name');
    listener.mockClear();
    const before = groups.snapshot();
    rows.change('bot_ci-1', { uri: 'https://other.example/ci-1' });
    expect(groups.snapshot()).toBe(before);
    expect(listener).not.toHaveBeenCalled();
  });

  it('does not sort while nobody looks, and is there for who looks again', () => {
    const rows = createRowStore();
    rows.append(bots);
    const hand = createHandSlices({ first: 1, next: 1 });
    const groups = createNameGroups(rows, hand.slices);
    groups.list('name');
    hand.finish();
    rows.append([bot('zoo-1')]);
    expect(hand.waiting()).toBe(false);
    groups.subscribe(() => {});
    hand.finish();
    expect(groups.snapshot().groups.map(({ name }) => name)).toEqual(['', 'ci', 'web', 'zoo']);
  });
});

it('shows groups though rows come after each slice', () => {
  const many = Array.from({ length: 200 }, (_, index) => bot(`group${index}-1`));
  const { rows, hand, groups } = setUp(many, 10);
  groups.list('name');
  expect(groups.snapshot().pending).toBe(true);
  let pages = 0;
  while (groups.snapshot().groups.length === 0 && pages < 1_000) {
    rows.append([bot(`more${pages++}-1`)]);
    hand.goOn();
  }
  expect(pages).toBeLessThan(1_000);
  hand.finish();
  expect(groups.snapshot().groups).toHaveLength(200 + pages);
  expect(groups.snapshot().pending).toBe(false);
});

it('drops what is under way for another order, and ends with whoever wanted it', () => {
  const many = Array.from({ length: 200 }, (_, index) => bot(`group${index}-1`));
  const { rows, hand, groups, listener } = setUp(many, 2);
  groups.list('name');
  groups.list('newest');
  hand.finish();
  expect(groups.snapshot()).toMatchObject({ order: 'newest', pending: false });
  rows.append([bot('new-1')]);
  groups.dispose();
  listener.mockClear();
  hand.finish();
  rows.append([bot('newer-1')]);
  expect(listener).not.toHaveBeenCalled();
});

describe('while the groups are sorted', () => {
  const many = Array.from({ length: 200 }, (_, index) => bot(`group${index}-1`));

  it('a switch is shown all the same', () => {
    const { rows, hand, groups } = setUp(many, 6); // the first four steps count
    groups.list('name');
    rows.change('bot_group7-1', { active: false });
    hand.finish();
    expect(groups.snapshot().groups.filter(({ active }) => active === 0)).toEqual([
      expect.objectContaining({ name: 'group7', count: 1 }),
    ]);
  });

  it('another order of the service starts the count anew', () => {
    const { rows, hand, groups } = setUp(many, 2);
    groups.list('name');
    readAgain(rows, [bot('new-1'), ...many.slice(0, 50).toReversed()]);
    hand.finish();
    expect(groups.snapshot().groups).toHaveLength(201);
    expect(groups.snapshot().pending).toBe(false);
  });
});

it('counts a row once when it is asked for in the moment in which the row comes', () => {
  const rows = createRowStore();
  rows.onChange(() => groups.list('name'));
  const { slices } = createHandSlices({ first: 1_000, next: 1_000 });
  const groups = createNameGroups(rows, slices);
  groups.subscribe(() => {});
  rows.append([bot('ci-1')]);
  expect(groups.snapshot().groups).toMatchObject([{ name: 'ci', count: 1, active: 1 }]);
});

type Step = (page: Pick<ReturnType<typeof setUp>, 'rows' | 'groups' | 'hand'>) => void;

it('ends as a count of all rows would, whatever happens on the way', () => {
  const name = fc.constantFrom('a-1', 'a-2', 'b 1', 'c', 'd');
  const created_at = fc.constantFrom(...[1, 2, 3].map((one) => day(one).created_at), 'odd');
  const someBot: fc.Arbitrary<BotUser> = fc.record({
    id: fc.nat(100).map((number) => `bot_${number}`),
    uri: fc.constant(''),
    name,
    active: fc.boolean(),
    created_at,
  });
  const page = fc.array(someBot, { maxLength: 6 });
  const change = fc.record({ name, active: fc.boolean(), created_at }, { requiredKeys: [] });
  const step: fc.Arbitrary<Step> = fc.oneof(
    page.map(
      (rowsOfIt): Step =>
        ({ rows }) =>
          void rows.append(rowsOfIt),
    ),
    page.map(
      (read): Step =>
        ({ rows }) =>
          readAgain(rows, unique(read)),
    ),
    fc.tuple(fc.nat(), change).map(
      ([index, fields]): Step =>
        ({ rows }) =>
          rows.change(idAt(rows, index), fields),
    ),
    fc.array(fc.nat()).map(
      (indexes): Step =>
        ({ rows }) =>
          rows.remove(indexes.map((index) => idAt(rows, index))),
    ),
    fc.constantFrom<GroupOrder>('count', 'name', 'newest').map(
      (order): Step =>
        ({ groups }) =>
          groups.list(order),
    ),
    fc.constant<Step>(({ hand }) => hand.goOn()),
  );
  fc.assert(
    fc.property(
      fc.array(someBot, { maxLength: 80, size: 'max' }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(step, { maxLength: 20, size: 'max' }),
      (start, slice, steps) => {
        const { rows, groups, hand } = setUp(unique(start), slice);
        for (const one of steps) one({ rows, groups, hand });
        groups.list('name');
        hand.finish();
        expect(groups.snapshot()).toEqual({ groups: naively(rows), pending: false, order: 'name' });
      },
    ),
  );
});

function naively(rows: RowStore): NameGroup[] {
  const all = rows.order().map(rows.at);
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
