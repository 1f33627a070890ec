import { expect, it } from 'vitest';
import type { ModuleReading } from '#web/features/routes/module-reading.ts';
import { changedWords } from '#web/features/routes/module-write.ts';

const reading = (enabled: boolean, ifMatch?: string): ModuleReading => ({
  kind: 'module',
  module: { enabled, ids: ['a'] },
  read_at: 1,
  ...(ifMatch !== undefined && { condition: { ifMatch } }),
});

it.each([
  ['another module', reading(false, '"2"'), 'This is how it is now.'],
  ['no module', { kind: 'none', routeExists: true, read_at: 1 } as const, 'This is how it is now.'],
  ['an equal one under another tag', reading(true, '"2"'), 'is now as it was before.'],
  ['the same one, without a tag to ask for', reading(true), 'yet it shows the same one.'],
])('says what to think of %s after a refusal', (_, now, words) => {
  expect(changedWords(reading(true, '"1"'), now)).toContain(words);
});
