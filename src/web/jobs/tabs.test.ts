import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTabs } from '#web/jobs/tabs.ts';
import { createChannels } from '#web/test/browser.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('without locks one of two tabs that ask at the same time gets it, and the other one after it', async () => {
  const { open } = createChannels();
  const openTab = () => {
    const { channel } = open();
    // From one tab to another takes a while.
    const postMessage = (data: unknown) => void setTimeout(() => channel.postMessage(data), 5);
    return createTabs({ locks: undefined, channel: { ...channel, postMessage } });
  };
  const tabs = [openTab(), openTab()];
  let most = 0;
  let held = 0;
  const work = async () => {
    most = Math.max(most, ++held);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    held -= 1;
  };
  const { signal } = new AbortController();
  const all = Promise.all(tabs.map(({ withLock }) => withLock(work, signal)));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await all).toEqual([true, true]);
  expect(most).toBe(1);
});
