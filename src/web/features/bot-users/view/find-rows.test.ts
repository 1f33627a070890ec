import { expect, it } from 'vitest';
import { findRows } from '#web/features/bot-users/view/find-rows.ts';
import { bot, page } from '#web/features/bot-users/view/samples.test.helper.ts';

const pages = [page(bot('ci-one'), bot('ci-two'), bot('Émil')), page(bot('one'), bot('one-more'))];
const names = (q: string, most = 8) => findRows(pages, q, most).map(({ name }) => name);

it('finds what the filter of the list finds, first what begins with the text', () => {
  expect(names('ONE')).toEqual(['one', 'one-more', 'ci-one']);
  expect(names('éM')).toEqual(['Émil']);
  expect(names('bot_ci-t')).toEqual(['ci-two']);
});

it('finds no more than are wanted, and nothing for no text', () => {
  expect(names('one', 2)).toEqual(['one', 'one-more']);
  expect(names('one', 1)).toEqual(['one']);
  expect(names(' ')).toEqual([]);
});
