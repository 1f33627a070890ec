import { act, renderHook } from '@testing-library/react';
import { NavigationType } from 'react-router-dom';
import { beforeEach, expect, it, vi } from 'vitest';
import '#web/test/render.tsx';
import { useViewParams } from '#web/ui/use-view-params.ts';

/** The address as it has been drawn last: on a slow page it comes long after it was asked for. */
const address = vi.hoisted(() => ({ pathname: '/', search: '', key: 'first', type: 'POP' }));
const written = vi.hoisted(() => vi.fn<(params: URLSearchParams) => void>());
vi.mock('react-router-dom', async (original) => ({
  ...(await original<object>()),
  useLocation: () => address,
  useNavigationType: () => address.type,
  useSearchParams: () => [new URLSearchParams(address.search), written],
}));

let hook: ReturnType<typeof renderHook<ReturnType<typeof useViewParams>, unknown>>;
const view = () => hook.result.current;

function come(search: string, key: string, type: NavigationType) {
  Object.assign(address, { search, key, type });
  hook.rerender();
}

beforeEach(() => {
  written.mockClear();
  vi.useFakeTimers();
  hook = renderHook(() => useViewParams((text) => text === 'the key'));
});

it('keeps what is typed while earlier parts of it are still on their way into the address', async () => {
  for (const text of ['g', 'gr', 'gra']) {
    await act(async () => view().setText(text));
    await act(async () => vi.advanceTimersByTime(250));
  }
  come('q=g', 'second', NavigationType.Replace);
  expect(view().text).toBe('gra');
  come('q=gr', 'third', NavigationType.Replace);
  expect(view().text).toBe('gra');
  come('q=other', 'fourth', NavigationType.Push);
  expect(view().text).toBe('other');
  come('q=gra', 'third', NavigationType.Pop);
  expect(view().text).toBe('gra');
});

it('writes what was typed before a press that may lead away, and then no more', async () => {
  const field = document.body.appendChild(document.createElement('input'));
  field.type = 'search';
  await act(async () => view().setText('lead'));
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true }));
  expect(written).not.toHaveBeenCalled();
  await act(async () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
  expect(written.mock.calls.map(([params]) => params.toString())).toEqual(['q=lead']);
  vi.advanceTimersByTime(1000);
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  expect(written).toHaveBeenCalledTimes(1);
});

it('writes what was typed before Enter in the field, which may lead away', async () => {
  const field = document.body.appendChild(document.createElement('input'));
  field.type = 'search';
  await act(async () => view().setText('bot_1'));
  field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  expect(written).toHaveBeenCalledTimes(1);
});

it('writes nothing into the address of another page, which is on its way', async () => {
  vi.stubGlobal('location', { pathname: '/other', search: '' });
  await act(async () => view().set({ sort: 'name' }));
  await act(async () => view().setText('typed'));
  await act(async () => vi.advanceTimersByTime(250));
  expect(written).not.toHaveBeenCalled();
});

it('writes no key, neither by itself nor with a choice, but any other text with a choice at once', async () => {
  await act(async () => view().setText('the key'));
  await act(async () => vi.advanceTimersByTime(250));
  await act(async () => view().set({ status: 'active' }));
  expect([view().text, view().textError]).toEqual(['the key', expect.stringMatching(/^This is/)]);
  await act(async () => view().setText('ci'));
  await act(async () => view().set({ status: 'active' }));
  const texts = written.mock.calls.map(([params]) => params.toString());
  expect(texts).toEqual(['', 'status=active', 'status=active&q=ci']);
});
