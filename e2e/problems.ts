import { readFile } from 'node:fs/promises';
import type { BrowserContext, Download, Page, Request } from 'playwright/test';
import { contentOf, containsKey, unusedStores } from './key-search.ts';
import { hearSigns } from './page-signs.ts';
import { apiKey } from './service.ts';

/**
 * What no page may do in any test: complain (in the console, uncaught errors, unhandled rejections), breach its
 * policy, ask another origin than its own, keep cookies or databases, or let the key out.
 */
export interface Problems {
  /**
   * Lets requests fail in this test: with a status, or without an answer. The browser logs each of them. A pattern
   * lets pass the complaints that it finds, for errors that a test provokes.
   */
  allow(...failures: (number | 'no answer' | RegExp)[]): void;
  /** Lets the pages of this test ask another origin than the one they come from. */
  allowOrigin(origin: string): void;
  /** Looks at what the pages show and keep now; once the test is over, that is done by itself. */
  look(): Promise<void>;
  /** Looks a last time. One line for each problem, without repeats. */
  unexpected(): Promise<string[]>;
}

/** @param url of the service whose pages are opened */
export async function recordProblems(context: BrowserContext, url: string): Promise<Problems> {
  const complaints: string[] = [];
  const breaches: string[] = [];
  // That a route has no module is told by a 404, and the list of routes reads them by itself.
  const allowed: (string | RegExp)[] = [/status of 404 .*\/ip_restriction\)$/];
  const origins = new Set([new URL(url).origin]);
  const downloads: Download[] = [];
  let staysSignedIn = false;

  function search(where: string, text: string) {
    if (where === 'sessionStorage' && staysSignedIn) return;
    if (containsKey(text, apiKey)) breaches.push(`the key in ${where}: ${text.slice(0, 2000)}`);
  }

  function searchRequest(request: Request) {
    const address = request.url();
    search('the address of a request', address);
    search('the body of a request', request.postData() ?? '');
    for (const [name, value] of Object.entries(request.headers()))
      if (name !== 'authorization') search(`the request header ${name}`, value);
    const { origin } = new URL(address);
    // Data has no origin.
    if (origin !== 'null' && !origins.has(origin)) breaches.push(`another origin: ${address}`);
  }

  async function searchPage(page: Page) {
    for (const frame of page.frames()) {
      // The empty page before the first one, and the browser's own.
      if (!frame.url().startsWith('http')) continue;
      for (const [where, text] of Object.entries(await contentOf(frame))) search(where, text);
      breaches.push(...(await unusedStores(frame)));
    }
  }

  async function look() {
    for (const page of context.pages()) await searchPage(page);
    for (const { name } of await context.cookies()) breaches.push(`a cookie: ${name}`);
    for (const download of downloads.splice(0)) {
      search('the name of a file', `${download.suggestedFilename()} ${download.url()}`);
      search('a file', await readFile(await download.path(), 'utf8'));
    }
  }

  context.on('request', searchRequest);
  context.on('framenavigated', (frame) => search('an address', frame.url()));
  context.on('download', (download) => downloads.push(download));
  context.on('console', (message) => {
    const text = `${message.text()} (${message.location().url})`;
    search('the console', text);
    if (/^(error|warning)$/.test(message.type())) complaints.push(text);
  });
  context.on('weberror', (webError) =>
    complaints.push(webError.error().stack ?? String(webError.error())),
  );
  await hearSigns(context, (sign, text) => {
    if (sign === 'choice to stay signed in') staysSignedIn = text === 'yes';
    else if (sign === 'policy') breaches.push(`policy: ${text}`);
    else if (sign === 'uncaught error' || sign === 'unhandled rejection')
      complaints.push(`${sign}: ${text}`);
    else search(sign, text);
  });

  return {
    allow: (...failures) => allowed.push(...failures.map(loggedAs)),
    allowOrigin: (origin) => origins.add(origin),
    look,
    async unexpected() {
      await look();
      const isAllowed = (text: string) =>
        allowed.some((each) =>
          typeof each === 'string' ? text.startsWith(each) : each.test(text),
        );
      return [...new Set([...complaints.filter((text) => !isAllowed(text)), ...breaches])];
    },
  };
}

/** The browser's own words, as far as they are known. */
function loggedAs(failure: number | 'no answer' | RegExp): string | RegExp {
  if (failure instanceof RegExp) return failure;
  return failure === 'no answer'
    ? 'Failed to load resource: net::ERR_'
    : `Failed to load resource: the server responded with a status of ${failure} `;
}
