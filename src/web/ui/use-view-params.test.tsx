// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { NavigationType } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useViewParams } from '#web/ui/use-view-params.ts';

/** The address as it has been drawn last: on a slow page it comes long after it was asked for. */
const address = vi.hoisted(() => ({ search: '', key: 'first', type: 'POP' }));
vi.mock('react-router-dom', async (original) => ({
  ...(await original<object>()),
  useLocation: () => address,
  useNavigation: () => ({ state: 'idle' }),
  useNavigationType: () => address.type,
  useSearchParams: () => [new URLSearchParams(address.search), () => {}],
}));

let view: ReturnType<typeof useViewParams>;
function Probe() {
  const now = useViewParams(() => false);
  useLayoutEffect(() => void (view = now));
  return null;
}
const root = createRoot(document.createElement('div'));
const draw = () => act(async () => root.render(<Probe />));

async function come(search: string, key: string, type: NavigationType) {
  Object.assign(address, { search, key, type });
  await draw();
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('keeps what is typed while earlier parts of it are still on their way into the address', async () => {
  await draw();
  for (const text of ['g', 'gr', 'gra']) {
    await act(async () => view.setText(text));
    await act(async () => vi.advanceTimersByTime(250));
  }
  await come('q=g', 'second', NavigationType.Replace);
  expect(view.text).toBe('gra');
  await come('q=gr', 'third', NavigationType.Replace);
  expect(view.text).toBe('gra');
  await come('q=other', 'fourth', NavigationType.Push);
  expect(view.text).toBe('other');
  await come('q=gra', 'third', NavigationType.Pop);
  expect(view.text).toBe('gra');
});
