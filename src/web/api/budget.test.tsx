// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBrowser } from '#web/api/rate-limiter.test.helper.ts';
import { rateLimiter, useBudget } from '#web/api/rate-limiter.ts';

const Text = () => <p>{useBudget()}</p>;
const host = document.createElement('div');
const root = createRoot(host);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('says what is left of a known limit, also when nothing but time passes', async () => {
  const tab = createBrowser().openTab(1120);
  vi.spyOn(rateLimiter, 'use').mockImplementation(tab.use);
  const pass = (seconds: number) => act(async () => vi.advanceTimersByTimeAsync(seconds * 1000));
  await act(async () => root.render(<Text />));
  expect(host.textContent).toBe('1,120 of 1,120 left this minute');

  const request = { isBackground: true };
  await act(() => Promise.all(Array.from({ length: 72 }, () => tab.acquire(request))));
  await pass(1);
  expect(host.textContent).toBe('1,048 of 1,120 left this minute');
  await pass(59);
  expect(host.textContent).toBe('1,048 of 1,120 left this minute');
  await pass(1);
  expect(host.textContent).toBe('1,120 of 1,120 left this minute');

  vi.spyOn(rateLimiter, 'use').mockReturnValue({ used: 1125, limit: 1120 });
  await pass(1);
  expect(host.textContent).toBe('0 of 1,120 left this minute');
  await act(async () => root.unmount());
  expect(vi.getTimerCount()).toBe(0);
});
