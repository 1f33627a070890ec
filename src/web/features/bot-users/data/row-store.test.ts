import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { createRowStore, type RowsChange } from '#web/features/bot-users/data/row-store.ts';
import { bot } from '#web/features/bot-users/data/simulated-service.test.helper.ts';

/** A store with these rows, and what it tells from then on. */
function stored(...bots: BotUser[]) {
  const rows = createRowStore();
  rows.append(bots);
  const changes: RowsChange[] = [];
  const told: string[] = [];
  rows.onChange((change) => changes.push(change));
  rows.subscribe(() => told.push('list'));
  for (const { id } of bots) rows.subscribeRow(id, () => told.push(id));
  return { rows, changes, told };
}

const ids = (rows: ReturnType<typeof createRowStore>) =>
  rows.order().map((slot) => rows.at(slot).id);
const off = { active: false };

describe('a switch of one row', () => {
  it('tells that row and the list, and leaves the order as it is', () => {
    const { rows, changes, told } = stored(bot(2, { name: 'twin' }), bot(1, { name: 'twin' }));
    const order = rows.order();
    const slot = rows.slotOf('bot_1');
    rows.change('bot_1', off);
    expect(rows.get('bot_1')).toEqual(bot(1, { name: 'twin', ...off }));
    expect(changes).toEqual([{ kind: 'changed', slot, before: bot(1, { name: 'twin' }) }]);
    expect(told).toEqual(['list', 'bot_1']);
    expect(rows.order()).toBe(order);
    expect(rows.active).toBe(1);
  });

  it('tells its failure to that row only', () => {
    const { rows, told } = stored(bot(2), bot(1));
    const failure = { error: new Error('refused'), active: false, stamp: 0 };
    rows.fail('bot_1', failure);
    expect(rows.failureOf('bot_1')).toBe(failure);
    expect(told).toEqual(['bot_1']);
    rows.fail('bot_1', undefined);
    expect(rows.failureOf('bot_1')).toBeUndefined();
  });
});

describe('what the service tells again', () => {
  it('tells nobody when nothing differs, not even in fields that this version does not know', () => {
    const labels = { labels: { team: ['a'] } };
    const { rows, told } = stored(bot(1, labels));
    const row = rows.get('bot_1');
    rows.renew(structuredClone(bot(1, labels)));
    rows.append([bot(1, labels)]);
    expect(told).toEqual([]);
    expect(rows.get('bot_1')).toBe(row);
  });

  it('is taken when a field differs, is new or is missing', () => {
    const { rows } = stored(bot(1, { note: 'a' }));
    for (const now of [bot(1, { note: 'b' }), bot(1, { note: 'b', more: {} }), bot(1)]) {
      expect(rows.renew(now)).toBe(true);
      expect(rows.get('bot_1')).toEqual(now);
    }
  });

  it('says when it was told', () => {
    const { rows } = stored(bot(1));
    expect(rows.readAt('bot_1')).toBeGreaterThan(Date.now() - 60_000);
    expect(rows.readAt('bot_2')).toBeUndefined();
  });
});

it('knows nothing of a row that is not here', () => {
  const { rows, told } = stored(bot(1));
  rows.change('bot_2', off);
  expect(rows.renew(bot(2))).toBe(false);
  rows.remove(['bot_2']);
  expect(told).toEqual([]);
  expect([rows.get('bot_2'), rows.slotOf('bot_2'), rows.labelOf('bot_2')]).toEqual([
    undefined,
    undefined,
    '',
  ]);
});

describe('what a row is called', () => {
  const twins = [bot(222222, { name: 'twin' }), bot(111111, { name: ' twin' })] as const;

  it('has the end of its id while another looks the same, and both are told', () => {
    const { rows, told } = stored(twins[0], bot(3));
    expect(rows.labelOf('bot_222222')).toBe('twin');
    rows.append([twins[1]]);
    expect(told).toEqual(['list', 'bot_222222', 'bot_3']);
    expect([rows.labelOf('bot_222222'), rows.labelOf('bot_111111')]).toEqual([
      'twin (222222)',
      ' twin (111111)',
    ]);
    told.length = 0;
    rows.remove(['bot_111111']);
    expect(told).toContain('bot_222222');
    expect(rows.labelOf('bot_222222')).toBe('twin');
  });

  it('changes with the name of another', () => {
    const { rows, told } = stored(...twins);
    rows.change('bot_111111', { name: 'alone' });
    expect(told).toEqual(['list', 'bot_222222', 'bot_111111']);
    expect(rows.labelOf('bot_222222')).toBe('twin');
  });
});

it('tells a row when it comes and when it goes', () => {
  const { rows, told } = stored(bot(1));
  rows.remove(['bot_1']);
  rows.prepend([bot(1)]);
  expect(told).toEqual(['list', 'bot_1', 'list', 'bot_1']);
});

it('gives removed rows to who is told of them, all at once', () => {
  const { rows, changes } = stored(bot(3), bot(2), bot(1));
  rows.remove(['bot_3', 'bot_9', 'bot_1', 'bot_3']);
  expect(changes).toEqual([{ kind: 'removed', slots: new Set([0, 2]) }]);
  expect(rows.at(2)).toEqual(bot(1));
  expect(ids(rows)).toEqual(['bot_2']);
});

it('tells where new rows are, and of each only once', () => {
  const { rows, changes } = stored(bot(5));
  rows.append([bot(5), bot(4), bot(4), bot(3)]);
  rows.prepend([bot(7), bot(6)]);
  expect(ids(rows)).toEqual(['bot_7', 'bot_6', 'bot_5', 'bot_4', 'bot_3']);
  expect(changes).toEqual([
    { kind: 'added', slots: [1, 2], at: 'end' },
    { kind: 'added', slots: [3, 4], at: 'front' },
  ]);
});

describe('an order that was read again', () => {
  /** All of it at once. */
  function adopt(rows: ReturnType<typeof createRowStore>, read: BotUser[], complete = false) {
    const since = rows.next();
    for (const each of read) if (!rows.renew(each)) rows.hold(each);
    return rows.adopt(
      read.map(({ id }) => id),
      since,
      complete,
    );
  }

  it('tells only of the new rows in front when nothing else differs', () => {
    const { rows, changes } = stored(bot(2), bot(1));
    expect(adopt(rows, [bot(4), bot(3), bot(2)])).toEqual({ added: 2, gone: [] });
    expect(ids(rows)).toEqual(['bot_4', 'bot_3', 'bot_2', 'bot_1']);
    expect(changes).toEqual([{ kind: 'added', slots: [2, 3], at: 'front' }]);
  });

  it('tells nobody when nothing differs', () => {
    const { rows, told } = stored(bot(2), bot(1));
    const order = rows.order();
    expect(adopt(rows, [bot(2)])).toEqual({ added: 0, gone: [] });
    expect(told).toEqual([]);
    expect(rows.order()).toBe(order);
  });

  it('lets go of what was missing above a row that was there, and of nothing below it', () => {
    const { rows } = stored(bot(4), bot(3), bot(2), bot(1));
    expect(adopt(rows, [bot(4), bot(2)])).toEqual({ added: 0, gone: ['bot_3'] });
    expect(ids(rows)).toEqual(['bot_4', 'bot_2', 'bot_1']);
  });

  it('lets go of all that was missing when it is complete', () => {
    const { rows } = stored(bot(4), bot(3), bot(2), bot(1));
    expect(adopt(rows, [bot(3), bot(0)], true)).toEqual({
      added: 1,
      gone: ['bot_4', 'bot_2', 'bot_1'],
    });
    expect(ids(rows)).toEqual(['bot_3', 'bot_0']);
  });

  it('lets go of nothing when rows stand in another order than before: one may have moved', () => {
    const { rows } = stored(bot(4), bot(3), bot(2), bot(1));
    expect(adopt(rows, [bot(2), bot(4)]).gone).toEqual([]);
    expect(ids(rows).toSorted()).toEqual(['bot_1', 'bot_2', 'bot_3', 'bot_4']);
  });

  it('leaves out what is new below the last row that was here', () => {
    const { rows } = stored(bot(4), bot(1));
    expect(adopt(rows, [bot(4), bot(2)])).toEqual({ added: 0, gone: [] });
    expect(ids(rows)).toEqual(['bot_4', 'bot_1']);
  });

  it('does not miss a row that came meanwhile', () => {
    const { rows } = stored(bot(2), bot(1));
    const since = rows.next();
    rows.prepend([bot(3)]);
    expect(rows.adopt(['bot_2', 'bot_1'], since, true)).toEqual({ added: 0, gone: [] });
    expect(ids(rows)).toEqual(['bot_3', 'bot_2', 'bot_1']);
  });

  it('has its place between rows that came meanwhile, when nothing else is left', () => {
    const { rows } = stored(bot(6));
    const since = rows.next();
    rows.prepend([bot(9)]);
    rows.append([bot(3)]);
    rows.hold(bot(5));
    expect(rows.adopt(['bot_5'], since, true)).toEqual({ added: 1, gone: ['bot_6'] });
    expect(ids(rows)).toEqual(['bot_9', 'bot_5', 'bot_3']);
  });

  it('knows what happened meanwhile to rows that were read for it', () => {
    const { rows } = stored(bot(1));
    for (const each of [bot(4), bot(3), bot(2)]) rows.hold(each);
    expect(rows.get('bot_4')).toBeUndefined();
    rows.change('bot_4', off);
    rows.renew(bot(3, { name: 'new' }));
    rows.remove(['bot_2']);
    rows.adopt(['bot_4', 'bot_3', 'bot_2', 'bot_1'], 1, true);
    expect(rows.order().map((slot) => rows.at(slot))).toEqual([
      bot(4, off),
      bot(3, { name: 'new' }),
      bot(1),
    ]);
  });

  it('places rows that only stood in front', () => {
    const { rows } = stored(bot(1));
    const [slot = -1] = rows.prepend([bot(2)]);
    expect(rows.isPlaced(slot)).toBe(false);
    adopt(rows, [bot(3), bot(2), bot(1)]);
    expect(ids(rows)).toEqual(['bot_3', 'bot_2', 'bot_1']);
    expect(rows.isPlaced(slot)).toBe(true);
  });
});

const some = fc.record({
  rank: fc.nat(12),
  name: fc.constantFrom('a', 'A', 'b', ' b', 'c'),
  active: fc.boolean(),
});
const step = fc.record({
  do: fc.constantFrom('append', 'prepend', 'renew', 'change', 'remove'),
  bots: fc.array(some, { maxLength: 5 }),
});

it('is what a plain list would be, after any steps', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const rows = createRowStore();
      let list: BotUser[] = [];
      for (const { do: what, bots } of steps) {
        const given = bots.map(({ rank, ...parts }) => bot(rank, parts));
        const own = [...new Map(given.map((each) => [each.id, each])).values()];
        const now = new Map(own.map((each) => [each.id, each]));
        const kept = list.map((each) => now.get(each.id) ?? each);
        const fresh = own.filter(({ id }) => !list.some((each) => each.id === id));
        if (what === 'append') {
          rows.append(given);
          list = [...kept, ...fresh];
        } else if (what === 'prepend') {
          rows.prepend(given);
          list = [...fresh, ...kept];
        } else if (what === 'remove') {
          rows.remove(given.map(({ id }) => id));
          list = list.filter(({ id }) => !now.has(id));
        } else {
          for (const each of own) {
            if (what === 'renew') rows.renew(each);
            else rows.change(each.id, each);
          }
          list = kept;
        }
      }
      expect(rows.order().map((slot) => rows.at(slot))).toEqual(list);
      expect(rows.size).toBe(list.length);
      expect(rows.active).toBe(list.filter(({ active }) => active).length);
      for (const [index, each] of list.entries()) {
        expect(rows.slotOf(each.id)).toBe(rows.order()[index]);
        const twins = list.filter(({ name }) => name.trim() === each.name.trim());
        const label = twins.length > 1 ? `${each.name} (${each.id.slice(-6)})` : each.name;
        expect(rows.labelOf(each.id)).toBe(label);
      }
    }),
    { numRuns: 300 },
  );
});

it('takes 100,000 rows in pages of 100', () => {
  const rows = createRowStore();
  for (let page = 0; page < 1000; page++)
    rows.append(Array.from({ length: 100 }, (_, index) => bot(100_000 - page * 100 - index)));
  expect(rows.size).toBe(100_000);
  expect(rows.get('bot_1')).toEqual(bot(1));
});
