// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { ConfigContext } from '#web/api/config.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { ageText, idleText, limitsFrom } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { SessionGuard } from '#web/features/sign-in/session-guard.tsx';
import { waitFor } from '#web/lib/wait.test.helper.ts';

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

/** Watches over a session with these limits. */
async function guard(limits: Partial<RuntimeConfig>) {
  const config = testConfig(limits);
  session.limit(limitsFrom(config));
  const root = createRoot(host);
  await act(async () =>
    root.render(
      <ConfigContext value={config}>
        <SessionGuard />
      </ConfigContext>,
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
  const limits = all === undefined ? {} : { idle_minutes: all };
  const leave = await guard(limits);
  await minutes((all ?? 30) - 2.1);
  expect(host.textContent).toBe('');
  await minutes(0.1);
  expect(host.textContent).toContain('You will be signed out in 2 minutes.');
  expect(host.textContent).toContain(`Nothing has been used for ${warned}.`);
  expect(idleText(testConfig(limits))).toBe(ended);
  expect(session.state().kind).toBe('signed-in');
  await minutes(2);
  expect(session.state()).toEqual({ kind: 'signed-out', reason: 'idle' });
  await leave();
});

it('starts the time anew with every use', async () => {
  const leave = await guard({ idle_minutes: 5 });
  await minutes(4);
  await act(async () => document.dispatchEvent(new Event('keydown')));
  expect(host.textContent).toBe('');
  await minutes(2.5);
  expect(session.state().kind).toBe('signed-in');
  await leave();
});

it('takes a click without a pointer, and text without a key, for use', async () => {
  const leave = await guard({ idle_minutes: 5 });
  await minutes(4);
  await act(async () => host.querySelector('button')?.click());
  expect(host.textContent).toBe('');
  await minutes(4);
  expect(host.textContent).toContain('You will be signed out in 2 minutes.');
  await act(async () => document.dispatchEvent(new Event('input')));
  expect(host.textContent).toBe('');
  await leave();
});

it('says that another tab has brought another key, until that is dismissed', async () => {
  const leave = await guard({});
  const at = Date.now() + 1000;
  const other = { key: 'other', stamp: at, lineage: at, signedInAt: at, usedAt: at };
  const channel = new BroadcastChannel('gatehouse');
  await act(async () => {
    channel.postMessage({ type: 'give', session: other });
    await waitFor(() => expect(session.key()).toBe('other'));
  });
  channel.close();
  expect(host.textContent).toContain(
    'Another key was signed in in another tab. This tab uses it from now on.',
  );
  await act(async () => host.querySelector('button')?.click());
  expect(host.textContent).toBe('');
  await leave();
});

it('warns of the last hour of a session without offering to extend it', async () => {
  const leave = await guard({ session_hours: 1, idle_minutes: 1440 });
  await minutes(57.9);
  expect(host.textContent).toBe('');
  await minutes(0.2);
  expect(host.textContent).toBe(
    'You will be signed out in 2 minutes. You signed in 1 hour ago. What you have typed is kept for the same key.',
  );
  expect(host.querySelector('button')).toBeNull();
  await minutes(2);
  expect(session.state()).toEqual({ kind: 'signed-out', reason: 'age' });
  expect(ageText(testConfig({ session_hours: 1 }))).toBe('1 hour');
  await leave();
});

it('shows one bar when both limits are near, that of the sooner one', async () => {
  const leave = await guard({ session_hours: 1, idle_minutes: 59 });
  await minutes(58.5);
  expect(host.querySelectorAll('[role=alert]')).toHaveLength(1);
  expect(host.textContent).toContain('Nothing has been used for 57 minutes.');
  // Use puts off the one limit; the other one is near as well.
  await act(async () => document.dispatchEvent(new Event('pointerdown')));
  expect(host.querySelectorAll('[role=alert]')).toHaveLength(1);
  expect(host.textContent).toContain('You signed in 1 hour ago.');
  await leave();
});
