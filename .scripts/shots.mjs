// `npm run shots`: the README's two pictures, of the app itself with demonstration data, into `.assets`.
// `npm run shots -- --all`: every main page at three widths, light and dark, into `.cache/shots`, to look at.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from './bench-browser.mjs';
import { apiKey, runBench, startFilled } from './bench-run.mjs';
import { root } from './root.mjs';

const { values: flags } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const SCHEMES = /** @type {const} */ (['light', 'dark']);

await runBench(async () => {
  // The address is in the pictures: the usual one in those that the README shows.
  const { url } = await startFilled(250, { PORT: flags.all ? '0' : '4300' });
  const browser = await launchBrowser();
  try {
    await (flags.all ? takeAll(browser, url) : takeReadme(browser, url));
  } finally {
    await browser.close();
  }
});

/**
 * @param {import('playwright').Browser} browser
 * @param {string} url
 */
async function takeReadme(browser, url) {
  for (const scheme of SCHEMES) {
    const page = await openList(browser, url, scheme, 1280, 800);
    const active = page.getByRole('switch').nth(1);
    await active.click();
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    await take(page, join(root, '.assets', `bot-users-${scheme}.png`));
    // As it was, for the next one.
    await active.click();
    await page.context().close();
  }
}

/**
 * @param {import('playwright').Browser} browser
 * @param {string} url
 */
async function takeAll(browser, url) {
  const folder = join(root, '.cache', 'shots');
  mkdirSync(folder, { recursive: true });
  const botUser = `/bot-users/${await firstId(browser, url, 'tr[data-id]', 'data-id')}`;
  const route = await firstId(browser, `${url}/routes`, 'a[href$="ip-restriction"]', 'href');
  const pages = {
    'bot-users': '/bot-users',
    'bot-user-new': '/bot-users/new',
    'bot-user': botUser,
    quarantine: '/bot-users/quarantine',
    routes: '/routes',
    'ip-restriction': route,
    settings: '/settings',
    'not-found': '/nowhere',
  };
  for (const scheme of SCHEMES)
    for (const [width, height] of /** @type {const} */ ([
      [1440, 900],
      [768, 1024],
      [360, 740],
    ])) {
      const fileOf = (/** @type {string} */ name) => join(folder, `${name}-${width}-${scheme}.png`);
      const page = await open(browser, url, scheme, width, height);
      await take(page, fileOf('sign-in'));
      await signIn(page);
      for (const [name, path] of Object.entries(pages)) {
        await goTo(page, path);
        await take(page, fileOf(name));
      }
      await page.context().close();
    }
}

/**
 * @param {import('playwright').Browser} browser
 * @param {string} url
 * @param {'light' | 'dark'} colorScheme
 * @param {number} width
 * @param {number} height
 */
async function open(browser, url, colorScheme, width, height) {
  const touch = width < 500 ? { isMobile: true, hasTouch: true } : {};
  const context = await browser.newContext({
    viewport: { width, height },
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme,
    ...touch,
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel('API key', { exact: true }).waitFor();
  return page;
}

/** @param {import('playwright').Page} page */
async function signIn(page) {
  await page.getByLabel('API key', { exact: true }).fill(apiKey);
  // So that a page can be opened by its address.
  await page.getByLabel('Stay signed in when this tab reloads').check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Account menu' }).waitFor();
}

/** @type {(...args: Parameters<typeof open>) => Promise<import('playwright').Page>} */
async function openList(...args) {
  const page = await open(...args);
  await signIn(page);
  await page.getByRole('switch').first().waitFor();
  return page;
}

/**
 * @param {import('playwright').Page} page
 * @param {string} path
 */
async function goTo(page, path) {
  await page.goto(new URL(path, page.url()).href);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/**
 * @param {import('playwright').Browser} browser
 * @param {string} address
 * @param {string} selector
 * @param {string} attribute
 */
async function firstId(browser, address, selector, attribute) {
  const page = await open(browser, address, 'light', 1440, 900);
  await signIn(page);
  const value = await page.locator(selector).first().getAttribute(attribute);
  await page.context().close();
  return value ?? '';
}

/**
 * Once nothing is on its way.
 *
 * @param {import('playwright').Page} page
 * @param {string} path
 */
async function take(page, path) {
  await page.mouse.move(0, 0);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path, caret: 'initial' });
  console.log(path);
}
