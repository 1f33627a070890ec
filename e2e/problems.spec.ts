import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { listening } from './local-server.ts';
import { recordProblems } from './problems.ts';
import { apiKey, withService } from './service.ts';

// What every test fails on: each of the checks is shown here what it is there for, on pages that nobody else looks at. It
// changes with these checks alone, so the long run has time for it.

/** What a page does with the key, by what has to be said of it. */
type Deeds = Record<string, (key: string) => unknown>;

const leaks: Deeds = {
  'the key in the address of a request': (key) => fetch(`/favicon.svg?key=${key}`),
  'the key in the body of a request': (body) => fetch('/api/bot_users', { method: 'POST', body }),
  'the key in the request header x-note': (note) =>
    fetch('/favicon.svg', { headers: { 'x-note': note } }),
  'the key in the request header referer': (key) =>
    fetch('/favicon.svg', { referrer: `/?${key}`, referrerPolicy: 'unsafe-url' }),
  'the key in an address': (key) => (location.hash = key),
  'the key in a history entry': (key) => {
    history.pushState({ key }, '');
    history.back();
  },
  'the key in the console': (key) => console.log('signed in', { key }),
  'the key in localStorage': (key) => {
    localStorage.setItem('note', key);
    localStorage.removeItem('note');
  },
  'the key in sessionStorage': (key) => Reflect.set(sessionStorage, 'note', key),
  'the key in the clipboard': (key) => navigator.clipboard.writeText(key),
  'the key in the markup': (key) => document.body.append(key.toUpperCase()),
  'the key in a field': (key) => {
    const field = document.createElement('input');
    document.body.append(field);
    field.value = `sent: ${encodeURIComponent(`{"key":"${key}"}`)}`;
  },
  'the key in the title': (key) => (document.title = btoa(key)),
  'the key in the name of the window': (key) => (window.name = key.slice(0, 13)),
  'the key in a file': (key) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([key]));
    link.download = 'report.txt';
    link.click();
  },
  'a cookie: note': () => (document.cookie = 'note=1'),
  'IndexedDB: note': () =>
    new Promise((resolve) => {
      indexedDB.open('note').addEventListener('success', () => resolve(undefined));
    }),
  'Cache Storage: note': () => caches.open('note').then(() => {}),
};

const complaints: Deeds = {
  'something is wrong (': () => console.error('something is wrong'),
  'uncaught error: Error: thrown': () => void setTimeout(() => reportError(new Error('thrown'))),
  'unhandled rejection: Error: forgotten': () => {
    // As a page does that shows such errors itself.
    addEventListener('unhandledrejection', (event) => event.preventDefault());
    void Promise.reject(new Error('forgotten'));
  },
  'policy: enforce style-src-attr': () => document.body.setAttribute('style', 'color: red'),
  'policy: enforce require-trusted-types-for': () =>
    Promise.resolve()
      .then(() => Reflect.set(document.body, 'innerHTML', '<p>'))
      .catch(() => {}),
  'policy: enforce connect-src': () => fetch('http://127.0.0.1:9/').catch(() => {}),
};

for (const [what, deeds] of Object.entries({ leaks, complaints }))
  test(`each of these is found: ${what}`, { tag: '@full' }, async ({ browser, service }) => {
    const context = await browser.newContext({
      baseURL: service.url,
      permissions: ['clipboard-write'],
    });
    const problems = await recordProblems(context, service.url);
    const page = await context.newPage();
    await page.goto('/sign-in');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const download = what === 'leaks' && page.waitForEvent('download');
    for (const deed of Object.values(deeds)) await page.evaluate(deed, apiKey);
    await download;
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
