// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { countText } from '#web/features/bot-users/list/count-line.tsx';

const known = { loaded: 1000, end: undefined, nextPageError: null, isNewestFirst: true } as const;

it.each([
  [known, '1,000 loaded, newest first. The service has more.'],
  [
    { ...known, isNewestFirst: false },
    '1,000 loaded, in the service’s order. The service has more.',
  ],
  [{ ...known, end: 'last' }, 'All 1,000 loaded.'],
  [{ ...known, nextPageError: new Error('no') }, '1,000 loaded. Loading stopped after an error.'],
  [{ ...known, end: 'repeated' }, '1,000 loaded. The service repeated a page. Loading stopped.'],
  [{ ...known, end: 'empty' }, '1,000 loaded. Stopped: the service sent empty pages.'],
] as const)('of %j it says %j', (facts, text) => {
  expect(countText(facts)).toBe(text);
});
