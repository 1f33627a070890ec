import { expect, it } from 'vitest';
import type { KnownChange } from '#web/features/bot-users/data/local-changes.ts';
import { connectTabs } from '#web/features/bot-users/data/tabs.ts';

const change: KnownChange = {
  type: 'updated',
  requestedAt: 1,
  bot: { id: 'a', uri: '/bot_users/a', name: 'a', active: true, created_at: '' },
};

function open(account: string | undefined) {
  const applied: KnownChange[] = [];
  const posted: unknown[] = [];
  const target = new EventTarget();
  const channel = {
    postMessage: (message: unknown) => void posted.push(message),
    addEventListener: target.addEventListener.bind(target),
  };
  const session = new AbortController();
  const parts = { channel, account: () => account, session: session.signal };
  const tell = connectTabs(parts, (each) => void applied.push(each));
  const receive = (data: unknown) => target.dispatchEvent(new MessageEvent('message', { data }));
  return { applied, posted, session, tell, receive };
}

it('takes what another tab of the same session tells, until the session ends', () => {
  const { applied, receive, session } = open('a');
  receive({ of: 'a', change });
  receive({ of: 'a', change: { type: 'deleted', id: 'a' } });
  session.abort();
  receive({ of: 'a', change });
  expect(applied).toEqual([change, { type: 'deleted', id: 'a' }]);
});

it.each([
  ['another session', { of: 'b', change }],
  ['another app', 'hello'],
  ['another version', { of: 'a', news: { type: 'removed', id: 'a' } }],
  ['nobody knows whom', { of: 'a', change: { type: 'updated', bot: { id: 1 } } }],
])('takes nothing from %s', (_who, message) => {
  const { applied, receive } = open('a');
  receive(message);
  expect(applied).toEqual([]);
});

it('posts nothing when nobody is signed in', () => {
  const { posted, tell } = open(undefined);
  tell(change);
  expect(posted).toEqual([]);
});
