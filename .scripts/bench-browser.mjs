import { readFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { findChromium } from './chromium.mjs';

/** @typedef {import('./bench-probe.mjs').Probe} Probe */

/** What every measured page runs before its own scripts. */
export const probe = readFileSync(new URL('bench-probe.mjs', import.meta.url), 'utf8');

export function launchBrowser() {
  const found = findChromium(chromium.executablePath());
  if (!found) throw new Error('There is no browser: see `node .scripts/chromium.mjs`');
  return chromium.launch({
    ...found,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

/** @param {import('playwright').Page} page */
export function askProbe(page) {
  /**
   * @template {keyof Probe} Name
   * @param {Name} name
   * @param {Parameters<Probe[Name]>} of
   * @returns {Promise<Awaited<ReturnType<Probe[Name]>>>}
   */
  return (name, ...of) =>
    page.evaluate(
      ([wanted, values]) => /** @type {any} */ (globalThis).probe[wanted](...values),
      /** @type {const} */ ([name, of]),
    );
}
