// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '#web/api/session.ts';
import { CrashBoundary } from '#web/app/crash-boundary.tsx';

vi.mock('#web/api/config.ts', () => ({
  runtimeConfig: () => ({ idle_minutes: 30, session_hours: 8 }),
}));

let host: HTMLElement;
let root: Root;
let broken: boolean;

function App() {
  if (broken) throw new Error('cannot show "Ada"');
  return <p>The app</p>;
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // React logs what a boundary catches.
  vi.spyOn(console, 'error').mockReturnValue();
  broken = true;
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  session.end('signed-out');
  host.remove();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const show = (leave?: () => Promise<void>) =>
  act(async () =>
    root.render(
      <CrashBoundary {...(leave && { leave })}>
        <App />
      </CrashBoundary>,
    ),
  );
const named = (name: string) =>
  [...host.querySelectorAll('button')].find((button) => button.textContent === name);
const press = (name: string) => act(async () => named(name)?.click());

it('tells of the mistake without its words, and shows the app again once another page is there', async () => {
  let arrive = () => {};
  await show(() => new Promise((resolve) => (arrive = resolve)));
  expect(host.querySelector('[role="alert"]')?.textContent).toContain('The app has made a mistake');
  expect(host.textContent).not.toContain('Ada');

  broken = false;
  await press('Go to bot users');
  expect(host.textContent).toContain('The app has made a mistake');
  await act(async () => arrive());
  expect(host.textContent).toBe('The app');
});

it('leads nowhere where there is no page to go to', async () => {
  await show();
  expect(named('Reload the page')).toBeDefined();
  expect(named('Go to bot users')).toBeUndefined();
});

it('says what a reload costs only where the key is in memory alone', async () => {
  const cost = 'you will have to sign in again';
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
