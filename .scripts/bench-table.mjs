// `npm run bench`: what the bot-user table costs in a real browser at 1,000, 10,000 and 100,000 rows, and at 100,000
// with the processor slowed. `-- --quick` leaves the 100,000 out. What is measured is the built service before a
// stand-in that answers at once.
import { spawnSync } from 'node:child_process';
import { median } from './bench-numbers.mjs';
import { startHelper, startService } from './bench-processes.mjs';
import { runBench } from './bench-run.mjs';
import { filter, load, openAndBack, scroll, sort, toggle } from './bench-table-measure.mjs';
import { printColumns } from './bench-table-print.mjs';
import { createAccount } from './many-rows-account.mjs';
import { root } from './root.mjs';

/**
 * @typedef {import('./bench-table-browser.mjs').List} List
 * @typedef {import('./bench-table-measure.mjs').Figures} Figures
 * @typedef {import('./bench-table-print.mjs').Column} Column
 * @typedef {{ column: Column, list: List, bots: import('./many-rows-account.mjs').Bot[] }} Measured
 */

const quick = process.argv.includes('--quick');
const SIZES = quick ? [1_000, 10_000] : [1_000, 10_000, 100_000];
const SLOWNESS = 4;
const ROUNDS = quick ? 9 : 15;

await runBench(main, () =>
  spawnSync(process.execPath, ['.scripts/chromium.mjs'], { cwd: root, stdio: ['ignore', 2, 2] }),
);

async function main() {
  // What it needs may have been installed just now.
  const { launchBrowser, openList } = await import('./bench-table-browser.mjs');
  const browser = await launchBrowser();
  const standIn = startHelper('many-rows-process.mjs');
  const now = new Date().toISOString();

  /**
   * @param {number} rows
   * @param {number} slowness
   * @returns {Promise<Measured>}
   */
  async function open(rows, slowness) {
    const upstream = await standIn.ask({ count: rows, now });
    const { target } = await startService({
      UPSTREAM_URL: upstream,
      FIRST_API_KEY: '',
      LOG_LEVEL: 'warn',
    });
    const list = await openList(browser, `http://127.0.0.1:${target.port}`, slowness);
    const network = await timeOfPages(target);
    const column = { rows, slowed: slowness > 1, figures: {}, network, failures: [] };
    return { column, list, bots: createAccount(rows, new Date(now)).all() };
  }

  const together = [];
  for (const rows of SIZES) together.push(await open(rows, 1));
  const columns = await measure(together);
  // Alone: what slows a page down takes the time of the others as well.
  const largest = Math.max(...SIZES);
  if (!quick) columns.push(...(await measure([await open(largest, SLOWNESS)])));
  await browser.close();
  printColumns(columns);
}

/**
 * Pages of one processor speed, which are closed at the end. Their toggles are measured in turn, so that what else
 * the machine does hits all.
 *
 * @param {Measured[]} pages
 */
async function measure(pages) {
  for (const { column, list, bots } of pages) {
    console.error(`Measuring ${column.rows.toLocaleString('en')} rows…`);
    await list.show();
    await attempt(column, 'Load all', () => load(list, column.rows));
    await attempt(column, 'scrolling', () => scroll(list));
    await attempt(column, 'filter', () => filter(list, bots));
    await attempt(column, 'sort', () => sort(list, ROUNDS));
    await attempt(column, 'open and back', () => openAndBack(list, ROUNDS));
  }
  await toggleInTurn(pages);
  for (const { column, list } of pages) {
    await attempt(column, 'heap', async () => ({ heapLater: await list.heap() }));
    await list.page.context().close();
  }
  return pages.map(({ column }) => column);
}

/** @param {Measured[]} pages */
async function toggleInTurn(pages) {
  const taken = pages.map((page) => ({
    ...page,
    toggles: /** @type {number[]} */ ([]),
    works: /** @type {number[]} */ ([]),
  }));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { column, list, toggles, works } of taken)
      await attempt(column, 'toggle', async () => {
        await list.show();
        const { time, work } = await toggle(list);
        toggles.push(time);
        works.push(work);
        return { toggle: median(toggles), work: median(works) };
      });
}

/**
 * What cannot be measured is said beside what can.
 *
 * @param {Column} column
 * @param {string} what
 * @param {() => Promise<Figures>} measureIt
 */
async function attempt({ figures, failures }, what, measureIt) {
  try {
    const measured = await measureIt();
    const elements = Math.max(figures.elements ?? 0, measured.elements ?? 0);
    Object.assign(figures, measured, elements > 0 && { elements });
  } catch (error) {
    failures.push(`${what}: ${String(error).split('\n', 1)[0]}`);
  }
}

/**
 * @param {import('./bench-operations.mjs').Target} target
 * @returns {Promise<number>} ms for all pages, one after the other, read by nobody
 */
async function timeOfPages({ port, headers }) {
  const from = performance.now();
  let query = '?limit=100';
  while (query !== '') {
    const answer = await fetch(`http://127.0.0.1:${port}/api/bot_users${query}`, { headers });
    const text = await answer.text();
    query = /"next_page_uri":"[^"?]+(\?[^"]+)"/.exec(text)?.[1] ?? '';
  }
  return performance.now() - from;
}
