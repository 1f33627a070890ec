// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import type { Page } from '#web/features/bot-users/view/by-page.ts';
import type { RowsView } from '#web/features/bot-users/view/derive.ts';
import { createHandSlices } from '#web/features/bot-users/view/hand-slices.test.helper.ts';
import { readListView, type ListView } from '#web/features/bot-users/view/list-view.ts';
import { bot, changed, page } from '#web/features/bot-users/view/samples.test.helper.ts';
import { skeletonOf } from '#web/features/bot-users/view/skeleton.ts';
import { groupOf } from '#web/features/bot-users/view/text.ts';
import { createRows, useShownRows } from '#web/features/bot-users/view/use-rows.ts';

const plain = readListView(new URLSearchParams());
const view = (change: Partial<ListView>): ListView => ({ ...plain, ...change });

/** @param steps of a slice; by default all work is done at once */
function setUp(first: BotUser[], steps = Infinity) {
  const hand = createHandSlices({ first: steps, next: steps });
  const rows = createRows(hand.slices);
  const now: { pages: readonly Page[]; asked: RowsView } = {
    pages: [page(...first)],
    asked: { view: plain },
  };
  const listener = vi.fn<() => void>();
  rows.subscribe(listener);
  const show = (next: Partial<typeof now>) => {
    Object.assign(now, next);
    rows.show(now.pages, now.asked);
  };
  show({});
  return {
    rows,
    hand,
    listener,
    now,
    ask: (change: Partial<ListView>, rest: Omit<RowsView, 'view'> = {}) =>
      show({ asked: { view: view(change), ...rest } }),
    hold: (held: string | undefined) => show({ asked: { ...now.asked, held } }),
    append: (...bots: BotUser[]) => show({ pages: [...now.pages, page(...bots)] }),
    change: (id: string, change: Partial<BotUser> | undefined) =>
      show({ pages: changed(now.pages, id, change) }),
    names: () => rows.get().result.map(({ name }) => name),
  };
}

const jobs = [
  bot('job-10', { created_at: '2026-01-03T00:00:00Z' }),
  bot('Job-9', { created_at: '2026-01-02T00:00:00Z', active: false }),
  bot('alpha', { created_at: '2026-01-01T00:00:00Z' }),
];

describe('the order', () => {
  it.each([
    ['service', ['job-10', 'Job-9', 'alpha']],
    ['name', ['alpha', 'Job-9', 'job-10']],
    ['-name', ['job-10', 'Job-9', 'alpha']],
    ['created', ['alpha', 'Job-9', 'job-10']],
    ['-created', ['job-10', 'Job-9', 'alpha']],
  ] as const)('by %s is as people count', (sort, expected) => {
    const { ask, names } = setUp(jobs);
    ask({ sort });
    expect(names()).toEqual(expected);
  });

  it('keeps equal names in the order of the service, both ways', () => {
    const { ask, append, names } = setUp([bot('B'), bot('a'), bot('b')]);
    ask({ sort: 'name' });
    expect(names()).toEqual(['a', 'B', 'b']);
    ask({ sort: '-name' });
    expect(names()).toEqual(['B', 'b', 'a']);
    append(bot('b3', { name: 'B' }));
    expect(names()).toEqual(['B', 'b', 'B', 'a']);
  });

  it('puts times that cannot be read before all others', () => {
    const { ask, names } = setUp([
      bot('epoch', { created_at: '1970-01-01T00:00:00Z' }),
      bot('odd', { created_at: 'yesterday' }),
      bot('early', { created_at: '1950-01-01T00:00:00Z' }),
    ]);
    ask({ sort: 'created' });
    expect(names()).toEqual(['odd', 'early', 'epoch']);
  });
});

describe('a change of the rows', () => {
  it('is shown at once, as far as the filter lets it through', () => {
    const { ask, append, change, names } = setUp(jobs);
    ask({ q: 'job', sort: 'name' });
    append(bot('job-2'), bot('beta'));
    expect(names()).toEqual(['job-2', 'Job-9', 'job-10']);
    change('bot_beta', { name: 'my job' });
    expect(names()).toEqual(['job-2', 'Job-9', 'job-10', 'my job']);
    change('bot_job-2', undefined);
    expect(names()).toEqual(['Job-9', 'job-10', 'my job']);
    change('bot_beta', { name: 'beta' });
    expect(names()).toEqual(['Job-9', 'job-10']);
  });

  it.each(['name', 'service'] as const)(
    'that no shown row has part in leaves the same rows, by %s',
    (sort) => {
      const { ask, append, change, rows } = setUp(jobs);
      ask({ q: 'job', sort });
      append(bot('gamma'));
      const before = rows.get().result;
      change('bot_gamma', { active: false });
      change('bot_gamma', undefined);
      expect(rows.get().result).toEqual(before);
      expect(rows.get().result).toBe(before);
    },
  );

  it('reads the names of its own page only', () => {
    const { ask, append, change } = setUp(jobs);
    ask({ q: 'job', sort: 'name' });
    const other = bot('job-1');
    const name = vi.fn<() => string>(() => 'job-1');
    Object.defineProperty(other, 'name', { get: name, enumerable: true });
    append(other);
    name.mockClear();
    change('bot_job-10', { active: false });
    expect(name).not.toHaveBeenCalled();
  });

  it('brings the look-alike of a new row in, and lets go of it', () => {
    const { ask, append, change, names } = setUp([bot('a'), bot('b'), bot('c')]);
    ask({ duplicates: true, sort: 'name' });
    expect(names()).toEqual([]);
    append(bot('B'));
    expect(names()).toEqual(['b', 'B']);
    change('bot_c', { name: 'A' });
    expect(names()).toEqual(['a', 'A', 'b', 'B']);
    change('bot_B', undefined);
    expect(names()).toEqual(['a', 'A']);
  });
});

describe('a held row', () => {
  it('stays when its status changes, and goes when it is let go', () => {
    const { ask, hold, change, names } = setUp(jobs);
    ask({ status: 'active' });
    hold('bot_job-10');
    change('bot_job-10', { active: false });
    expect(names()).toEqual(['job-10', 'alpha']);
    hold('bot_alpha');
    expect(names()).toEqual(['alpha']);
    change('bot_alpha', { active: false });
    expect(names()).toEqual(['alpha']);
    hold(undefined);
    expect(names()).toEqual([]);
  });

  it('changes neither the rows nor the view while it has the right status', () => {
    const { ask, hold, rows } = setUp(jobs);
    ask({ status: 'active', sort: 'name' });
    const before = rows.get();
    hold('bot_alpha');
    expect(rows.get().result).toBe(before.result);
    expect(rows.get().asked.view).toBe(before.asked.view);
  });
});

it('shows chosen rows alone, whatever the filter says, in the order asked for', () => {
  const { ask, append, names } = setUp(jobs);
  const filter = { q: 'nothing', status: 'active', duplicates: true, sort: 'name' } as const;
  ask(filter, { only: new Set(['bot_Job-9', 'bot_alpha', 'bot_gone']) });
  expect(names()).toEqual(['alpha', 'Job-9']);
  append(bot('gone'), bot('other'));
  expect(names()).toEqual(['alpha', 'gone', 'Job-9']);
  ask(filter);
  expect(names()).toEqual([]);
});

it('does nothing for a view that says the same', () => {
  const { ask, rows } = setUp(jobs);
  ask({ q: 'job' });
  const before = rows.get();
  ask({ q: 'job' });
  expect(rows.get()).toBe(before);
});

describe('work that takes longer than a slice', () => {
  const many = Array.from({ length: 200 }, (_, index) => bot(`job-${(index * 37) % 200}`));
  const pages = Array.from({ length: 20 }, (_, at) => page(...many.slice(10 * at, 10 * at + 10)));

  function long(steps: number) {
    const slow = setUp([], steps);
    slow.now.pages = pages;
    slow.ask({});
    slow.hand.finish();
    slow.listener.mockClear();
    return slow;
  }

  it('leaves what was shown until it is done, and says so', () => {
    const { ask, rows, hand, names, listener } = long(2);
    const before = rows.get();
    ask({ sort: 'name' });
    expect(rows.get()).toEqual({ ...before, isPending: true });
    hand.goOn();
    expect(listener).not.toHaveBeenCalled();
    hand.finish();
    expect(listener).toHaveBeenCalledOnce();
    expect(rows.get()).toMatchObject({ isPending: false, asked: { view: { sort: 'name' } } });
    expect(names().slice(0, 3)).toEqual(['job-0', 'job-1', 'job-2']);
  });

  it('is dropped for a newer view', () => {
    const { ask, rows, hand, names } = long(2);
    ask({ sort: 'name' });
    ask({ q: 'job-7' });
    hand.finish();
    expect(rows.get().asked.view.q).toBe('job-7');
    expect(names().slice(0, 2)).toEqual(['job-74', 'job-7']);
  });

  it('shows rows meanwhile as they are, without those that are gone', () => {
    const { ask, change, rows, hand } = long(2);
    ask({ sort: 'name' });
    change('bot_job-0', undefined);
    change('bot_job-37', { active: false });
    const { isPending, result } = rows.get();
    expect(isPending).toBe(true);
    expect(result).toHaveLength(199);
    expect(result.find(({ id }) => id === 'bot_job-37')?.active).toBe(false);
    hand.finish();
    expect(rows.get().result).toHaveLength(199);
  });

  it('ends though a page comes after each slice', () => {
    const { ask, append, rows, hand, names } = long(30);
    ask({ sort: '-name', q: 'job' });
    let count = 0;
    while (rows.get().isPending && count < 100) {
      append(bot(`job-${1_000 + count++}`), bot(`other-${count}`));
      hand.goOn();
    }
    expect(names().length).toBeGreaterThanOrEqual(200);
    hand.finish();
    expect(names()).toHaveLength(200 + count);
    expect(names()[0]).toBe(`job-${999 + count}`);
  });
});

it('shows what a filter and a sort of all rows would, whatever happens on the way', () => {
  fc.assert(
    fc.property(
      fc.array(someRow, { maxLength: 60, size: 'max' }),
      fc.integer({ min: 1, max: 8 }),
      fc.array(someStep, { maxLength: 30, size: 'max' }),
      (first, slice, steps) => {
        let made = first.length;
        const list = setUp(
          first.map((row, at) => ({ ...row, id: `bot_${at}` })),
          slice,
        );
        for (const step of steps) {
          const { pages, asked } = list.now;
          const all = pages.flatMap(({ bot_users }) => bot_users);
          const id = all[('at' in step ? step.at : 0) % Math.max(1, all.length)]?.id ?? '';
          if (step.do === 'append')
            list.append(...step.rows.map((row) => ({ ...row, id: `bot_${made++}` })));
          else if (step.do === 'prepend') {
            const added = step.rows.map((row) => ({ ...row, id: `bot_${made++}` }));
            const [top = page(), ...rest] = pages;
            list.now.pages = [page(...added, ...top.bot_users), ...rest];
            list.ask(asked.view, asked);
          } else if (step.do === 'change') list.change(id, step.fields);
          else if (step.do === 'remove') list.change(id, undefined);
          else if (step.do === 'drop page') {
            list.now.pages = pages.filter((_, at) => at !== step.at % pages.length);
            list.ask(asked.view, asked);
          } else if (step.do === 'view') list.ask(step.view);
          else if (step.do === 'only') list.ask(asked.view, { only: new Set(step.ids) });
          else if (step.do === 'hold') list.ask(asked.view, { ...asked, held: id });
          else list.hand.goOn();

          const { result, isPending } = list.rows.get();
          const rows = list.now.pages.flatMap(({ bot_users }) => bot_users);
          const right = naively(rows, list.now.asked);
          expect(result).toEqual(isPending ? result.filter((row) => rows.includes(row)) : right);
        }
        list.hand.finish();
        const rows = list.now.pages.flatMap(({ bot_users }) => bot_users);
        expect(list.rows.get()).toEqual({
          result: naively(rows, list.now.asked),
          asked: list.now.asked,
          isPending: false,
        });
      },
    ),
  );
});

const someName = fc.constantFrom('job-1', 'JOB-l', 'Job-2', 'job-10', 'web 1', 'web 2', 'Web', '');
const someTime = fc.constantFrom('2026-01-01T12:00:00Z', '2026-01-05T12:00:00Z', 'odd');
const fields = {
  uri: fc.constant(''),
  name: someName,
  active: fc.boolean(),
  created_at: someTime,
};
const someRow = fc.record(fields);
const someFilter = fc.record<ListView>({
  q: fc.constantFrom('', 'job', '1', 'bot_1'),
  status: fc.constantFrom('all', 'all', 'active', 'inactive'),
  from: fc.constantFrom('', '', '2026-01-03'),
  to: fc.constantFrom('', '', '2026-01-03'),
  group: fc.constantFrom(null, null, 'job', ''),
  duplicates: fc.boolean(),
  sort: fc.constantFrom('name', '-name', 'created', '-created', 'service'),
  by: fc.constant('rows'),
});
/** Half of the time all rows are shown: a filter hides most of what goes wrong. */
const someView = fc.oneof(
  someFilter,
  someFilter.map(({ sort }) => view({ sort })),
);
const someStep = fc.oneof(
  fc.record({ do: fc.constant('append' as const), rows: fc.array(someRow, { maxLength: 8 }) }),
  fc.record({ do: fc.constant('prepend' as const), rows: fc.array(someRow, { maxLength: 3 }) }),
  fc.record({
    do: fc.constant('change' as const),
    at: fc.nat(),
    fields: fc.record(fields, { requiredKeys: [] }),
  }),
  fc.record({ do: fc.constant('remove' as const), at: fc.nat() }),
  fc.record({ do: fc.constant('drop page' as const), at: fc.nat() }),
  fc.record({ do: fc.constant('view' as const), view: someView }),
  fc.record({
    do: fc.constant('only' as const),
    ids: fc.array(fc.nat(100).map((id) => `bot_${id}`)),
  }),
  fc.record({ do: fc.constant('hold' as const), at: fc.nat() }),
  fc.record({ do: fc.constant('go on' as const) }),
);

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const timeOf = (one: BotUser) => (one.created_at === 'odd' ? 0 : Date.parse(one.created_at));

/** Row by row; the clock of the tests is within a day of UTC. */
function naively(all: BotUser[], { view: asked, only, held }: RowsView) {
  const { q, status, from, to, group, duplicates, sort } = asked;
  const skeletons = all.map(({ name }) => skeletonOf(name));
  const matches = (one: BotUser) =>
    (one.name.toLowerCase().includes(q) || one.id.startsWith(q)) &&
    (status === 'all' || one.active === (status === 'active') || one.id === held) &&
    (from === '' || one.created_at.startsWith('2026-01-05')) &&
    (to === '' || one.created_at.startsWith('2026-01-01')) &&
    (group === null || groupOf(one.name) === group) &&
    (!duplicates ||
      (one.name !== '' &&
        skeletons.filter((skeleton) => skeleton === skeletonOf(one.name)).length > 1));
  const rows = all.filter((one) => (only ? only.has(one.id) : matches(one)));
  const direction = sort.startsWith('-') ? -1 : 1;
  if (sort.endsWith('name'))
    rows.sort((one, other) => direction * collator.compare(one.name, other.name));
  if (sort.endsWith('created'))
    rows.sort((one, other) => direction * (timeOf(one) - timeOf(other)));
  return rows;
}

describe('the hook', () => {
  function mount() {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    const told: Array<ReturnType<typeof useShownRows>> = [];
    function List({ q, pages }: { q: string; pages: readonly Page[] }) {
      told.push(useShownRows(pages, view({ q })));
      return null;
    }
    const root = createRoot(document.createElement('div'));
    onTestFinished(() => act(() => root.unmount()));
    return {
      show: (q: string, pages: readonly Page[]) =>
        act(() => root.render(<List q={q} pages={pages} />)),
      told: () => told.at(-1),
      names: () => told.at(-1)?.rows.map(({ name }) => name),
    };
  }

  it('shows the rows of a view, and follows them', () => {
    const { show, told, names } = mount();
    const pages = [page(bot('a'), bot('c'))];
    show('a', pages);
    expect(names()).toEqual(['a']);
    show('c', pages);
    expect(names()).toEqual(['c']);
    const before = told()?.view;
    show('c', [...pages, page(bot('c2'))]);
    expect(names()).toEqual(['c', 'c2']);
    expect(told()).toMatchObject({ isPending: false, isStale: false });
    expect(told()?.view).toBe(before);
  });

  it('says when the rows of a long list are still those of another filter', async () => {
    const { show, told } = mount();
    const pages = Array.from({ length: 300 }, (_, at) =>
      page(
        ...Array.from({ length: 100 }, (__, n) => bot(`\u00fcnit-${at}-${n}-${'x'.repeat(100)}`)),
      ),
    );
    show('', pages);
    expect(told()).toMatchObject({ isPending: false, isStale: false });
    show('unit-7-7-', pages);
    expect(told()).toMatchObject({ isPending: true, isStale: true, view: { q: '' } });
    expect(told()?.rows).toHaveLength(30_000);
    await act(() => vi.waitUntil(() => told()?.isPending === false, 4_000));
    expect(told()).toMatchObject({ isStale: false, rows: [], view: { q: 'unit-7-7-' } });
  });
});
