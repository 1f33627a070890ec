// @vitest-environment happy-dom
import { act, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { SkipLink } from '#web/ui/layout/skip-link.tsx';

afterEach(() => vi.unstubAllGlobals());

function Page() {
  const end = useRef<HTMLDivElement>(null);
  return (
    <>
      <SkipLink target={end}>Skip the table</SkipLink>
      <button type="button">In between</button>
      <div ref={end} tabIndex={-1} id="end" />
    </>
  );
}

it('takes the focus to its target, and leaves the address alone', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Page />));
  const before = location.href;
  const link = document.querySelector<HTMLElement>('[role=link]');
  expect(link?.textContent).toBe('Skip the table');
  await act(async () => link?.click());
  expect(document.activeElement?.id).toBe('end');
  expect(location.href).toBe(before);
  await act(async () => root.unmount());
});
