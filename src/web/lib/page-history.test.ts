// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageHistory } from '#web/lib/page-history.ts';

/** The browser goes a moment later: tests say when, and where it then is. */
const go = vi.spyOn(history, 'go').mockReturnValue();
const entries: Array<{ state: unknown; address: string }> = [];
function arrive(index: number) {
  const { state, address } = entries[index] ?? { state: null, address: '/' };
  history.replaceState(state, '', address);
  window.dispatchEvent(new Event('popstate'));
}
function push(address: string, state?: unknown) {
  pageHistory.push(address, state);
  entries.push({ state: history.state as unknown, address });
}
const shown = () => pageHistory.get().location.pathname;

const ask = vi.fn<() => boolean>();
let proceed: (() => void) | undefined;
let stop: () => void;
beforeEach(() => {
  pageHistory.replace('/start');
  entries.splice(0, Infinity, { state: history.state as unknown, address: '/start' });
  push('/one');
  push('/form');
  push('/two');
  arrive(2);
  ask.mockReset().mockReturnValue(true);
  go.mockClear();
  stop = pageHistory.guard((_next, goOn) => {
    proceed = goOn;
    return ask();
  });
});
afterEach(() => stop());

it('goes on only once it is back, when the person agrees before', () => {
  arrive(0);
  expect(go.mock.calls).toEqual([[2]]);
  proceed?.();
  expect(go).toHaveBeenCalledTimes(1);
  arrive(2);
  expect(go.mock.calls).toEqual([[2], [-2]]);
});

it('holds a push until the person agrees, and then asks no more', () => {
  pageHistory.push('/one', { given: 1 });
  expect(shown()).toBe('/form');
  expect(location.pathname).toBe('/form');
  proceed?.();
  expect(location.pathname).toBe('/one');
  expect(pageHistory.get()).toMatchObject({
    navigationType: 'PUSH',
    location: { pathname: '/one', state: { given: 1 } },
  });
  pageHistory.replace('/two');
  expect(ask).toHaveBeenCalledOnce();
});

it('asks nothing on the same page, or where the page lets it pass', () => {
  pageHistory.replace('/form?q=1#part');
  expect(ask).not.toHaveBeenCalled();
  ask.mockReturnValue(false);
  pageHistory.push('/one');
  expect(shown()).toBe('/one');
});

it.each([
  { way: 'back', index: 1, distance: -1 },
  { way: 'back over several', index: 0, distance: -2 },
  { way: 'forward', index: 3, distance: 1 },
])('undoes $way, each time, and does it again on consent', ({ index, distance }) => {
  for (let times = 1; times <= 2; times++) {
    arrive(index);
    expect(go).toHaveBeenLastCalledWith(-distance);
    arrive(2);
    expect(ask).toHaveBeenCalledTimes(times);
    expect(shown()).toBe('/form');
  }
  proceed?.();
  expect(go).toHaveBeenLastCalledWith(distance);
  arrive(index);
  expect(shown()).toBe(entries[index]?.address);
});

it.each([
  { meanwhile: 'and the return was forgotten', arrivals: [1, 0], rest: 2 },
  { meanwhile: 'and the return came from there', arrivals: [1, 0, 1], rest: 1 },
])('comes back when Back was pressed again $meanwhile', ({ arrivals, rest }) => {
  vi.useFakeTimers();
  for (const index of arrivals) arrive(index);
  expect(go.mock.calls).toEqual([[1]]);
  vi.runAllTimers();
  expect(go.mock.calls).toEqual([[1], [rest]]);
  arrive(2);
  vi.runAllTimers();
  expect(go).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
  expect(ask).toHaveBeenCalledOnce();
  arrive(1);
  expect(ask).toHaveBeenCalledTimes(2);
  arrive(2);
});

it.each([null, 5, 'text', {}, { idx: 'first', key: 'k' }, { idx: 1 }])(
  'takes an entry with the state %j of another writer for the next one',
  (state) => {
    entries.splice(3, 1, { state, address: '/form#main' });
    arrive(3);
    entries.splice(3, 1, { state: history.state as unknown, address: '/form#main' });
    expect(shown()).toBe('/form');
    expect(pageHistory.get().location).toMatchObject({ hash: '#main', state: null });
    arrive(1);
    expect(go).toHaveBeenLastCalledWith(2);
    arrive(3);
    expect(pageHistory.get().location.hash).toBe('#main');
  },
);
