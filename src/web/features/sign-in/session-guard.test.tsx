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
import { SessionWarning } from '#web/features/sign-in/session-warning.tsx';
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
        <SessionGuard Warning={SessionWarning} />
        <input />
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

const button = (name: string) =>
  [...host.querySelectorAll('button')].find(({ textContent }) => textContent === name);

it.each(['keydown', 'click', 'input', 'focusin', 'selectionchange'])(
  'starts the time anew with every use, also one that only reads: %s',
  async (event) => {
    const leave = await guard({ idle_minutes: 5 });
    await minutes(2.5);
    await act(async () => document.dispatchEvent(new Event(event)));
    await minutes(2.5);
    expect(host.textContent).toBe('');
    await leave();
  },
);

it('asks once it warns: the way to its buttons is no answer, and they are', async () => {
  const leave = await guard({ idle_minutes: 5 });
  const field = host.querySelector('input');
  field?.focus();
  await minutes(3.1);
  expect(host.querySelector('dialog[open] h2')?.textContent).toBe(
    'You will be signed out in 2 minutes.',
  );
  expect(document.activeElement?.textContent).toBe('Stay signed in');
  for (const event of ['keydown', 'pointerdown', 'focusin'])
    await act(async () =>
      button('Sign out now')?.dispatchEvent(new Event(event, { bubbles: true })),
    );
  expect(host.textContent).not.toBe('');
  await act(async () => button('Stay signed in')?.click());
  expect(host.textContent).toBe('');
  expect(document.activeElement).toBe(field);
  await minutes(3.1);
  const end = vi.spyOn(session, 'end').mockReturnValue();
  await act(async () => button('Sign out now')?.click());
  expect(end).toHaveBeenCalledWith('signed-out');
  end.mockRestore();
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
  host.querySelector('input')?.focus();
  await minutes(57.9);
  expect(host.textContent).toBe('');
  await minutes(0.2);
  expect(host.textContent).toContain('You signed in 1 hour ago.');
  expect(button('Stay signed in')).toBeUndefined();
  // Somebody may be typing: a blank presses nothing.
  expect(document.activeElement?.tagName).toBe('H2');
  await act(async () => button('Keep working')?.click());
  expect(host.textContent).toBe('');
  expect(document.activeElement?.tagName).toBe('INPUT');
  await minutes(2);
  expect(session.state()).toEqual({ kind: 'signed-out', reason: 'age' });
  expect(ageText(testConfig({ session_hours: 1 }))).toBe('1 hour');
  await leave();
});

it('shows one dialog when both limits are near, that of the sooner one', async () => {
  const leave = await guard({ session_hours: 1, idle_minutes: 59 });
  await minutes(58.5);
  expect(host.querySelectorAll('dialog')).toHaveLength(1);
  expect(host.textContent).toContain('Nothing has been used for 57 minutes.');
  // Use puts off the one limit; the other one is near as well.
  await act(async () => button('Stay signed in')?.click());
  expect(host.querySelectorAll('dialog')).toHaveLength(1);
  expect(host.textContent).toContain('You signed in 1 hour ago.');
  await leave();
});
