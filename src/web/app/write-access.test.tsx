// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { access } from '#web/api/access.ts';
import { testConfig } from '#web/api/config.test.helper.ts';
import { setConfig } from '#web/api/config.ts';
import { WriteAccess } from '#web/app/write-access.tsx';
import { session } from '#web/session/session.ts';
import { AnnounceRegion } from '#web/ui/announcer.tsx';

let root: Root;
let answer: () => Response;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', async () => answer());
  setConfig(testConfig());
  session.signIn('key', false);
  access.set({ ...access.get(), isReadOnly: true });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <>
        <WriteAccess />
        <AnnounceRegion />
      </>,
    ),
  );
});
afterEach(async () => {
  await act(async () => root.unmount());
  session.end('none');
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const page = (headers = {}) => Response.json({ bot_users: [], next_page_uri: null }, { headers });
const checkAgain = () => act(async () => document.querySelector('button')?.click());
const heard = () => document.querySelector('[aria-live]')?.textContent;

it('lets changes be tried again once the right may have been given', async () => {
  answer = page;
  await checkAgain();
  expect(heard()).toBe('Changes can be tried again.');
  expect(access.get().isReadOnly).toBe(false);
});

it('stays read-only where the service still says so', async () => {
  answer = () => page({ 'Key-Access': 'read-only' });
  await checkAgain();
  expect(heard()).toBe('Still a read-only key.');
  expect(access.get().isReadOnly).toBe(true);
});

it('stays read-only where nothing could be asked, and says why', async () => {
  answer = () => new Response(null, { status: 503 });
  await checkAgain();
  expect(heard()).toContain('Not checked.');
  expect(access.get().isReadOnly).toBe(true);
});
