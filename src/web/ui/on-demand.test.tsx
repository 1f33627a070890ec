import { fireEvent, render, screen } from '@testing-library/react';
import { Component, type ComponentType, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '#web/test/render.tsx';
import { hasChunkError, loadAtLast, onDemand, watchForChunkErrors } from '#web/ui/on-demand.tsx';

watchForChunkErrors();

/** As Vite tells of a file that could not be fetched. */
function failedLoad(): Error {
  const payload = new TypeError('Failed to fetch dynamically imported module');
  window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
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
      The page <Part />
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

it('tries again by itself, less and less often', async () => {
  vi.useFakeTimers();
  const load = vi.fn<() => Promise<string>>(async () => Promise.reject(failedLoad()));
  const code = loadAtLast(load);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(24 * 60 * 60_000);
  expect(load.mock.calls.length).toBeLessThan(160);
  load.mockResolvedValue('code');
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(await code).toBe('code');
});

it.each([
  ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ['a press elsewhere', () => fireEvent.pointerDown(document.body)],
])('what is opened is closed by %s before its code is there', (_how, close) => {
  const Part = onDemand(
    () => new Promise<{ Part: ComponentType<{ onClose: () => void }> }>(() => {}),
    'Part',
  );
  const onClose = vi.fn<() => void>();
  render(<Part onClose={onClose} />);
  expect(screen.getByRole('dialog', { name: 'Loading' })).toBeDefined();
  close();
  expect(onClose).toHaveBeenCalledOnce();
});

it('counts code as missing that a dead line holds back, until it comes', async () => {
  vi.useFakeTimers();
  let come: ((code: string) => void) | undefined;
  const code = loadAtLast(() => new Promise<string>((resolve) => (come = resolve)));
  await vi.advanceTimersByTimeAsync(29_999);
  expect(hasChunkError.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(hasChunkError.get()).toBe(true);
  come?.('code');
  expect(await code).toBe('code');
  expect(hasChunkError.get()).toBe(false);
});
