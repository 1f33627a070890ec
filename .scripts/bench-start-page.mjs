import { setTimeout as sleep } from 'node:timers/promises';
import { askProbe, probe } from './bench-browser.mjs';
import { apiKey } from './bench-run.mjs';

const SLOWNESS = 4;
/** 10 Mbit/s. */
const BYTES_PER_S = 10_000_000 / 8;
const LATENCY_MS = 40;
/** Late parts that still arrive shift what is drawn, and work on. */
const REST_MS = 1_000;
const KIB = 1024;

/**
 * A new tab on an old laptop and a slow line.
 *
 * @param {import('playwright').BrowserContext} context
 * @param {string} address
 * @param {'usable' | 'drawn'} condition
 * @returns what it took until then, and the tab
 */
async function openTab(context, address, condition) {
  const page = await context.newPage();
  await page.addInitScript({ content: `${probe}\nprobe.start('${condition}');` });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_S,
    uploadThroughput: BYTES_PER_S,
  });
  const wire = watchWire(devtools);
  const ask = askProbe(page);

  /** ms that the page's thread has worked so far. */
  async function worked() {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  }

  const before = await worked();
  await page.goto(address, { waitUntil: 'commit' });
  const time = await ask('taken');
  const work = (await worked()) - before;
  const { requests, kib } = wire.until(time);
  // Asked for at once, but not by a browser without a window.
  const icons = await page.locator('link[rel="icon"][href^="/"]').count();
  const blocked = () => ask('blocked', time);
  return { page, ask, time, work, requests: requests + icons, kib, blocked };
}

/**
 * What goes over the wire, by the browser's clock. Bytes are those of bodies as they are sent, without the answers of
 * the API, which are the same for every page.
 *
 * @param {import('playwright').CDPSession} devtools
 */
function watchWire(devtools) {
  /** @type {Map<string, { at: number, isApi: boolean }>} */
  const requests = new Map();
  /** @type {{ at: number, bytes: number }[]} */
  const pieces = [];
  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    const { protocol, pathname } = new URL(request.url);
    if (protocol === 'http:')
      requests.set(requestId, { at: timestamp, isApi: pathname.startsWith('/api/') });
  });
  devtools.on('Network.requestServedFromCache', ({ requestId }) => requests.delete(requestId));
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) requests.delete(requestId);
  });
  devtools.on('Network.dataReceived', ({ requestId, timestamp, encodedDataLength }) => {
    if (requests.get(requestId)?.isApi === false)
      pieces.push({ at: timestamp, bytes: encodedDataLength });
  });
  return {
    /** @param {number} ms since the document was asked for */
    until(ms) {
      const [first] = requests.values();
      const end = (first?.at ?? 0) + ms / 1000;
      const sent = [...requests.values()].filter(({ at }) => at <= end);
      const bytes = pieces
        .filter(({ at }) => at <= end)
        .reduce((sum, piece) => sum + piece.bytes, 0);
      return { requests: sent.length, kib: bytes / KIB };
    },
  };
}

/** Runs in the page: keeps the key as each of the pages does. @param {string} key */
function keepKey(key) {
  if (location.protocol !== 'http:') return;
  const now = Date.now();
  const session = { key, stamp: now, lineage: now, signedInAt: now, usedAt: now };
  localStorage.setItem('gatehouse.stay-signed-in', 'yes');
  sessionStorage.setItem('gatehouse.session', JSON.stringify(session));
  sessionStorage.setItem('bench.key', key);
}

/**
 * With an empty cache.
 *
 * @template T
 * @param {import('playwright').Browser} browser
 * @param {(context: import('playwright').BrowserContext) => Promise<T>} run
 */
async function inNewContext(browser, run) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } });
  try {
    return await run(context);
  } finally {
    await context.close();
  }
}

/**
 * The list with a kept key, first with an empty cache, then with a filled one: times in ms, sizes in KiB.
 *
 * @param {import('playwright').Browser} browser
 * @param {string} url of the service
 */
export const startSignedIn = (browser, url) =>
  inNewContext(browser, async (context) => {
    await context.addInitScript(keepKey, apiKey);
    const cold = await openTab(context, `${url}/bot-users`, 'drawn');
    await sleep(REST_MS);
    const shift = await cold.ask('shifted');
    const coldBlocked = await cold.blocked();
    await cold.page.close();
    const warm = await openTab(context, `${url}/bot-users`, 'drawn');
    return {
      cold: cold.time,
      coldBlocked,
      coldWork: cold.work,
      requests: cold.requests,
      kib: cold.kib,
      shift,
      warm: warm.time,
      warmBlocked: await warm.blocked(),
      warmWork: warm.work,
    };
  });

/**
 * The form with an empty cache, and from the press of its button to the list.
 *
 * @param {import('playwright').Browser} browser
 * @param {string} url of the service
 * @param {boolean} atRest the person takes the time to find the key
 */
export const signIn = (browser, url, atRest) =>
  inNewContext(browser, async (context) => {
    const { page, ask, time, kib, blocked } = await openTab(
      context,
      `${url}/sign-in?next=%2Fbot-users`,
      'usable',
    );
    if (atRest) {
      await page.waitForLoadState('networkidle');
      await sleep(REST_MS);
    }
    const { x, y } = await ask('enterForm');
    await page.keyboard.insertText(apiKey);
    await ask('arm', 'pointerup', 'drawn');
    await page.mouse.click(x, y);
    const pressed = await ask('taken');
    if (!atRest) return { pressedAtOnce: pressed };
    return { form: time, formKib: kib, formBlocked: await blocked(), pressed };
  });
