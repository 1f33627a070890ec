// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import type { BotUser } from '#contract/bot-user.ts';
import { createTabs, type News } from '#web/features/bot-users/data/tabs.ts';

const bot: BotUser = {
  id: 'bot_1',
  uri: '/bot_users/bot_1',
  name: 'one',
  active: true,
  created_at: '2026-01-02T03:04:05Z',
};

/** Tabs of one browser, each in the session that it says. */
function browser() {
  const channels: EventTarget[] = [];
  return (fingerprint: number | undefined) => {
    const target = new EventTarget();
    channels.push(target);
    const channel = {
      addEventListener: target.addEventListener.bind(target),
      postMessage(data: unknown) {
        for (const other of channels)
          if (other !== target) other.dispatchEvent(new MessageEvent('message', { data }));
      },
    } as Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
    const tabs = createTabs({ channel, fingerprint: () => fingerprint });
    const heard: News[] = [];
    tabs.listen((news) => heard.push(news));
    return { tabs, heard, channel };
  };
}

it('tells the other tabs of the same session, and not itself', () => {
  const open = browser();
  const [one, other] = [open(7), open(7)];
  const all: News[] = [
    { type: 'created', bot },
    { type: 'changed', bot },
    { type: 'removed', id: 'bot_1' },
  ];
  for (const news of all) one.tabs.tell(news);
  expect(other.heard).toEqual(all);
  expect(one.heard).toEqual([]);
});

it('takes nothing from a tab in another session, or in none', () => {
  const open = browser();
  const [other, signedOut, mine] = [open(8), open(undefined), open(7)];
  other.tabs.tell({ type: 'removed', id: 'bot_1' });
  signedOut.tabs.tell({ type: 'removed', id: 'bot_1' });
  expect(mine.heard).toEqual([]);
});

it.each([
  null,
  'removed',
  { of: 7 },
  { of: 7, news: { type: 'removed' } },
  { of: 7, news: { type: 'changed', bot: { ...bot, active: 'yes' } } },
  { of: 7, news: { type: 'other', id: 'bot_1' } },
])('passes over what no tab of this app says: %j', (message) => {
  const open = browser();
  const [stranger, mine] = [open(7), open(7)];
  stranger.channel.postMessage(message);
  expect(mine.heard).toEqual([]);
});

it('posts nothing when nobody is signed in', () => {
  const postMessage = vi.fn<(message: unknown) => void>();
  const channel = { postMessage, addEventListener: () => {} };
  createTabs({ channel, fingerprint: () => undefined }).tell({ type: 'removed', id: 'bot_1' });
  expect(postMessage).not.toHaveBeenCalled();
});
