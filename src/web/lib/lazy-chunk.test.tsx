// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchAllChunks, LazyChunk, useLazyChunk } from '#web/lib/lazy-chunk.ts';

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

describe('all that is late', () => {
  const atOnce = () => Promise.resolve();
  const chunk = (load = vi.fn<() => Promise<string>>().mockResolvedValue('here')) => {
    const late = new LazyChunk(load);
    return { late, load };
  };

  it('is fetched once, one after the other', async () => {
    let arrive: (part: string) => void = () => {};
    const first = chunk(vi.fn(() => new Promise<string>((resolve) => (arrive = resolve))));
    const second = chunk();
    const all = fetchAllChunks(atOnce);
    await vi.waitFor(() => expect(first.load).toHaveBeenCalledOnce());
    expect(second.load).not.toHaveBeenCalled();
    arrive('here');
    await all;
    await fetchAllChunks(atOnce);
    expect([first.late.part, second.late.part]).toEqual(['here', 'here']);
    expect(first.load).toHaveBeenCalledOnce();
    expect(second.load).toHaveBeenCalledOnce();
  });

  it('goes on after one that does not arrive, and asks for that again the next time', async () => {
    const lost = chunk(vi.fn<() => Promise<string>>().mockRejectedValueOnce(new TypeError()));
    const next = chunk();
    lost.load.mockResolvedValue('here');
    await fetchAllChunks(atOnce);
    expect([lost.late.part, next.late.part]).toEqual([undefined, 'here']);
    await fetchAllChunks(atOnce);
    expect(lost.late.part).toBe('here');
  });

  it('waits for the connection', async () => {
    const { load } = chunk();
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const all = fetchAllChunks(atOnce);
    await new Promise((resolve) => setTimeout(resolve));
    expect(load).not.toHaveBeenCalled();
    onLine.mockRestore();
    window.dispatchEvent(new Event('online'));
    await all;
    expect(load).toHaveBeenCalledOnce();
  });

  it('is not fetched where transfers are to be saved', async () => {
    const { load } = chunk();
    vi.stubGlobal('navigator', { connection: { saveData: true }, onLine: true });
    await fetchAllChunks(atOnce);
    expect(load).not.toHaveBeenCalled();
  });
});
