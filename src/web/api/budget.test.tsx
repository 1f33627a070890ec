import { act, render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { rateLimiter, useBudget } from '#web/api/rate-limiter.ts';
import '#web/test/render.tsx';

const Text = () => <p>{useBudget()}</p>;

it('says what is left of a known limit, also when nothing but time passes', async () => {
  vi.useFakeTimers();
  const use = vi.spyOn(rateLimiter, 'use');
  const { container, unmount } = render(<Text />);
  expect(container.textContent).toBe('');
  for (const [used, left] of [
    [72, '1,048'],
    [1125, '0'],
  ] as const) {
    use.mockReturnValue({ used, limit: 1120 });
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(container.textContent).toBe(`${left} of 1,120 left this minute`);
  }
  unmount();
  expect(vi.getTimerCount()).toBe(0);
});
