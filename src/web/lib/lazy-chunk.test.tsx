// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LazyChunk, useLazyChunk } from '#web/lib/lazy-chunk.ts';

let host: HTMLElement;
let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.createElement('div');
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

function User({ late, isWanted = true }: { late: LazyChunk<() => string>; isWanted?: boolean }) {
  const { part, isMissing, tryAgain } = useLazyChunk(late, isWanted);
  return <button onClick={tryAgain}>{isMissing ? 'missing' : (part?.() ?? 'waiting')}</button>;
}

const show = (late: LazyChunk<() => string>, isWanted = true) =>
  act(async () => root.render(<User late={late} isWanted={isWanted} />));

it('is fetched when it is wanted, once for all', async () => {
  const load = vi.fn<() => Promise<() => string>>().mockResolvedValue(() => 'here');
  const late = new LazyChunk(load);
  await show(late, false);
  expect(host.textContent).toBe('waiting');
  expect(load).not.toHaveBeenCalled();
  await show(late, true);
  expect(host.textContent).toBe('here');

  await act(async () => root.unmount());
  root = createRoot(host);
  root.render(<User late={late} />);
  await act(async () => {});
  expect(host.textContent).toBe('here');
  expect(load).toHaveBeenCalledOnce();
});

it('is asked for again by hand, and when the connection is back', async () => {
  const load = vi.fn<() => Promise<() => string>>().mockRejectedValue(new TypeError('No answer'));
  await show(new LazyChunk(load));
  expect(host.textContent).toBe('missing');
  await act(async () => host.querySelector('button')?.click());
  expect(host.textContent).toBe('missing');
  expect(load).toHaveBeenCalledTimes(2);

  load.mockResolvedValue(() => 'here');
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(host.textContent).toBe('here');
  expect(load).toHaveBeenCalledTimes(3);
});
