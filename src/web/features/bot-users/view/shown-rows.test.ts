import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { groupOf } from '#web/features/bot-users/view/text.ts';
import { createHandSlices } from '#web/features/bot-users/view/hand-slices.test.helper.ts';
import { readListView, type ListView } from '#web/features/bot-users/view/list-view.ts';
import { createShownRows } from '#web/features/bot-users/view/shown-rows.ts';
import { skeletonOf } from '#web/features/bot-users/view/skeleton.ts';
import { idAt, readAgain, unique } from '#web/features/bot-users/view/row-samples.test.helper.ts';
import { createRowStore, type RowStore } from '#web/features/bot-users/data/row-store.ts';

const plain = readListView(new URLSearchParams());
const view = (change: Partial<ListView>): ListView => ({ ...plain, ...change });
const bot = (name: string, fields: Partial<BotUser> = {}): BotUser => ({
  id: `bot_${name}`,
  uri: '',
  name,
  active: true,
  created_at: '2026-01-01T00:00:00Z',
  ...fields,
});

/** @param steps of a slice; by default all work is done at once */
function setUp(bots: BotUser[], steps = Infinity) {
  const rows = createRowStore();
  rows.append(bots);
  const hand = createHandSlices({ first: steps, next: steps });
  const shown = createShownRows(rows, hand.slices);
  const names = () => shown.snapshot().slots.map((slot) => rows.at(slot).name);
  const listener = vi.fn<() => void>();
  shown.subscribe(listener);
  return { rows, shown, hand, names, listener };
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
    const { shown, names } = setUp(jobs);
    shown.show(view({ sort }));
    expect(names()).toEqual(expected);
  });

  it('keeps equal names in the order of the service, both ways', () => {
    const { rows, shown, names } = setUp([bot('B'), bot('a'), bot('b')]);
    shown.show(view({ sort: 'name' }));
    expect(names()).toEqual(['a', 'B', 'b']);
    shown.show(view({ sort: '-name' }));
    expect(names()).toEqual(['B', 'b', 'a']);
    rows.prepend([bot('b2', { name: 'b' })]);
    rows.append([bot('b3', { name: 'B' })]);
    expect(names()).toEqual(['b', 'B', 'b', 'B', 'a']);
  });

  it('puts times that cannot be read before all others', () => {
    const { shown, names } = setUp([
      bot('epoch', { created_at: '1970-01-01T00:00:00Z' }),
      bot('odd', { created_at: 'yesterday' }),
      bot('early', { created_at: '1950-01-01T00:00:00Z' }),
    ]);
    shown.show(view({ sort: 'created' }));
    expect(names()).toEqual(['odd', 'early', 'epoch']);
  });
});

describe('a change of the rows', () => {
  it('is shown at once, as far as the filter lets it through', () => {
    const { rows, shown, names } = setUp(jobs);
    shown.show(view({ q: 'job', sort: 'name' }));
    rows.append([bot('job-2'), bot('beta')]);
    expect(names()).toEqual(['job-2', 'Job-9', 'job-10']);
    rows.change('bot_beta', { name: 'my job' });
    expect(names()).toEqual(['job-2', 'Job-9', 'job-10', 'my job']);
    rows.remove(['bot_job-2', 'bot_alpha']);
    expect(names()).toEqual(['Job-9', 'job-10', 'my job']);
    rows.change('bot_beta', { name: 'beta' });
    expect(names()).toEqual(['Job-9', 'job-10']);
  });

  it('tells nobody when it changes nothing that is shown', () => {
    const { rows, shown, listener } = setUp(jobs);
    shown.show(view({ q: 'job', sort: 'name' }));
    listener.mockClear();
    const before = shown.snapshot();
    rows.change('bot_job-10', { active: false }); // no status is asked for
    rows.change('bot_job-10', { name: 'job-11' }); // stays where it stands
    rows.change('bot_alpha', { name: 'beta' });
    rows.append([bot('gamma')]);
    rows.remove(['bot_gamma']);
    expect(shown.snapshot()).toBe(before);
    expect(listener).not.toHaveBeenCalled();
  });

  it('lets no row be looked at for a switch', () => {
    const { rows, shown } = setUp(jobs);
    shown.show(view({ q: 'job', sort: 'name' }));
    const order = vi.spyOn(rows, 'order');
    const at = vi.spyOn(rows, 'at');
    rows.change('bot_job-10', { active: false });
    expect(order).not.toHaveBeenCalled();
    expect(at.mock.calls.length).toBeLessThan(5);
  });

  it('brings the look-alike of a new row in, and lets go of it', () => {
    const { rows, shown, names } = setUp([bot('a'), bot('b'), bot('c')]);
    shown.show(view({ duplicates: true, sort: 'name' }));
    expect(names()).toEqual([]);
    rows.append([bot('B')]);
    expect(names()).toEqual(['b', 'B']);
    rows.change('bot_c', { name: 'A' });
    expect(names()).toEqual(['a', 'A', 'b', 'B']);
    rows.remove(['bot_B']);
    expect(names()).toEqual(['a', 'A']);
  });

  it('makes no row its own look-alike when the view is asked for in the same moment', () => {
    const rows = createRowStore();
    rows.onChange(() => shown.show(view({ duplicates: true })));
    const { slices } = createHandSlices({ first: 1_000, next: 1_000 });
    const shown = createShownRows(rows, slices);
    rows.append([bot('a')]);
    expect(shown.snapshot().slots).toEqual([]);
  });

  it('is taken in when the service gives another order', () => {
    const { rows, names } = setUp(jobs);
    readAgain(rows, [bot('new'), ...jobs.toReversed()]);
    expect(names()).toEqual(['new', 'alpha', 'Job-9', 'job-10']);
  });
});

describe('a held row', () => {
  it('stays when its status changes, and goes when it is let go', () => {
    const { rows, shown, names } = setUp(jobs);
    shown.show(view({ status: 'active' }));
    shown.hold('bot_job-10');
    rows.change('bot_job-10', { active: false });
    expect(names()).toEqual(['job-10', 'alpha']);
    shown.hold('bot_alpha');
    expect(names()).toEqual(['alpha']);
    rows.change('bot_alpha', { active: false });
    shown.release('bot_job-10');
    expect(names()).toEqual(['alpha']);
    shown.release('bot_alpha');
    expect(names()).toEqual([]);
  });

  it('is held in one view only', () => {
    const { rows, shown, names } = setUp(jobs);
    const active = view({ status: 'active' });
    shown.show(active);
    shown.hold('bot_alpha');
    rows.change('bot_alpha', { active: false });
    shown.show({ ...active });
    expect(names()).toEqual(['job-10', 'alpha']);
    shown.show(view({ status: 'inactive' }));
    shown.show(active);
    expect(names()).toEqual(['job-10']);
  });

  it('tells nobody while it has the right status', () => {
    const { shown, listener } = setUp(jobs);
    shown.show(view({ status: 'active' }));
    listener.mockClear();
    shown.hold('bot_alpha');
    shown.release();
    expect(listener).not.toHaveBeenCalled();
  });
});

it('shows chosen rows alone, whatever the filter says, in the order asked for', () => {
  const { rows, shown, names } = setUp(jobs);
  const filtered = view({ q: 'nothing', status: 'active', duplicates: true, sort: 'name' });
  shown.show(filtered, new Set(['bot_Job-9', 'bot_alpha', 'bot_gone']));
  expect(names()).toEqual(['alpha', 'Job-9']);
  rows.append([bot('gone'), bot('other')]);
  expect(names()).toEqual(['alpha', 'gone', 'Job-9']);
  shown.show(filtered);
  expect(names()).toEqual([]);
});

it('does not go through the rows again for the same view', () => {
  const { shown, listener } = setUp(jobs);
  shown.show(view({ q: 'job' }));
  listener.mockClear();
  const before = shown.snapshot();
  shown.show(view({ q: 'job' }));
  expect(shown.snapshot()).toBe(before);
  expect(listener).not.toHaveBeenCalled();
});

describe('work that takes longer than a slice', () => {
  const many = Array.from({ length: 200 }, (_, index) => bot(`job-${(index * 37) % 200}`));

  it('leaves what was shown until it is done, and says so', () => {
    const { shown, hand, names, listener } = setUp(many, 2);
    const before = shown.snapshot();
    const byName = view({ sort: 'name' });
    shown.show(byName);
    expect(shown.snapshot()).toEqual({ ...before, pending: true });
    hand.goOn();
    expect(listener).toHaveBeenCalledOnce();
    hand.finish();
    expect(shown.snapshot()).toMatchObject({ pending: false, view: byName });
    expect(names().slice(0, 3)).toEqual(['job-0', 'job-1', 'job-2']);
  });

  it('is dropped for a newer view', () => {
    const { shown, hand, names } = setUp(many, 2);
    shown.show(view({ sort: 'name' }));
    const newer = view({ q: 'job-7' });
    shown.show(newer);
    hand.finish();
    expect(shown.snapshot().view).toBe(newer);
    expect(names().slice(0, 2)).toEqual(['job-74', 'job-7']);
  });

  it('does not start anew for another key while it sorts', () => {
    const { shown, hand } = setUp(many, 2);
    let slices = 0;
    shown.show(view({ sort: 'name' }));
    for (const q of ['j', 'jo', 'job', 'job-', 'job-1', 'job-19'])
      for (let slice = 0; slice < 3; slice++) {
        hand.goOn();
        shown.show(view({ sort: 'name', q }));
      }
    while (shown.snapshot().pending) {
      hand.goOn();
      slices++;
    }
    expect(slices).toBeLessThan(5);
  });

  it('gives up rows that are removed on the way', () => {
    const { rows, shown, hand } = setUp(many, 2);
    shown.show(view({ sort: 'name' }));
    rows.remove(['bot_job-0']);
    expect(shown.snapshot().pending).toBe(true);
    expect(shown.snapshot().slots.map((slot) => rows.at(slot).id)).not.toContain('bot_job-0');
    hand.finish();
    expect(shown.snapshot().slots).toHaveLength(199);
  });

  it('ends though a page comes after each slice', () => {
    const { rows, shown, hand, names } = setUp(many, 10);
    shown.show(view({ sort: '-name', q: 'job' }));
    let pages = 0;
    while (shown.snapshot().pending && pages < 1_000) {
      rows.append([bot(`job-${1_000 + pages++}`), bot(`other-${pages}`)]);
      hand.goOn();
    }
    expect(pages).toBeLessThan(1_000);
    expect(names()).toHaveLength(200 + pages);
    expect(names()[0]).toBe(`job-${999 + pages}`);
  });

  it('ends when nobody is there any more', () => {
    const { rows, shown, hand, listener } = setUp(many, 2);
    shown.show(view({ sort: 'name' }));
    listener.mockClear();
    shown.dispose();
    hand.finish();
    rows.append([bot('late')]);
    expect(hand.waiting()).toBe(false);
    expect(listener).not.toHaveBeenCalled();
  });
});

it('ends as a filter and a sort of all rows would, whatever happens on the way', () => {
  fc.assert(
    fc.property(
      fc.array(someBot, { maxLength: 150, size: 'max' }),
      fc.integer({ min: 1, max: 8 }),
      fc.array(someStep, { maxLength: 30, size: 'max' }),
      (bots, slice, steps) => {
        const { rows, shown, hand } = setUp(unique(bots), slice);
        const now: Now = { view: plain, only: undefined, held: undefined };
        for (const step of steps) {
          step({ rows, shown, now, hand });
          const { slots, pending } = shown.snapshot();
          const expected = pending
            ? slots.filter((slot) => isLoaded(rows, slot))
            : naively(rows, now);
          expect(slots).toEqual(expected);
        }
        hand.finish();
        expect(shown.snapshot()).toEqual({
          slots: naively(rows, now),
          pending: false,
          view: now.view,
        });
      },
    ),
    { numRuns: 300 },
  );
});

type Now = { view: ListView; only: ReadonlySet<string> | undefined; held: string | undefined };
type Step = (
  page: Pick<ReturnType<typeof setUp>, 'rows' | 'shown' | 'hand'> & { now: Now },
) => void;

const someName = fc.constantFrom('job-1', 'JOB-l', 'Job-2', 'job-10', 'web 1', 'web 2', 'Web', '');
const someId = fc.nat(200).map((number) => `bot_${number}`);
const someTime = fc.constantFrom('2026-01-01T12:00:00Z', '2026-01-05T12:00:00Z', 'odd');
const someBot: fc.Arbitrary<BotUser> = fc.record({
  id: someId,
  uri: fc.constant(''),
  name: someName,
  active: fc.boolean(),
  created_at: someTime,
});
const someFilter = fc.record<ListView>({
  q: fc.constantFrom('', 'job', '1'),
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

const someStep: fc.Arbitrary<Step> = fc.oneof(
  fc.array(someBot, { maxLength: 8 }).map(
    (bots): Step =>
      ({ rows }) =>
        void rows.append(unique(bots)),
  ),
  fc.array(someBot, { maxLength: 3 }).map(
    (bots): Step =>
      ({ rows }) =>
        void rows.prepend(unique(bots)),
  ),
  fc
    .tuple(
      fc.nat(),
      fc.record(
        { name: someName, active: fc.boolean(), created_at: someTime },
        { requiredKeys: [] },
      ),
    )
    .map(
      ([index, fields]): Step =>
        ({ rows }) =>
          rows.change(idAt(rows, index), fields),
    ),
  fc.array(fc.nat(), { maxLength: 8 }).map(
    (indexes): Step =>
      ({ rows }) =>
        rows.remove(indexes.map((index) => idAt(rows, index))),
  ),
  fc.array(someBot, { maxLength: 20 }).map(
    (bots): Step =>
      ({ rows }) =>
        readAgain(rows, unique(bots)),
  ),
  someView.map((next): Step => ({ shown, now }) => {
    const fields = Object.keys(next) as Array<keyof ListView>;
    if (now.only || fields.some((field) => next[field] !== now.view[field])) now.held = undefined;
    now.view = next;
    now.only = undefined;
    shown.show(next);
  }),
  fc.array(someId, { maxLength: 20 }).map((ids): Step => ({ shown, now }) => {
    now.only = new Set(ids);
    now.held = undefined;
    shown.show(now.view, now.only);
  }),
  fc.option(fc.nat()).map((index): Step => ({ rows, shown, now }) => {
    now.held = index === null ? undefined : idAt(rows, index);
    if (now.held === undefined) shown.release();
    else shown.hold(now.held);
  }),
  fc.integer({ min: 1, max: 5 }).map((slices): Step => ({ hand }) => {
    for (let slice = 0; slice < slices; slice++) hand.goOn();
  }),
);

const isLoaded = (rows: RowStore, slot: number) => rows.slotOf(rows.at(slot).id) === slot;

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const timeOf = (one: BotUser) => (one.created_at === 'odd' ? 0 : Date.parse(one.created_at));

/** Look by look and row by row; the clock of the tests is within a day of UTC. */
function naively(
  rows: RowStore,
  { view: { q, status, from, to, group, duplicates, sort }, only, held }: Now,
) {
  const all = rows.order().map(rows.at);
  const skeletons = all.map(({ name }) => skeletonOf(name));
  const filtered = (one: BotUser) =>
    `${one.name} ${one.id}`.toLowerCase().includes(q) &&
    (status === 'all' || one.active === (status === 'active') || one.id === held) &&
    (from === '' || one.created_at.startsWith('2026-01-05')) &&
    (to === '' || one.created_at.startsWith('2026-01-01')) &&
    (group === null || groupOf(one.name) === group) &&
    (!duplicates ||
      (one.name !== '' &&
        skeletons.filter((skeleton) => skeleton === skeletonOf(one.name)).length > 1));
  const matching = all.filter((one) => (only ? only.has(one.id) : filtered(one)));
  const direction = sort.startsWith('-') ? -1 : 1;
  if (sort.endsWith('name'))
    matching.sort((one, other) => direction * collator.compare(one.name, other.name));
  if (sort.endsWith('created'))
    matching.sort((one, other) => direction * (timeOf(one) - timeOf(other)));
  return matching.map(({ id }) => rows.slotOf(id));
}
