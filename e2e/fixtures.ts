import { expect, test as base, type Page } from 'playwright/test';
import { createCall, type Call } from '#client/api-client.ts';
import { API_BASE } from '#contract/wire.ts';
import { recordProblems, type Problems } from './problems.ts';
import { apiKey, withService, type Service } from './service.ts';

export { expect };

interface TestFixtures {
  /** The service under test; `baseURL` and `call` follow it. */
  service: Service;
  /** Speaks to the service as a second client, to prepare data without the page. */
  call: Call;
  /** Every test fails on what its pages complain about, breach or let out, unless it allows it here. */
  problems: Problems;
}

/** One service for all tests of a worker: they leave each other's bot users alone and name their own uniquely. */
export const test = base.extend<TestFixtures, { sharedService: Service }>({
  sharedService: [async ({}, provide) => withService({}, provide), { scope: 'worker' }],
  service: async ({ sharedService }, provide) => provide(sharedService),
  baseURL: async ({ service }, provide) => provide(service.url),
  call: async ({ service }, provide) =>
    provide(createCall({ baseUrl: `${service.url}${API_BASE}`, apiKey: () => apiKey })),
  problems: [
    async ({ context, baseURL }, provide) => {
      const problems = await recordProblems(context, baseURL ?? '');
      await provide(problems);
      expect(await problems.unexpected(), 'problems of the pages').toEqual([]);
    },
    { auto: true },
  ],
});

/** A service for one test alone: for counts, for other settings, for stopping it in the middle. */
export const freshTest = test.extend<{ settings: Record<string, string> }>({
  settings: [{}, { option: true }],
  service: async ({ settings }, provide) => withService(settings, provide),
});

/** Opens a page that is signed in, as a new tab is beside one that is: the form has tests of its own. */
export async function signIn(page: Page, path = '/bot-users'): Promise<void> {
  const script = await page.addInitScript(giveSession, apiKey);
  await page.goto(path);
  // The page says at once when it is drawn; asked again and again, it would be heard half a second later.
  await page.evaluate(untilDrawn, '[aria-label="Account menu"]');
  await script.dispose();
}

/** Runs in the page. */
const untilDrawn = (selector: string) =>
  new Promise<void>((resolve) => {
    const look = () => (document.querySelector(selector) ? resolve() : requestAnimationFrame(look));
    look();
  });

/** Runs in the page, as the tab that is signed in: answers the first tab that asks, which is the page itself. */
function giveSession(key: string) {
  // An iframe of the page has the same origin, and none of them asks.
  if (window !== top) return;
  const channel = new BroadcastChannel('gatehouse');
  const asked = new Promise<void>((resolve) =>
    channel.addEventListener('message', ({ data }) => data.type === 'ask' && resolve()),
  );
  // As the sign-in form names the account, so that it finds what this session has kept.
  const secret = new TextEncoder().encode(`gatehouse-account:${location.host}:${key}`);
  void Promise.all([crypto.subtle.digest('SHA-256', secret), asked]).then(([digest]) => {
    const bytes = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
    const now = Date.now();
    const times = { stamp: now, lineage: now, signedInAt: now, usedAt: now };
    channel.postMessage({ type: 'give', session: { key, account: bytes.join(''), ...times } });
    channel.close();
  });
}

/** Opens another page of the app as a link does, without loading it anew. */
export const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    // Without its number the router would not know how to go back from it.
    history.pushState({ idx: history.state.idx + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);

let made = 0;

/** A name that no other test has, in no run. */
export const uniqueName = (start: string) =>
  `${start}-${Date.now().toString(36)}-${process.pid}-${made++}`;
