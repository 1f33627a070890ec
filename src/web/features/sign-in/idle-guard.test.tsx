// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadConfig } from '#web/api/config.ts';
import { session } from '#web/api/session.ts';
import { IdleGuard } from '#web/features/sign-in/idle-guard.tsx';
import { idleMinutes } from '#web/features/sign-in/idle-time.ts';

const minutes = (count: number) =>
  act(async () => vi.advanceTimersByTimeAsync(count * 60_000 + 100));

let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  session.signIn('k', false);
  host = document.body.appendChild(document.createElement('div'));
});
afterEach(() => {
  host.remove();
  session.end('none');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Watches over a session that may be idle for so many minutes; `undefined`: the document does not say. */
async function guard(idle_minutes: number | undefined) {
  vi.stubGlobal('fetch', async () => Response.json({ service_host: 'h', idle_minutes }));
  await loadConfig();
  const root = createRoot(host);
  await act(async () =>
    root.render(
      <MantineProvider withCssVariables={false} withGlobalClasses={false}>
        <IdleGuard />
      </MantineProvider>,
    ),
  );
  return () => act(async () => root.unmount());
}

it.each([
  [undefined, '28 minutes', '30 minutes'],
  [5, '3 minutes', '5 minutes'],
  [3, '1 minute', '3 minutes'],
  [12.5, '10.5 minutes', '12.5 minutes'],
])('with %s minutes in all warns after %s and ends after %s', async (all, warned, ended) => {
  const leave = await guard(all);
  await minutes((all ?? 30) - 2.1);
  expect(host.textContent).toBe('');
  await minutes(0.1);
  expect(host.textContent).toContain('You will be signed out in 2 minutes.');
  expect(host.textContent).toContain(`Nothing has been used for ${warned}.`);
  expect(idleMinutes()).toBe(ended);
  expect(session.state().kind).toBe('signed-in');
  await minutes(2);
  expect(session.state()).toEqual({ kind: 'signed-out', reason: 'idle' });
  await leave();
});

it('starts the time anew with every use', async () => {
  const leave = await guard(5);
  await minutes(4);
  await act(async () => document.dispatchEvent(new Event('keydown')));
  expect(host.textContent).toBe('');
  await minutes(2.5);
  expect(session.state().kind).toBe('signed-in');
  await leave();
});
