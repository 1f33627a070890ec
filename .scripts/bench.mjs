// `npm run bench`: the start and a long list in a real browser, beside a page that does the same by hand, in turn.
// `-- --rows=100000` bot users, `--rounds=3` of each, `--slow=4` times the processor's work at the start.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { apiKey, launchBrowser, placePage, runBench, startFilled } from './bench-run.mjs';

/** @typedef {import('playwright').Page} Page */

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    slow: { type: 'string', default: '4' },
  },
});
const ROWS = Number(flags.rows);

const showsRows = () => document.querySelectorAll('table tr a[href^="/bot-users/"]').length >= 18;

/** @param {number[]} values */
const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

await runBench(async () => {
  const browser = await launchBrowser();
  const pages = [
    await startFilled(ROWS, { RATE_LIMIT: 'off' }),
    await startFilled(ROWS, { RATE_LIMIT: 'off' }, placePage('.scripts/bench-page')),
  ];
  /** @type {Map<string, number[][]>} */
  const results = new Map();
  for (let round = 0; round < Number(flags.rounds); round += 1)
    for (const [index, { url }] of pages.entries())
      for (const [name, value] of Object.entries(await measure(browser, `${url}/bot-users`))) {
        const both = results.get(name) ?? [[], []];
        both[index]?.push(value);
        results.set(name, both);
      }
  await browser.close();

  const round = (/** @type {number} */ value) => Number(value.toPrecision(3));
  /** @type {Record<string, Record<string, number>>} */
  const table = {};
  for (const [name, [ours = [], byHand = []]] of results) {
    const [one, other] = [median(ours), median(byHand)];
    const ratio = round(one / other);
    table[name] = { 'the app': round(one), 'by hand': round(other), ratio };
  }
  console.table(table);
});

/**
 * With a kept key: the start with an empty cache and with a filled one, then the list.
 *
 * @param {import('playwright').Browser} browser
 * @param {string} url
 */
async function measure(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript((key) => {
    const now = Date.now();
    const session = { key, stamp: now, lineage: now, account: '', signedInAt: now, usedAt: now };
    localStorage.setItem('gatehouse.stay-signed-in', 'yes');
    sessionStorage.setItem('gatehouse.session', JSON.stringify(session));
    sessionStorage.setItem('bench.key', key);
  }, apiKey);
  const cold = await start(await context.newPage(), url);
  const warm = await start(await context.newPage(), url);
  const page = await context.newPage();
  await page.goto(url);
  await inPage(page, timeTo, null, showsRows);
  const list = await measureList(page);
  await context.close();
  return {
    'first rows, cold, ms': cold.ms,
    'first rows, warm, ms': warm.ms,
    'requests until rows, cold': cold.requests,
    'KiB until rows, cold': cold.bytes / 1024,
    ...list,
  };
}

/**
 * On an old laptop and a line of 10 Mbit/s, until the rows: ms, requests, and bytes of bodies as they are sent without
 * those of the API.
 *
 * @param {Page} page
 * @param {string} url
 */
async function start(page, url) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(flags.slow) });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: 10_000_000 / 8,
    uploadThroughput: 10_000_000 / 8,
  });
  await page.goto(url, { waitUntil: 'commit' });
  const ms = await inPage(page, timeTo, null, showsRows);
  const wire = await page.evaluate(() => {
    const entries = ['navigation', 'resource']
      .flatMap((type) => performance.getEntriesByType(type))
      .map((entry) => /** @type {PerformanceResourceTiming} */ (entry));
    const files = entries.filter(({ name }) => !name.includes('/api/'));
    const bytes = files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return { requests: entries.length, bytes };
  });
  await sleep(400); // late parts go to the cache as well
  await page.close();
  return { ms, ...wire };
}

/** @param {Page} page */
async function measureList(page) {
  const load = await inPage(
    page,
    timeTo,
    () => {
      const buttons = [...document.querySelectorAll('button')];
      buttons.find(({ textContent }) => textContent === 'Load all')?.click();
    },
    (/** @type {string} */ count) =>
      [...document.querySelectorAll('main p')].some(({ textContent }) =>
        textContent?.startsWith(`All ${count} loaded.`),
      ) && document.querySelector('tr[data-id]'),
    ROWS.toLocaleString('en'),
  );
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const frames = inPage(page, dropFrames, 2_000);
  await page.mouse.move(700, 500);
  for (let frame = 0; frame < 120; frame += 1) {
    void page.mouse.wheel(0, 300); // a person scrolling does not wait for the next frame
    await sleep(16);
  }
  const dropped = await frames;

  const switches = [];
  for (let turn = 0; turn < 5; turn += 1) {
    const ms = inPage(
      page,
      timeTo,
      () => {
        const row = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tr');
        const control = row?.querySelector('[role=switch]');
        if (!(control instanceof HTMLInputElement)) throw new Error('No row is in the middle');
        control.click();
        return { id: row?.dataset['id'] ?? '', on: control.checked };
      },
      (/** @type {{ id: string, on: boolean }} */ { id, on }) => {
        const control = document.querySelector(`[data-id="${id}"] [role=switch]`);
        const word = control?.closest('td')?.textContent?.trim();
        return control?.matches(':checked') === on && word === (on ? 'Active' : 'Inactive');
      },
    );
    switches.push(await ms);
    await sleep(400); // until the change is confirmed
  }
  const keys = [];
  for (let typed = 1; typed <= 'grafana-scraper'.length; typed += 1)
    keys.push(
      await inPage(
        page,
        timeTo,
        (/** @type {string} */ text) => {
          const field = document.querySelector('[type=search]');
          const { set } =
            Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
          set?.call(field, text); // React looks at no other
          field?.dispatchEvent(new Event('input', { bubbles: true }));
        },
        (/** @type {string} */ text) => {
          const row = document.querySelector('tr[data-id]');
          const first = `${row?.getAttribute('data-id')} ${row?.textContent}`;
          const lines = [...document.querySelectorAll('main p')].map((line) => line.textContent);
          const isCounted = lines.some((line) => / of the [\d,]+ loaded/.test(line));
          return isCounted && first.toLowerCase().includes(text);
        },
        'grafana-scraper'.slice(0, typed),
      ),
    );
  return {
    'Load all, s': load / 1000,
    'heap, all loaded, MB': usedSize / 1_000_000,
    'dropped frames in 2 s, %': dropped,
    'switch: press to shown, ms': median(switches),
    'filter: key to rows, ms': median(keys),
  };
}

/**
 * Runs in the page.
 *
 * @param {((given: unknown) => unknown) | null} act
 * @param {(given: unknown) => unknown} isShown what `act` leads to; it gets what that returned, else what is given
 * @param {unknown} given
 * @returns ms from the act, else from when the page began, to the frame that shows it
 */
async function timeTo(act, isShown, given) {
  const begin = act === null ? 0 : performance.now();
  const result = act?.(given) ?? given;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  while (!isShown(result)) await frame();
  await frame(); // by then it has been painted
  return performance.now() - begin;
}

/** Runs in the page. @param {number} ms @returns the share of frames at 60 a second that was missing, in % */
async function dropFrames(ms) {
  let [dropped, last] = [0, performance.now()];
  const until = last + ms;
  while (last < until) {
    const at = await new Promise((resolve) => requestAnimationFrame(resolve));
    dropped += Math.max(0, Math.round(((at - last) * 60) / 1000) - 1);
    last = at;
  }
  return (100 * dropped) / ((ms * 60) / 1000);
}

/**
 * As a text, for only so functions can be given to functions of the page.
 *
 * @param {Page} page
 * @param {(...args: any[]) => Promise<number>} run
 * @param {unknown[]} args functions without anything that is outside of them, and what JSON can hold
 * @returns {Promise<number>}
 */
function inPage(page, run, ...args) {
  const texts = args.map((arg) => (typeof arg === 'function' ? String(arg) : JSON.stringify(arg)));
  return page.evaluate(`(${String(run)})(${texts.join(', ')})`);
}
