import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLookAlikes } from '#web/features/bot-users/view/look-alikes.ts';
import { skeletonOf } from '#web/features/bot-users/view/skeleton.ts';
import { createRowStore, type RowStore } from '#web/features/bot-users/data/row-store.ts';

let ids = 0;
const bot = (name: string) => ({
  id: `bot_${++ids}`,
  uri: '',
  name,
  active: true,
  created_at: '2026-01-01T00:00:00Z',
});

/** Wired as the shown rows do it. @returns also what was said to be affected since it was asked last */
function lookAlikesOf(rows: RowStore) {
  const lookAlikes = createLookAlikes(rows);
  const affected = new Set<string>();
  rows.onChange((change) => {
    for (const slot of lookAlikes.take(change)) affected.add(rows.at(slot).name);
  });
  return {
    build: () => void [...lookAlikes.built()],
    start: () => lookAlikes.built(),
    names: () =>
      rows
        .order()
        .filter(lookAlikes.has)
        .map((slot) => rows.at(slot).name),
    affected() {
      const names = [...affected].toSorted();
      affected.clear();
      return names;
    },
  };
}

function filled(...names: string[]) {
  const rows = createRowStore();
  rows.append(names.map(bot));
  const idOf = (name: string) => {
    const slot = rows.order().find((one) => rows.at(one).name === name);
    return slot === undefined ? '' : rows.at(slot).id;
  };
  return { rows, idOf, lookAlikes: lookAlikesOf(rows) };
}

it('finds rows that look like another one, and no row without a name to see', () => {
  const { lookAlikes } = filled('eu-1', 'web', 'EU - l', ' ', '', 'other');
  lookAlikes.build();
  expect(lookAlikes.names()).toEqual(['eu-1', 'EU - l']);
});

it('brings the row in that a new one looks like', () => {
  const { rows, lookAlikes } = filled('a', 'b');
  lookAlikes.build();
  rows.append([bot('A'), bot('c')]);
  expect(lookAlikes.names()).toEqual(['a', 'A']);
  expect(lookAlikes.affected()).toEqual(['A', 'a']);
  rows.append([bot(' a ')]);
  expect(lookAlikes.affected()).toEqual([' a ']);
});

it('lets go of the last one of a look', () => {
  const { rows, idOf, lookAlikes } = filled('a', 'A', 'a ');
  lookAlikes.build();
  rows.remove([idOf('A')]);
  expect(lookAlikes.names()).toEqual(['a', 'a ']);
  expect(lookAlikes.affected()).toEqual([]);
  rows.remove([idOf('a ')]);
  expect(lookAlikes.names()).toEqual([]);
  expect(lookAlikes.affected()).toEqual(['a']);
});

it('names no row that went together with its look-alike', () => {
  const { rows, idOf, lookAlikes } = filled('a', 'A');
  lookAlikes.build();
  rows.remove([idOf('a'), idOf('A')]);
  expect(lookAlikes.affected()).toEqual([]);
});

it('follows a new name from one look to another', () => {
  const { rows, idOf, lookAlikes } = filled('a', 'A', 'b');
  lookAlikes.build();
  rows.change(idOf('A'), { name: 'B' });
  expect(lookAlikes.names()).toEqual(['B', 'b']);
  expect(lookAlikes.affected()).toEqual(['B', 'a', 'b']);
});

it('does nothing for a switch', () => {
  const { rows, idOf, lookAlikes } = filled('a', 'A');
  lookAlikes.build();
  rows.change(idOf('A'), { active: false });
  expect(lookAlikes.affected()).toEqual([]);
});

it('does nothing before it is asked for', () => {
  const { rows, lookAlikes } = filled('a');
  rows.append([bot('A')]);
  expect(lookAlikes.affected()).toEqual([]);
  expect(lookAlikes.names()).toEqual([]);
});

it('goes on where it was, with what has changed on the way', () => {
  const names = Array.from({ length: 300 }, (_, index) => `job-${index + 2}`);
  const { rows, idOf, lookAlikes } = filled(...names);
  const dropped = lookAlikes.start();
  dropped.next();
  dropped.next();
  rows.change(idOf('job-2'), { name: 'JOB-300' });
  rows.change(idOf('job-299'), { name: 'Job-3' });
  rows.remove([idOf('job-298')]);
  rows.append([bot('job 40'), bot('job-298'), bot('JOB-40')]);
  lookAlikes.build();
  expect(lookAlikes.names()).toEqual(['JOB-300', 'job-3', 'job-40', 'Job-3', 'job-300', 'JOB-40']);
});

it('takes no two of many names for one', () => {
  const rows = createRowStore();
  rows.append(Array.from({ length: 50_000 }, (_, index) => bot(`job-${(index + 2) * 222}`)));
  const lookAlikes = lookAlikesOf(rows);
  lookAlikes.build();
  const alike = new Map<string, number>();
  for (const slot of rows.order()) {
    const skeleton = skeletonOf(rows.at(slot).name);
    alike.set(skeleton, (alike.get(skeleton) ?? 0) + 1);
  }
  const twins = [...alike.values()].filter((count) => count > 1);
  expect(lookAlikes.names()).toHaveLength(twins.reduce((sum, count) => sum + count, 0));
});

it('says of every change whom it affects', () => {
  const name = fc.constantFrom('a', 'A', ' a', 'b', 'B', 'c', '');
  const step = fc.oneof(
    fc.record({ add: fc.array(name, { maxLength: 4 }), front: fc.boolean() }),
    fc.record({ at: fc.nat(), to: name }),
    fc.record({ remove: fc.array(fc.nat(), { maxLength: 4 }) }),
  );
  fc.assert(
    fc.property(fc.array(name), fc.array(step), (names, steps) => {
      const { rows, lookAlikes } = filled(...names);
      lookAlikes.build();
      const recount = () => {
        const alike = naively(rows);
        expect(lookAlikes.names()).toEqual(alike.map((slot) => rows.at(slot).name));
        return alike;
      };
      recount();
      const idAt = (index: number) => rows.at(rows.order()[index % rows.size] ?? 0).id;
      for (const one of steps) {
        const before = new Set(naively(rows));
        lookAlikes.affected();
        if ('add' in one) rows[one.front ? 'prepend' : 'append'](one.add.map(bot));
        else if (rows.size === 0) continue;
        else if ('to' in one) rows.change(idAt(one.at), { name: one.to });
        else rows.remove(one.remove.map(idAt));
        const after = new Set(recount());
        const affected = lookAlikes.affected();
        const entered = rows.order().filter((slot) => before.has(slot) !== after.has(slot));
        expect(affected).toEqual(expect.arrayContaining(entered.map((slot) => rows.at(slot).name)));
      }
    }),
  );
});

function naively(rows: RowStore) {
  const skeleton = (slot: number) => skeletonOf(rows.at(slot).name);
  return rows
    .order()
    .filter(
      (slot) =>
        skeleton(slot) !== '' &&
        rows.order().some((other) => other !== slot && skeleton(other) === skeleton(slot)),
    );
}
