// @vitest-environment happy-dom
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { readMessage } from '#web/session/held-session.ts';

const NOW = 1_900_000_000_000;
const DAY = 24 * 60 * 60_000;
beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** What is checked by hand, as a schema would say it. */
const moment = z.int().check(z.nonnegative(), z.maximum(NOW + DAY));
const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ask') }),
  z.object({
    type: z.literal('give'),
    session: z.object({
      key: z.string().check(z.regex(/^[\x21-\x7e]+$/)),
      stamp: moment,
      lineage: moment,
      signedInAt: moment,
      usedAt: moment,
    }),
  }),
  z.object({
    type: z.literal('end'),
    reason: z.enum(['signed-out', 'idle', 'age', 'none']),
    stamp: moment,
  }),
  z.object({ type: z.literal('used'), at: moment }),
]);

const odd = fc.oneof(
  fc.constantFrom(undefined, null, '', NaN, Infinity, -1, 0.5, NOW + DAY + 1, '0', 2 ** 53, [], {}),
  fc.anything(),
);
/** Mostly right, so that often one thing alone is wrong. */
const mostly = <Value>(right: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: odd });
const moments = mostly(fc.oneof(fc.nat(NOW + DAY), fc.constantFrom(0, NOW + DAY)));
const keys = mostly(fc.oneof(fc.stringMatching(/^[\x21-\x7e]+$/), fc.string({ unit: 'binary' })));
const sessions = fc.record(
  { key: keys, stamp: moments, lineage: moments, signedInAt: moments, usedAt: moments, more: odd },
  { requiredKeys: ['key', 'stamp', 'lineage', 'signedInAt', 'usedAt'] },
);
const messages = fc.record(
  {
    type: mostly(fc.constantFrom('ask', 'give', 'end', 'used')),
    session: mostly(sessions),
    reason: mostly(fc.constantFrom('signed-out', 'idle', 'age', 'none')),
    stamp: moments,
    at: moments,
  },
  { requiredKeys: ['type'] },
);

it('takes of what is posted exactly the messages of this app, and nothing beside them', () => {
  fc.assert(
    fc.property(mostly(messages), (data) => {
      expect(readMessage(data)).toEqual(z.safeParse(Message, data).data);
    }),
    { numRuns: 300 },
  );
});
