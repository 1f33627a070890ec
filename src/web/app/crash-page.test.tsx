// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '#web/session/session.ts';
import { CrashBoundary } from '#web/app/crash-page.tsx';

let host: HTMLElement;
let root: Root;
let broken: boolean;
let message: string;

function App() {
  if (broken) throw new Error(message);
  return <p>The app</p>;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // React logs what a boundary catches.
  vi.spyOn(console, 'error').mockReturnValue();
  broken = true;
  message = 'cannot show "Ada"';
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  session.limit({ idle: Infinity, age: Infinity });
  session.end('signed-out');
  host.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const show = (leave?: () => void) =>
  act(async () =>
    root.render(
      <CrashBoundary {...(leave && { leave })}>
        <App />
      </CrashBoundary>,
    ),
  );
const named = (name: string) =>
  [...host.querySelectorAll('button')].find((button) => button.textContent === name);
async function copiedReport() {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await press('Copy report');
  return write.mock.lastCall?.[0];
}
const press = (name: string) => act(async () => named(name)?.click());

it('tells of the mistake without its words, and shows the app again at another page', async () => {
  await show(() => (broken = false));
  expect(host.querySelector('[role="alert"]')?.textContent).toContain('The app crashed');
  expect(host.textContent).not.toContain('Ada');

  await press('Go to bot users');
  expect(host.textContent).toBe('The app');
});

it('leads nowhere where there is no page to go to', async () => {
  await show();
  expect(named('Reload the page')).toBeDefined();
  expect(named('Go to bot users')).toBeUndefined();
});

it('says what a reload costs only where the key is in memory alone', async () => {
  const cost = 'you have to sign in again';
  await show();
  expect(host.textContent).not.toContain(cost);
  // Also when another tab gives the key a moment later.
  await act(async () => session.signIn('key_of_a_test', false));
  expect(host.textContent).toContain(cost);
  await act(async () => session.signIn('key_of_a_test', true));
  expect(host.textContent).not.toContain(cost);
});

it('copies the report, or gives it to be copied by hand', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await show();
  await press('Copy report');
  expect(write.mock.calls[0]?.[0]).toContain('Error: cannot show …');
  expect(host.querySelector('[role="status"]')?.textContent).toBe('Copied to the clipboard');

  write.mockRejectedValue(new Error('refused'));
  await press('Copy report');
  expect(host.querySelector('textarea')?.value).toContain('Error: cannot show …');
});

it('ends no session while it is drawn, and knows the key of its error also after the end', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  session.limit({ idle: 60_000, age: 60_000 });
  session.signIn('key_of_a_test', false);
  vi.setSystemTime(Date.now() + 61_000); // no timer has noticed
  message = 'no bot of key_of_a_test';
  await show();
  expect(session.state().kind).toBe('signed-in');
  session.end('idle');
  await show();
  expect(await copiedReport()).toContain('Error: no bot of ••••\n');
});

it('reports the error that is shown, not the one before', async () => {
  await show(() => {});
  message = 'cannot go there';
  await press('Go to bot users');
  expect(await copiedReport()).toContain('Error: cannot go there');
});
