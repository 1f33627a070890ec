// `npm run bench`: the start and a long list in a real browser, beside a page that does the same by hand, in turn.
// `-- --rows=100000` bot users, `--rounds=3` of each, `--slow=4` times the processor's work at the start.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { apiKey, placePage, runBench, startFilled } from './bench-run.mjs';
import { findChromium } from './chromium.mjs';

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    slow: { type: 'string', default: '4' },
  },
});
const ROWS = Number(flags.rows);

/** What runs in the page, which gets it as a script. */
const inPage = [timeTo, dropFrames, showsRows, pressSwitch, isSwitched, typeFilter, isFiltered];

function showsRows() {
  return document.querySelectorAll('table tr a[href^="/bot-users/"]').length >= 18;
}

/** @param {number[]} values */
const median = (values) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

await runBench(async () => {
  const { chromium } = await import('playwright');
  const found = findChromium(chromium.executablePath());
  const browser = await chromium.launch({ ...found, args: ['--no-sandbox', '--disable-gpu'] });
  const pages = [
    await startFilled(ROWS),
    await startFilled(ROWS, placePage('.scripts/bench-page')),
  ];
  /** @type {Record<string, number[][]>} */
  const results = {};
  for (let round = 0; round < Number(flags.rounds); round += 1)
    for (const [index, { url }] of pages.entries())
      for (const [name, value] of Object.entries(await measure(browser, `${url}/bot-users`)))
        (results[name] ??= [[], []])[index]?.push(value);
  await browser.close();

  const round = (/** @type {number} */ value) => Number(value.toPrecision(3));
  const rows = Object.entries(results).map(([name, values]) => {
    const [ours = 0, byHand = 0] = values.map(median);
    const figures = {
      'the app': round(ours),
      'by hand': round(byHand),
      ratio: round(ours / byHand),
    };
    return [name, figures];
  });
  console.table(Object.fromEntries(rows));
});

/**
 * With a kept key: the start with an empty cache and with a filled one, then the list.
 *
 * @param {import('playwright').Browser} browser
 * @param {string} url
 */
async function measure(browser, url) {
  const devtools = await browser.newBrowserCDPSession();
  const { browserContextId } = await devtools.send('Target.createBrowserContext');
  const open = () => openPage(devtools, browserContextId);
  const cold = await start(await open(), url);
  const warm = await start(await open(), url);
  const page = await open();
  await page.send('Page.navigate', { url });
  await page.evaluate(() => timeTo(showsRows));
  const list = await measureList(page);
  await devtools.send('Target.disposeBrowserContext', { browserContextId });
  await devtools.detach();
  return {
    'first rows, cold, ms': cold.ms,
    'first rows, warm, ms': warm.ms,
    'requests until rows, cold': cold.requests,
    'KiB until rows, cold': cold.bytes / 1024,
    ...list,
  };
}

/**
 * A page that Playwright does not know. It would listen to all that happens in it (`Runtime.enable`), for which V8 parses
 * each file a second time and keeps the places of all functions: that is time and memory which nobody has to give
 * without developer tools.
 *
 * @param {import('playwright').CDPSession} devtools of the browser
 * @param {string} browserContextId
 */
async function openPage(devtools, browserContextId) {
  const target = { url: 'about:blank', browserContextId };
  const { targetId } = await devtools.send('Target.createTarget', target);
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId });
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map();
  devtools.on('Target.receivedMessageFromTarget', (event) => {
    const answer = JSON.parse(event.message);
    // Nothing that is waited for would come any more.
    if (answer.method === 'Inspector.targetCrashed') throw new Error('The page has crashed');
    if (event.sessionId === sessionId) waiting.get(answer.id)?.(answer);
  });

  /** @param {string} method @param {object} [params] */
  async function send(method, params = {}) {
    const id = waiting.size + 1;
    const answered = new Promise((resolve) => waiting.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await devtools.send('Target.sendMessageToTarget', { sessionId, message });
    const { result, error } = await answered;
    const failure = error?.message ?? result.errorText; // of an address that cannot be opened
    if (failure) throw new Error(`${method}: ${failure}`);
    return result;
  }

  /**
   * @template Result
   * @param {(given: any) => Result | Promise<Result>} code what runs in the page
   * @param {unknown} [given]
   * @returns {Promise<Result>}
   */
  async function evaluate(code, given = null) {
    const expression = `(${String(code)})(${JSON.stringify(given)})`;
    const options = { awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, ...options });
    if (exceptionDetails) throw new Error(exceptionDetails.exception.description);
    return result.value;
  }

  const size = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false };
  await send('Emulation.setDeviceMetricsOverride', size);
  await send('Inspector.enable');
  await send('Page.enable');
  const parts = [`(${String(keepKey)})('${apiKey}')`];
  for (const each of inPage) parts.push(`globalThis.${each.name} = ${String(each)}`);
  await send('Page.addScriptToEvaluateOnNewDocument', { source: parts.join(';') });
  return { send, evaluate, close: () => devtools.send('Target.closeTarget', { targetId }) };
}

/** @typedef {Awaited<ReturnType<typeof openPage>>} Page */

/** @param {string} key */
function keepKey(key) {
  if (location.protocol === 'about:') return;
  const now = Date.now();
  const session = { key, stamp: now, lineage: now, account: '', signedInAt: now, usedAt: now };
  localStorage.setItem('gatehouse.stay-signed-in', 'yes');
  sessionStorage.setItem('gatehouse.session', JSON.stringify(session));
  sessionStorage.setItem('bench.key', key);
}

/**
 * On an old laptop and a line of 10 Mbit/s, until the rows: ms, requests, and bytes of bodies as they are sent without
 * those of the API.
 *
 * @param {Page} page
 * @param {string} url
 */
async function start(page, url) {
  await page.send('Emulation.setCPUThrottlingRate', { rate: Number(flags.slow) });
  await page.send('Network.enable');
  await page.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 40,
    downloadThroughput: 10_000_000 / 8,
    uploadThroughput: 10_000_000 / 8,
  });
  await page.send('Page.navigate', { url });
  const ms = await page.evaluate(() => timeTo(showsRows));
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
  const load = await page.evaluate(
    (all) =>
      timeTo(
        () =>
          [...document.querySelectorAll('main p')].some((line) =>
            line.textContent.startsWith(all),
          ) && document.querySelector('tr[data-id]'),
        () => {
          const buttons = [...document.querySelectorAll('button')];
          buttons.find(({ textContent }) => textContent === 'Load all')?.click();
        },
      ),
    `All ${ROWS.toLocaleString('en')} loaded.`,
  );
  await page.send('HeapProfiler.collectGarbage');
  const { usedSize } = await page.send('Runtime.getHeapUsage');
  const frames = page.evaluate(dropFrames, 2_000);
  const middle = { x: 700, y: 500, deltaX: 0, deltaY: 300 };
  for (let frame = 0; frame < 120; frame += 1) {
    // A person scrolling does not wait for the next frame.
    void page.send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...middle });
    await sleep(16);
  }
  const dropped = await frames;

  const switches = [];
  for (let turn = 0; turn < 5; turn += 1) {
    switches.push(await page.evaluate(() => timeTo(isSwitched, pressSwitch)));
    await sleep(400); // until the change is confirmed
  }
  const keys = [];
  for (let typed = 1; typed <= 'grafana-scraper'.length; typed += 1) {
    const text = 'grafana-scraper'.slice(0, typed);
    keys.push(await page.evaluate((given) => timeTo(isFiltered, () => typeFilter(given)), text));
  }
  return {
    'Load all, s': load / 1000,
    'heap, all loaded, MB': usedSize / 1_000_000,
    'dropped frames in 2 s, %': dropped,
    'switch: press to shown, ms': median(switches),
    'filter: key to rows, ms': median(keys),
  };
}

/**
 * @template Result
 * @param {(result: Result | undefined) => unknown} isShown what the act leads to; it gets what that has returned
 * @param {() => Result} [act]
 * @returns ms from the act, else from when the page began, to the frame that shows it
 */
async function timeTo(isShown, act) {
  const begin = act ? performance.now() : 0;
  const result = act?.();
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  while (!isShown(result)) await frame();
  await frame(); // by then it has been painted
  return performance.now() - begin;
}

/** @param {number} ms @returns the share of frames at 60 a second that was missing, in % */
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

function pressSwitch() {
  const row = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('tr');
  const control = row?.querySelector('[role=switch]');
  if (!(control instanceof HTMLInputElement)) throw new Error('No row is in the middle');
  control.click();
  return { id: row?.dataset['id'], on: control.checked };
}

/** @param {{ id?: string | undefined, on: boolean }} [pressed] */
function isSwitched({ id, on } = { on: false }) {
  const control = document.querySelector(`[data-id="${id}"] [role=switch]`);
  const word = control?.closest('td')?.textContent.trim();
  return control?.matches(':checked') === on && word === (on ? 'Active' : 'Inactive');
}

/** @param {string} text */
function typeFilter(text) {
  const field = document.querySelector('[type=search]');
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(field, text); // React looks at no other
  field?.dispatchEvent(new Event('input', { bubbles: true }));
  return text;
}

/** @param {string} [text] */
function isFiltered(text = '') {
  const row = document.querySelector('tr[data-id]');
  const first = `${row?.getAttribute('data-id')} ${row?.textContent}`;
  const lines = [...document.querySelectorAll('main p')].map((line) => line.textContent);
  const isCounted = lines.some((line) => / of the [\d,]+ loaded/.test(line));
  return isCounted && first.toLowerCase().includes(text);
}
