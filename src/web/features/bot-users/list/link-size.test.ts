import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { linkSize, linkSizeParam } from '#web/features/bot-users/list/link-size.ts';

const view = { isView: true, pages: 3, loaded: 300, isComplete: false, before: undefined };

it('says how much is loaded while that decides what is shown', () => {
  expect(linkSizeParam(view)).toBe('300');
  expect(linkSizeParam({ ...view, isView: false })).toBe('');
  expect(linkSizeParam({ ...view, pages: 1, loaded: 100 })).toBe('');
});

it('keeps what somebody else had loaded until as much is here, or there is no more', () => {
  const opened = { ...view, pages: 1, loaded: 100, before: 300 };
  expect(linkSizeParam(opened)).toBe('300');
  expect(linkSizeParam({ ...opened, pages: 4, loaded: 400 })).toBe('400');
  expect(linkSizeParam({ ...opened, isComplete: true })).toBe('');
  expect(linkSizeParam({ ...opened, isView: false })).toBe('');
});

it.each(['', 'loaded=', 'loaded=x', 'loaded=100', 'loaded=-3', 'loaded=1e99', 'loaded=300.5'])(
  'reads nothing in %j',
  (query) => expect(linkSize(new URLSearchParams(query))).toBeUndefined(),
);

it('comes to rest: what is written reads as it was written', () => {
  const facts = fc.record({
    isView: fc.boolean(),
    pages: fc.nat(50),
    loaded: fc.nat(5000),
    isComplete: fc.boolean(),
    before: fc.option(fc.integer({ min: 101, max: 9000 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(facts, (given) => {
      const written = linkSizeParam(given);
      const read = linkSize(new URLSearchParams({ loaded: written }));
      expect(read === undefined ? '' : String(read)).toBe(written);
      expect(linkSizeParam({ ...given, before: read })).toBe(written);
    }),
  );
});
