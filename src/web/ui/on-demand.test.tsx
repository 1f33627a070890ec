import { render, screen } from '@testing-library/react';
import { Component, Suspense, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '#web/test/render.tsx';
import { hasChunkError, loadAtLast, watchForChunkErrors } from '#web/ui/chunk-error.ts';
import { onDemand } from '#web/ui/on-demand.tsx';

const page = new EventTarget();
watchForChunkErrors(page);

/** As Vite tells of a file that could not be fetched. */
function failedLoad(): Error {
  const payload = new TypeError('Failed to fetch dynamically imported module');
  page.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  return payload;
}

class Boundary extends Component<{ children: ReactNode }, { isBroken?: true }> {
  override state: { isBroken?: true } = {};
  static getDerivedStateFromError = () => ({ isBroken: true });
  override render = () => (this.state.isBroken ? 'The page crashed' : this.props.children);
}

function show(load: () => Promise<{ Part: () => ReactNode }>) {
  const Part = onDemand(load, 'Part');
  render(
    <Boundary>
      The page <Suspense>{<Part />}</Suspense>
    </Boundary>,
  );
}

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => hasChunkError.set(false));

it('leaves the page where the code did not come, which it tells, and draws it once the line is back', async () => {
  let isBack = false;
  show(async () => (isBack ? { Part: () => 'with its part' } : Promise.reject(failedLoad())));
  await vi.waitFor(() => expect(hasChunkError.get()).toBe(true));
  expect(screen.getByText(/^The page/).textContent).toBe('The page ');
  isBack = true;
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('The page with its part')).toBeDefined();
  expect(hasChunkError.get()).toBe(false);
});

it('takes any other error for a crash', async () => {
  show(() => Promise.reject(new Error('broken')));
  expect(await screen.findByText('The page crashed')).toBeDefined();
});

it('tries until the line is back, and gives up for other errors', async () => {
  vi.useFakeTimers();
  let isBack = false;
  const load = vi.fn<() => Promise<string>>(async () =>
    isBack ? 'code' : Promise.reject(failedLoad()),
  );
  const code = loadAtLast(load);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(load).toHaveBeenCalledTimes(2);
  isBack = true;
  window.dispatchEvent(new Event('online'));
  expect(await code).toBe('code');
  expect(hasChunkError.get()).toBe(false);
  await expect(loadAtLast(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('never asks without a pause, however often the line came back', async () => {
  vi.useFakeTimers();
  const load = vi.fn<() => Promise<string>>(async () => Promise.reject(failedLoad()));
  void loadAtLast(load);
  for (let times = 1; times <= 40; times += 1) {
    await vi.advanceTimersByTimeAsync(0);
    window.dispatchEvent(new Event('online'));
  }
  await vi.advanceTimersByTimeAsync(0);
  const asked = load.mock.calls.length;
  await vi.advanceTimersByTimeAsync(2_900);
  expect(load).toHaveBeenCalledTimes(asked);
});
