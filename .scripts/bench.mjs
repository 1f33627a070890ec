// `npm run bench`: the start and a long list in a real browser, beside a page that does the same by hand, in turn.
// `-- --rows=100000` bot users, `--rounds=3` of each, `--slow=4` times the processor's work at the start.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  apiKey,
  launchBrowser,
  median,
  placePage,
  printTable,
  runBench,
  startFilled,
} from './bench-run.mjs';
import { probe } from './bench-probe.mjs';

/** @typedef {import('playwright').Page} Page */
/** @typedef {Record<string, number>} Figures */

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    slow: { type: 'string', default: '4' },
  },
});
const ROWS = Number(flags.rows);
const KIB = 1024;
const MB = 1_000_000;
/** Until a change is confirmed and everything is at rest. */
const REST_MS = 400;

await runBench(async () => {
  const browser = await launchBrowser();
  const pages = [
    await startFilled(ROWS, { RATE_LIMIT: 'off' }),
    await startFilled(ROWS, { RATE_LIMIT: 'off' }, placePage('.scripts/bench-page')),
  ];
  /** @type {Map<string, number[]>[]} */
  const results = pages.map(() => new Map());
  for (let round = 0; round < Number(flags.rounds); round += 1)
    for (const [index, { url }] of pages.entries())
      for (const [name, value] of Object.entries(await measure(browser, url)))
        results[index]?.set(name, [...(results[index].get(name) ?? []), value]);
  await browser.close();

  const [ours, byHand] = results;
  printTable([
    ['', 'the app', 'by hand', 'ratio'],
    ...[...(ours ?? [])].map(([name, values]) => {
      const [one, other] = [median(values), median(byHand?.get(name) ?? [])];
      return [name, one.toFixed(1), other.toFixed(1), (one / other).toFixed(2)];
    }),
  ]);
});

/** @param {import('playwright').Browser} browser @param {string} url */
async function measure(browser, url) {
  return {
    ...(await inContext(browser, (context) => signIn(context, url))),
    ...(await inContext(browser, (context) => openRows(context, url))),
    ...(await inContext(browser, (context) => useList(context, url))),
  };
}

/**
 * With an empty cache.
 *
 * @param {import('playwright').Browser} browser
 * @param {(context: import('playwright').BrowserContext) => Promise<Figures>} run
 */
async function inContext(browser, run) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(probe);
  try {
    return await run(context);
  } finally {
    await context.close();
  }
}

/**
 * Calls a function of the probe, or awaits a value.
 *
 * @param {Page} page
 * @param {string} name
 * @param {unknown[]} args
 * @returns {Promise<any>}
 */
function ask(page, name, ...args) {
  return page.evaluate(
    ([wanted, given]) => {
      const found = /** @type {any} */ (globalThis).bench[wanted];
      return typeof found === 'function' ? found(...given) : found;
    },
    /** @type {const} */ ([name, args]),
  );
}

/** A tab on an old laptop and a line of 10 Mbit/s. @param {import('playwright').BrowserContext} context */
async function slowTab(context) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(flags.slow) });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: 10_000_000 / 8,
    uploadThroughput: 10_000_000 / 8,
  });
  return page;
}

/** @param {import('playwright').BrowserContext} context @param {string} url */
async function signIn(context, url) {
  const page = await slowTab(context);
  await page.goto(`${url}/sign-in?next=%2Fbot-users`, { waitUntil: 'commit' });
  return { 'sign-in form usable, ms': await ask(page, 'usable') };
}

/** The list with a kept key, with an empty cache and with a filled one. @param {import('playwright').BrowserContext} context @param {string} url */
async function openRows(context, url) {
  await context.addInitScript((key) => {
    const now = Date.now();
    const session = { key, stamp: now, lineage: now, account: '', signedInAt: now, usedAt: now };
    localStorage.setItem('gatehouse.stay-signed-in', 'yes');
    sessionStorage.setItem('gatehouse.session', JSON.stringify(session));
    sessionStorage.setItem('bench.key', key);
  }, apiKey);
  const tab = async () => {
    const page = await slowTab(context);
    await page.goto(`${url}/bot-users`, { waitUntil: 'commit' });
    const ms = await ask(page, 'rows');
    const wire = await ask(page, 'wire', ms);
    await sleep(REST_MS); // late parts go to the cache as well
    await page.close();
    return { ms, ...wire };
  };
  const [cold, warm] = [await tab(), await tab()];
  return {
    'first rows, cold, ms': cold.ms,
    'first rows, warm, ms': warm.ms,
    'requests until rows, cold': cold.requests,
    'KiB until rows, cold': cold.bytes / KIB,
  };
}

/** @param {import('playwright').BrowserContext} context @param {string} url */
async function useList(context, url) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto(`${url}/sign-in?next=%2Fbot-users`);
  await page.getByLabel('API key', { exact: true }).fill(apiKey);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('tr[data-id]').first().waitFor();

  /**
   * ms from the next event of this kind, which `act` brings about, to the frame that shows the condition.
   *
   * @param {string} event
   * @param {[name: string, ...of: unknown[]]} condition of the probe
   * @param {() => Promise<unknown>} act
   */
  async function time(event, condition, act) {
    await ask(page, 'arm', event, ...condition);
    await act();
    const ms = await ask(page, 'taken');
    await sleep(REST_MS);
    return ms;
  }
  /** @param {number} frames @param {number} deltaY px in every frame */
  async function wheel(frames, deltaY) {
    await page.mouse.move(700, 500);
    for (let frame = 0; frame < frames; frame += 1) {
      void page.mouse.wheel(0, deltaY); // a person scrolling does not wait for the next frame
      await sleep(16);
    }
  }

  const load = await time('click', ['loaded', ROWS.toLocaleString('en')], () =>
    page.getByRole('button', { name: 'Load all', exact: true }).click(),
  );
  await page.evaluate(() => scrollTo(0, 0));
  await sleep(REST_MS);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const elements = await page.evaluate(() => document.querySelectorAll('body *').length);
  const frames = ask(page, 'droppedFrames', 2_000);
  await wheel(120, 300);
  const dropped = await frames;

  const keys = [];
  const field = page.getByRole('searchbox', { name: 'Filter loaded bot users', exact: true });
  await field.focus();
  for (const key of 'grafana-scraper')
    keys.push(await time('keydown', ['filtered', key], () => page.keyboard.press(key)));
  await time('input', ['unfiltered'], () => field.fill(''));

  await wheel(60, 300);
  await sleep(REST_MS);
  /** @type {number[]} */
  const switches = [];
  /** @type {number[]} */
  const backs = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const { id, name, on } = await ask(page, 'rowInTheMiddle');
    const row = page.locator(`tr[data-id="${id}"]`);
    switches.push(
      await time('pointerup', ['switched', id, !on], () => row.getByRole('switch').click()),
    );
    await time('pointerup', ['opened', name], () => row.getByRole('link').click());
    backs.push(await time('popstate', ['returned', id], () => page.evaluate(() => history.back())));
  }
  return {
    'Load all, s': load / 1000,
    'heap, all loaded, MB': usedSize / MB,
    elements,
    'dropped frames in 2 s, %': dropped,
    'filter: key to rows, ms': median(keys),
    'switch: press to shown, ms': median(switches),
    'back to the list, ms': median(backs),
  };
}
