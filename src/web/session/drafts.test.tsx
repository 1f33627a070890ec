import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createDraft, takeDraft, useKeptDraft } from '#web/session/drafts.ts';
import { session } from '#web/session/session.ts';
import type { EndReason } from '#web/session/stored-session.ts';
import '#web/test/render.tsx';

/** Types on a page that goes with its session. */
function type(value: unknown, reason: EndReason) {
  session.signIn('first', false, 'one');
  const { unmount } = renderHook(() => useKeptDraft('/page', value));
  session.end(reason);
  unmount();
}

it.each([
  ['is kept over a limit, once, for the same key', 'idle', 'one', ['typed', undefined]],
  ['is not given to another key', 'age', 'other', [undefined, undefined]],
  ['goes with a sign-out', 'signed-out', 'one', [undefined, undefined]],
] as const)('what is typed %s', (_, reason, account, taken) => {
  type('typed', reason);
  session.signIn('next', false, account);
  expect([takeDraft('/page'), takeDraft('/page')]).toEqual(taken);
});

it('is not lost where nothing is typed later, but by the next sign-out', () => {
  type('typed', 'idle');
  type(undefined, 'idle');
  session.signIn('first', false, 'one');
  expect(takeDraft('/page')).toBe('typed');
  type('typed', 'idle');
  session.signIn('first', false, 'one');
  session.end('signed-out');
  session.signIn('first', false, 'one');
  expect(takeDraft('/page')).toBeUndefined();
});

it('is not lost by what another account types and leaves meanwhile', () => {
  type('typed', 'idle');
  session.signIn('second', false, 'two');
  const { unmount } = renderHook(() => useKeptDraft('/other', 'theirs'));
  session.end('idle');
  unmount();
  session.signIn('first', false, 'one');
  expect([takeDraft('/page'), takeDraft('/other')]).toEqual(['typed', undefined]);
});

it('waits for its own account, whatever limit another one has met meanwhile', () => {
  const draft = createDraft({ text: '' });
  const signIn = (account: string) => {
    session.signIn('key', false, account);
    return draft.get().text;
  };
  signIn('a');
  draft.edit({ text: 'new' });
  session.end('idle');
  expect([signIn('b'), signIn('a')]).toEqual(['', 'new']);
  session.end('idle');
  expect(signIn('b')).toBe('');
  session.end('idle');
  expect([signIn('b'), signIn('a')]).toEqual(['', 'new']);
  session.end('signed-out');
  expect(signIn('a')).toBe('');
});
