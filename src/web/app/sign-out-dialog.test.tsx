// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SignOutDialog } from '#web/app/sign-out-dialog.tsx';
import { jobs } from '#web/jobs/jobs.ts';
import { session } from '#web/session/session.ts';

let host: HTMLElement;
let root: Root;
let done: string[];
const onClose = vi.fn<() => void>();

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  done = [];
  vi.spyOn(jobs, 'keepAtSignOut').mockImplementation(
    (keep) => void done.push(keep ? 'keep' : 'drop'),
  );
  vi.spyOn(session, 'end').mockImplementation((reason) => void done.push(reason));
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  await act(async () => root.render(<SignOutDialog onClose={onClose} />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const press = (name: string) =>
  act(async () =>
    [...host.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click(),
  );

it.each([
  ['Sign out and keep it', ['keep', 'signed-out']],
  ['Sign out and drop it', ['drop', 'signed-out']],
  ['Cancel', []],
])('%s', async (name, expected) => {
  await press(name);
  expect(done).toEqual(expected);
  expect(onClose).toHaveBeenCalledTimes(name === 'Cancel' ? 1 : 0);
});
