import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Page } from '#web/features/bot-users/view/by-page.ts';
import { createLabels } from '#web/features/bot-users/view/shared-keys.ts';
import { bot, changed, page } from '#web/features/bot-users/view/samples.test.helper.ts';
import { createSharedKeys } from '#web/features/bot-users/view/shared-keys.ts';
import { skeletonOf } from '#web/features/bot-users/view/skeleton.ts';

let ids = 0;
const named = (name: string) => bot(name, { id: `bot_${++ids}` });

function duplicates() {
  const keys = createSharedKeys(skeletonOf);
  return {
    /** @returns whether other rows may be concerned */
    follow(pages: readonly Page[]) {
      const work = keys.follow(pages);
      for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
    },
    start: (pages: readonly Page[]) => keys.follow(pages),
    names: (pages: readonly Page[]) => pages.flatMap(keys.sharedIn).map(({ name }) => name),
  };
}

const pagesOf = (...names: string[]) => names.map((name) => page(named(name)));
const idOf = (pages: readonly Page[], name: string) =>
  pages.flatMap(({ bot_users }) => bot_users).find((each) => each.name === name)?.id ?? '';

it('finds rows that look like another one, and no row without a name to see', () => {
  const { follow, names } = duplicates();
  const pages = [page(...['eu-1', 'web', 'EU - l', ' ', '', 'other'].map(named))];
  follow(pages);
  expect(names(pages)).toEqual(['eu-1', 'EU - l']);
});

it('tells when a row comes that another one looks like', () => {
  const { follow, names } = duplicates();
  const pages = pagesOf('a', 'b');
  follow(pages);
  expect(follow([...pages, page(named('c'))])).toBe(false);
  const more = [...pages, page(named('A'))];
  expect(follow(more)).toBe(true);
  expect(names(more)).toEqual(['a', 'A']);
  expect(follow([...more, page(named(' a '))])).toBe(false);
});

it('lets go of the last one of a look', () => {
  const { follow, names } = duplicates();
  let pages = pagesOf('a', 'A', 'a ');
  follow(pages);
  pages = changed(pages, idOf(pages, 'A'), undefined);
  expect(follow(pages)).toBe(false);
  pages = changed(pages, idOf(pages, 'a '), undefined);
  expect(follow(pages)).toBe(true);
  expect(names(pages)).toEqual([]);
});

it('concerns no other row by a switch', () => {
  const { follow, names } = duplicates();
  const pages = pagesOf('a', 'A', 'b');
  follow(pages);
  const switched = changed(pages, idOf(pages, 'A'), { active: false });
  expect(follow(switched)).toBe(false);
  expect(names(switched)).toEqual(['a', 'A']);
});

it('is not wrong after work that was dropped', () => {
  const { start, follow, names } = duplicates();
  const pages = pagesOf('a', 'b', 'c');
  const dropped = start(pages);
  dropped.next();
  const more = [...pages.slice(1), page(named('B'))];
  follow(more);
  expect(names(more)).toEqual(['b', 'B']);
});

it('is what a count of all rows says, however they came', () => {
  const name = fc.constantFrom('a', 'A', ' a', 'b', 'B', 'c', '');
  const step = fc.oneof(
    fc.record({ add: fc.array(name, { maxLength: 4 }) }),
    fc.record({ at: fc.nat(), to: fc.option(name, { nil: undefined }) }),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const { follow, names } = duplicates();
      let pages: Page[] = [];
      for (const each of steps) {
        const rows = pages.flatMap(({ bot_users }) => bot_users);
        if ('add' in each) pages = [...pages, page(...each.add.map(named))];
        else
          pages = changed(
            pages,
            rows[each.at % Math.max(1, rows.length)]?.id ?? '',
            each.to === undefined ? undefined : { name: each.to },
          );
        follow(pages);
        const all = pages.flatMap(({ bot_users }) => bot_users.map((row) => row.name));
        const skeletons = all.map(skeletonOf);
        expect(names(pages)).toEqual(
          all.filter(
            (one) =>
              skeletonOf(one) !== '' && skeletons.filter((s) => s === skeletonOf(one)).length > 1,
          ),
        );
      }
    }),
  );
});

describe('what a row is called', () => {
  const twins = [bot('twin', { id: 'bot_222222' }), bot(' twin', { id: 'bot_111111' })] as const;

  it('has the end of its id while another looks the same', () => {
    const labels = createLabels();
    const alone = [page(twins[0])];
    const before = labels(alone);
    expect(before(twins[0])).toBe('twin');
    const both = [...alone, page(twins[1])];
    expect(labels(both)).not.toBe(before);
    expect(both.flatMap(({ bot_users }) => bot_users).map(labels(both))).toEqual([
      'twin (222222)',
      ' twin (111111)',
    ]);
    expect(labels(changed(both, 'bot_111111', { name: 'other' }))(twins[0])).toBe('twin');
  });

  it('is told by the same function as long as it stays so', () => {
    const labels = createLabels();
    const pages = [page(...twins), page(bot('c'))];
    const before = labels(pages);
    expect(labels(changed(pages, 'bot_222222', { active: false }))).toBe(before);
    expect(labels([...pages, page(bot('d'))])).toBe(before);
  });
});
