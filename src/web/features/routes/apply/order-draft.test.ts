// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import {
  edit,
  emptyDraft,
  orderDraft,
  orderOf,
  type OrderDraft,
} from '#web/features/routes/apply/order-draft.ts';
import { session } from '#web/session/session.ts';

const order = (fields: Partial<OrderDraft>) => orderOf({ ...emptyDraft, ...fields });

it('says nothing of enforcement where that is not asked', () => {
  expect(order({ mode: 'add', enforcement: 'off' }).enabled).toBeUndefined();
  expect(order({ mode: 'remove', enforcement: 'on' }).enabled).toBeUndefined();
  expect(order({ mode: 'replace' }).enabled).toBeUndefined();
  expect(order({ mode: 'replace', enforcement: 'off' }).enabled).toBe(false);
  expect(order({ mode: 'enforce' }).enabled).toBe(true);
  expect(order({ mode: 'enforce', enforcement: 'off' }).enabled).toBe(false);
});

/** As the sign-in form does. */
async function signIn(key: string) {
  await session.nameAccount(key);
  session.signIn(key, false);
}

it('ends with the session, and waits behind a limit for the same key', async () => {
  await signIn('key-of-one-session-1234');
  edit({ ids: ['a'] });
  session.end('idle');
  await signIn('key-of-one-session-1234');
  expect(orderDraft.get().ids).toEqual(['a']);
  session.end('idle');
  await signIn('key-of-another-session-1');
  expect(orderDraft.get().ids).toEqual([]);
  edit({ ids: ['b'] });
  session.end('signed-out');
  await signIn('key-of-another-session-1');
  expect(orderDraft.get().ids).toEqual([]);
});
