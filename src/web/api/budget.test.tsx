import { act, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createBrowser } from '#client/rate-limiter.test.helper.ts';
import { rateLimiter, useBudget } from '#web/api/rate-limiter.ts';
import '#web/test/render.tsx';

const Text = () => <p>{useBudget()}</p>;

it('says what is left of a known limit, also when nothing but time passes', async () => {
  vi.useFakeTimers();
  const tab = createBrowser().openTab(1120);
  const use = vi.spyOn(rateLimiter, 'use').mockImplementation(tab.use);
  const { container, unmount } = render(<Text />);
  const left = () => container.textContent;
  const pass = (seconds: number) => act(async () => vi.advanceTimersByTimeAsync(seconds * 1000));
  expect(left()).toBe('1,120 of 1,120 left this minute');

  const request = { isBackground: true };
  await act(() => Promise.all(Array.from({ length: 72 }, () => tab.acquire(request))));
  await pass(1);
  expect(left()).toBe('1,048 of 1,120 left this minute');
  await pass(59);
  expect(left()).toBe('1,048 of 1,120 left this minute');
  await pass(1);
  expect(left()).toBe('1,120 of 1,120 left this minute');

  use.mockReturnValue({ used: 1125, limit: 1120 });
  await pass(1);
  expect(left()).toBe('0 of 1,120 left this minute');
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
