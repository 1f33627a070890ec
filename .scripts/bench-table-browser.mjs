import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';
import { findChromium } from './chromium.mjs';

/** @typedef {import('./bench-table-probe.mjs').Probe} Probe */
/** @typedef {{ x: number, y: number }} Point */

const probe = readFileSync(new URL('bench-table-probe.mjs', import.meta.url), 'utf8');

/** How often a wheel turns: 300 px in every frame. */
const WHEEL = { everyMs: 16, deltaY: 300 };

export function launchBrowser() {
  const found = findChromium(chromium.executablePath());
  if (!found) throw new Error('There is no browser: see `node .scripts/chromium.mjs`');
  return chromium.launch({
    ...found,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

/**
 * A page with the list in it, signed in, with what measures it.
 *
 * @param {import('playwright').Browser} browser
 * @param {string} url of the service
 * @param {number} slowness of the page's processor: 4 takes four times as long
 */
export async function openList(browser, url, slowness) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript({ content: probe });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness });
  await page.goto(`${url}/sign-in?next=%2Fbot-users`);
  await page.getByLabel('API key', { exact: true }).fill('bench-key');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('table', { name: 'Bot users' }).waitFor();

  /** @param {'mouseMoved' | 'mousePressed' | 'mouseReleased'} type @param {Point} point */
  const mouse = (type, { x, y }) =>
    devtools.send('Input.dispatchMouseEvent', {
      type,
      x,
      y,
      button: type === 'mouseMoved' ? 'none' : 'left',
      clickCount: 1,
    });

  return {
    page,
    slowness,

    /** One that is not in front has no frames. */
    show: () => page.bringToFront(),

    /**
     * @template {keyof Probe} Name
     * @param {Name} name
     * @param {Parameters<Probe[Name]>} of
     * @returns {Promise<Awaited<ReturnType<Probe[Name]>>>}
     */
    ask: (name, ...of) =>
      page.evaluate(
        ([wanted, values]) => /** @type {any} */ (globalThis).probe[wanted](...values),
        /** @type {const} */ ([name, of]),
      ),

    /** With the pointer there for a while already, as with a hand. @param {Point} point */
    async press(point) {
      await mouse('mouseMoved', point);
      await sleep(100 * slowness);
      await mouse('mousePressed', point);
      await mouse('mouseReleased', point);
    },

    /** @param {string} text a single character */
    async key(text) {
      await devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key: text, text });
      await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', key: text });
    },

    /** @param {number} ms @param {1 | -1} direction 1: down */
    async wheel(ms, direction) {
      const until = performance.now() + ms;
      const turn = { type: /** @type {const} */ ('mouseWheel'), x: 700, y: 500, deltaX: 0 };
      while (performance.now() < until) {
        // Not waited for: the page answers it in its next frame, a hand does not stop for that.
        void devtools.send('Input.dispatchMouseEvent', {
          ...turn,
          deltaY: direction * WHEEL.deltaY,
        });
        await sleep(WHEEL.everyMs);
      }
    },

    /** Bytes that are in use when all rubbish is gone, with those that arrays keep outside of it. */
    async heap() {
      await devtools.send('HeapProfiler.collectGarbage');
      const { usedSize, backingStorageSize } = await devtools.send('Runtime.getHeapUsage');
      return usedSize + backingStorageSize;
    },

    /** ms that the page's thread has worked so far. */
    async worked() {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
    },
  };
}

/** @typedef {Awaited<ReturnType<typeof openList>>} List */
