import { setTimeout as sleep } from 'node:timers/promises';
import { askProbe, probe } from './bench-browser.mjs';
import { median } from './bench-report.mjs';
import { apiKey, readBots } from './bench-run.mjs';

/** Until a change is confirmed and everything is at rest. */
const REST_MS = 300;
const WORDS = [
  'grafana-scraper-eu-',
  'terraform-plan-staging-',
  'cert-renewer-us-1-',
  'smoke-tests-ap-1-',
];

/**
 * A page with the list in it, signed in, and the steps that measure it: times of `load` in s, all others in ms.
 *
 * @param {import('playwright').Browser} browser
 * @param {import('./bench-run.mjs').Filled} service
 * @param {number} slowness of the page's processor: 4 takes four times as long
 */
export async function openList(browser, service, slowness) {
  const from = performance.now();
  const bots = await readBots(service);
  const readMs = performance.now() - from;
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript({ content: probe });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await page.goto(`${service.url}/sign-in?next=%2Fbot-users`);
  await page.getByLabel('API key', { exact: true }).fill(apiKey);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('table', { name: 'Bot users' }).waitFor();

  /** A page that is not in front has no frames. */
  const show = () => page.bringToFront();
  const rest = () => sleep(REST_MS * slowness);

  const ask = askProbe(page);

  /** With the pointer there for a while already, as with a hand. @param {import('playwright').Locator} control */
  async function press(control) {
    await control.hover();
    await sleep(100 * slowness);
    await page.mouse.down();
    await page.mouse.up();
  }

  const rowOf = (/** @type {string} */ id) => page.locator(`tr[data-id="${id}"]`);

  /** @param {number} ms @param {number} deltaY px in every frame */
  async function wheel(ms, deltaY) {
    await page.mouse.move(700, 500);
    const until = performance.now() + ms;
    while (performance.now() < until) {
      // Not awaited: a person scrolling does not wait for the next frame.
      void page.mouse.wheel(0, deltaY);
      await sleep(16);
    }
  }

  /** MB that are in use when all rubbish is gone, with those that arrays keep outside of it. */
  async function heap() {
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize } = await devtools.send('Runtime.getHeapUsage');
    return (usedSize + backingStorageSize) / 1_000_000;
  }

  /** @type {number[]} */
  const toggles = [];
  /** @type {number[]} */
  const works = [];

  /** s that the page's thread has worked so far. @param {'TaskDuration' | 'LayoutDuration' | 'RecalcStyleDuration'} what */
  async function worked(what = 'TaskDuration') {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === what)?.value ?? 0;
  }

  const drawn = async () =>
    (await worked('LayoutDuration')) + (await worked('RecalcStyleDuration'));

  return {
    heap: async () => ({ heapLater: await heap() }),

    close: () => context.close(),

    /** Pressed until so many are loaded. @param {number} count */
    async loadMore(count) {
      await show();
      const [before, drawnBefore] = [await worked(), await drawn()];
      const pressed = (await ask('loadMore', count)) / 1000;
      return {
        pressed,
        pressedWork: (await worked()) - before,
        pressedLayout: (await drawn()) - drawnBefore,
      };
    },

    async load() {
      await show();
      await ask('arm', 'click', 'loaded', bots.length.toLocaleString('en'));
      await page.getByRole('button', { name: 'Load all', exact: true }).click();
      const load = (await ask('taken')) / 1000;
      await page.evaluate('scrollTo(0, 0)');
      await rest();
      return {
        load,
        loadOwn: load - readMs / 1000,
        heap: await heap(),
        elements: await ask('countElements'),
      };
    },

    /** Two seconds down and one up, which is shorter than 1,000 rows. */
    async scroll() {
      const before = await ask('rowInTheMiddle');
      const frames = ask('watchFrames', 3_000);
      await wheel(2_000, 300);
      await wheel(1_000, -300);
      const { longest, dropped } = await frames;
      if (before.id === (await ask('rowInTheMiddle')).id)
        throw new Error('The wheel moves nothing');
      await rest();
      return { frame: longest, dropped };
    },

    /** One more press; the median of all. */
    async toggle() {
      await show();
      const { id, on } = await ask('rowInTheMiddle');
      await ask('arm', 'pointerup', 'switched', id, !on);
      const before = await worked();
      await press(rowOf(id).getByRole('switch'));
      toggles.push(await ask('taken'));
      await rest();
      works.push(1000 * ((await worked()) - before));
      return { toggle: median(toggles), work: median(works) };
    },

    /** Words, key by key; a key counts when it changes how many match. */
    async filter() {
      const field = page.getByRole('searchbox', { name: 'Filter loaded bot users', exact: true });
      const texts = bots.map(({ id, name }) => `${name}\n${id}`.toLowerCase());
      const times = [];
      await page.evaluate('scrollTo(0, 0)');
      await rest();
      for (const word of WORDS) {
        await field.focus();
        let before = -1; // without a filter there is no line that tells it
        for (const [index, key] of [...word].entries()) {
          const wanted = word.slice(0, index + 1);
          const count = texts.filter((text) => text.includes(wanted)).length;
          await ask('arm', 'keydown', 'matched', count.toLocaleString('en'), wanted);
          await page.keyboard.press(key);
          const time = await ask('taken');
          if (count !== before) times.push(time);
          before = count;
          await sleep(50);
        }
        await ask('arm', 'input', 'unfiltered');
        await field.fill('');
        await ask('taken');
        await rest();
      }
      return { key: median(times), slowestKey: Math.max(...times) };
    },

    /** Ascending, descending, off, and so on. @param {number} presses */
    async sortByName(presses) {
      await page.evaluate('scrollTo(0, 0)');
      const button = page.getByRole('columnheader', { name: 'Name' }).getByRole('button');
      if ((await button.count()) === 0) return {};
      const times = [];
      for (let count = 0; count < presses; count += 1) {
        await rest();
        await ask('arm', 'pointerup', 'sorted', await ask('firstId'));
        await press(button);
        times.push(await ask('taken'));
      }
      return { firstSort: times[0] ?? 0, sort: median(times.slice(1)) };
    },

    /** To a row far down, and back to it. @param {number} rounds after one that fetches the code */
    async openAndBack(rounds) {
      await wheel(1_000, 300);
      const opened = [];
      const returned = [];
      for (let round = 0; round <= rounds; round += 1) {
        await rest();
        const { id, name } = await ask('rowInTheMiddle');
        await ask('arm', 'pointerup', 'opened', name);
        await press(rowOf(id).getByRole('link'));
        opened.push(await ask('taken'));
        await rest();
        returned.push(await ask('goBack', id));
      }
      return { open: median(opened.slice(1)), back: median(returned.slice(1)) };
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openList>>} List */
