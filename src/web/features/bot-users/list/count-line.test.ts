// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { countText } from '#web/features/bot-users/list/count-line.tsx';

const known = { size: 1000, follows: 'more', isStopped: false, isNewestFirst: true } as const;

it.each([
  [known, '1,000 loaded, newest first. The service has more.'],
  [
    { ...known, isNewestFirst: false },
    '1,000 loaded, in the service’s order. The service has more.',
  ],
  [{ ...known, follows: 'end' }, 'All 1,000 loaded.'],
  [{ ...known, isStopped: true }, '1,000 loaded. Loading stopped after an error.'],
  [
    { ...known, follows: 'repeated' },
    '1,000 loaded. The service repeated a page. Loading stopped.',
  ],
  [
    { ...known, follows: 'empty' },
    '1,000 loaded. The service sent one empty page after the other. Loading stopped.',
  ],
] as const)('of %j it says %j', (facts, text) => {
  expect(countText(facts)).toBe(text);
});
