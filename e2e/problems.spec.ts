import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { listening } from './local-server.ts';
import { recordProblems } from './problems.ts';
import { apiKey, withService } from './service.ts';

// What every test fails on: each of the checks is shown here what it is there for, on pages that nobody else looks at. It
// changes with these checks alone, so the long run has time for it.

/** What a page does, by what has to be said of it. */
type Deeds = Record<string, (page: Page) => Promise<unknown>>;

const leaks: Deeds = {
  'the key in the address of a request': (page) =>
    page.evaluate((key) => fetch(`/favicon.svg?key=${key}`), apiKey),
  'the key in the body of a request': (page) =>
    page.evaluate((body) => fetch('/api/bot_users', { method: 'POST', body }), apiKey),
  'the key in the request header x-note': (page) =>
    page.evaluate((note) => fetch('/favicon.svg', { headers: { 'x-note': note } }), apiKey),
  'the key in the request header referer': (page) =>
    page.evaluate(
      (key) => fetch('/favicon.svg', { referrer: `/?${key}`, referrerPolicy: 'unsafe-url' }),
      apiKey,
    ),
  'the key in an address': (page) => page.goto(`/sign-in#${apiKey}`),
  'the key in a history entry': (page) =>
    page.evaluate((key) => {
      history.pushState({ key }, '');
      history.back();
    }, apiKey),
  'the key in the console': (page) =>
    page.evaluate((key) => console.log('signed in', { key }), apiKey),
  'the key in localStorage': (page) =>
    page.evaluate((key) => {
      localStorage.setItem('note', key);
      localStorage.removeItem('note');
    }, apiKey),
  'the key in sessionStorage': (page) =>
    page.evaluate((key) => Reflect.set(sessionStorage, 'note', key), apiKey),
  'the key in the clipboard': async (page) => {
    await page.context().grantPermissions(['clipboard-write']);
    await page.evaluate((key) => navigator.clipboard.writeText(key), apiKey);
  },
  'the key in the markup': (page) =>
    page.evaluate((key) => document.body.append(key.toUpperCase()), apiKey),
  'the key in a field': (page) =>
    page.evaluate((key) => {
      const field = document.createElement('input');
      document.body.append(field);
      field.value = `sent: ${encodeURIComponent(`{"key":"${key}"}`)}`;
    }, apiKey),
  'the key in the title': (page) => page.evaluate((key) => (document.title = btoa(key)), apiKey),
  'the key in the name of the window': (page) =>
    page.evaluate((key) => (window.name = key.slice(0, 13)), apiKey),
  'the key in a file': async (page) => {
    const downloading = page.waitForEvent('download');
    await page.evaluate((key) => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob([key]));
      link.download = 'report.txt';
      link.click();
    }, apiKey);
    await downloading;
  },
  'a cookie: note': (page) => page.evaluate(() => (document.cookie = 'note=1')),
  'IndexedDB: note': (page) =>
    page.evaluate(
      () =>
        new Promise((resolve) => {
          indexedDB.open('note').addEventListener('success', resolve);
        }),
    ),
  'Cache Storage: note': (page) => page.evaluate(() => caches.open('note').then(() => {})),
};

const complaints: Deeds = {
  'something is wrong (': (page) => page.evaluate(() => console.error('something is wrong')),
  'uncaught error: Error: thrown': (page) =>
    page.evaluate(() => void setTimeout(() => reportError(new Error('thrown')))),
  'unhandled rejection: Error: forgotten': (page) =>
    page.evaluate(() => {
      // As a page does that shows such errors itself.
      addEventListener('unhandledrejection', (event) => event.preventDefault());
      void Promise.reject(new Error('forgotten'));
    }),
  'policy: enforce style-src-attr': (page) =>
    page.evaluate(() => document.body.setAttribute('style', 'color: red')),
  'policy: enforce require-trusted-types-for': (page) =>
    page.evaluate(() => Reflect.set(document.body, 'innerHTML', '<p>')).catch(() => {}),
  'policy: enforce connect-src': (page) =>
    page.evaluate(() => fetch('http://127.0.0.1:9/').catch(() => {})),
};

for (const [what, deeds] of Object.entries({ leaks, complaints }))
  test(`each of these is found: ${what}`, { tag: '@full' }, async ({ browser, service }) => {
    const context = await browser.newContext({ baseURL: service.url });
    const problems = await recordProblems(context, service.url);
    const page = await context.newPage();
    await page.goto('/sign-in');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const deed of Object.values(deeds)) await deed(page);
    const found = await problems.unexpected();
    const missed = Object.keys(deeds).filter(
      (said) => !found.some((line) => line.startsWith(said)),
    );
    expect(missed, found.join('\n')).toEqual([]);
    await context.close();
  });

test(
  'another origin and a policy that only reports are found, also in a frame',
  { tag: '@full' },
  async ({ browser }) => {
    const policy = { 'content-security-policy-report-only': "style-src-attr 'none'" };
    await listening(
      (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', ...policy })
          .end('<p style="top: 0">hm'),
      (url) =>
        listening(
          (_request, response) =>
            response.setHeader('content-type', 'text/html').end(`<iframe src="${url}/framed">`),
          async (own) => {
            const context = await browser.newContext();
            const problems = await recordProblems(context, own);
            const page = await context.newPage();
            await page.goto(own);
            await page.frameLocator('iframe').locator('p').waitFor();
            const found = await problems.unexpected();
            expect(found).toContain(`another origin: ${url}/framed`);
            expect(found).toContain('policy: report style-src-attr: inline');
            await context.close();
          },
        ),
    );
  },
);

test('a key in the output of a service is found', { tag: '@full' }, async ({ service }) => {
  const settings = { DATA_DIR: join(service.dataDir, apiKey) };
  await expect(withService(settings, async () => {})).rejects.toThrow(apiKey);
});
