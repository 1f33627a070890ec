// `npm run bench`: what the bot-user table costs in a real browser at 1,000, 10,000 and 100,000 rows, and at 100,000
// with the processor slowed. `-- --quick` leaves the 100,000 out. What is measured is the built page before its service.
import { spawnSync } from 'node:child_process';
import { printTable, verdict } from './bench-report.mjs';
import { runBench, startFilled } from './bench-run.mjs';
import { root } from './root.mjs';

/**
 * A page that is measured. `failures`: what could not be measured, and why.
 *
 * @typedef {object} Column
 * @property {string} title
 * @property {import('./bench-table-page.mjs').List} list
 * @property {boolean} isJudged
 * @property {Record<string, number>} figures in the units of their lines
 * @property {string[]} failures
 *
 * A figure, and the most that it may be at 100,000 rows with an unslowed processor, or at any size.
 * @typedef {{ figure: string, text: string, unit: string, aim?: number, always?: true }} Line
 */

/** @type {Line[]} */
const lines = [
  { figure: 'load', text: 'Load all: press to all shown', unit: 's' },
  { figure: 'loadOwn', text: 'the same without the requests', unit: 's', aim: 15 },
  { figure: 'heap', text: 'JS heap, all loaded', unit: 'MB', aim: 60 },
  { figure: 'heapLater', text: 'JS heap, after all that follows', unit: 'MB', aim: 60 },
  { figure: 'elements', text: 'DOM elements, at most', unit: '', aim: 800, always: true },
  { figure: 'frame', text: 'longest frame in 3 s of scrolling', unit: 'ms', aim: 50 },
  { figure: 'slowFrames', text: 'frames over 50 ms in it', unit: '', aim: 0 },
  { figure: 'toggle', text: 'toggle: press to painted', unit: 'ms', aim: 50 },
  { figure: 'work', text: 'toggle: work of the thread, in all', unit: 'ms' },
  { figure: 'key', text: 'filter: key to painted result', unit: 'ms', aim: 60 },
  { figure: 'slowestKey', text: 'filter: the slowest key', unit: 'ms' },
  { figure: 'firstSort', text: 'sort by name: first press', unit: 'ms' },
  { figure: 'sort', text: 'sort by name: later presses', unit: 'ms' },
  { figure: 'open', text: 'open edit: press to painted', unit: 'ms', aim: 100 },
  { figure: 'back', text: 'back: to row and focus painted', unit: 'ms', aim: 100 },
];

const quick = process.argv.includes('--quick');
const SIZES = quick ? [1_000, 10_000] : [1_000, 10_000, 100_000];
const JUDGED = 100_000;
const SLOWNESS = 4;
const ROUNDS = quick ? 9 : 15;
const RATIO_AIM = 1.5;

await runBench(async () => {
  spawnSync(process.execPath, ['.scripts/chromium.mjs'], { cwd: root, stdio: ['ignore', 2, 2] });
  // What it needs may have been installed just now.
  const { launchBrowser, openList } = await import('./bench-table-page.mjs');
  const browser = await launchBrowser();

  /** @param {number} rows @param {number} slowness @returns {Promise<Column>} */
  async function open(rows, slowness) {
    const service = await startFilled(rows, { LOG_LEVEL: 'warn' });
    return {
      title: `${rows.toLocaleString('en')}${slowness > 1 ? `, CPU / ${slowness}` : ''}`,
      list: await openList(browser, service, slowness),
      isJudged: rows === JUDGED && slowness === 1,
      figures: {},
      failures: [],
    };
  }

  const columns = [];
  for (const rows of SIZES) columns.push(await open(rows, 1));
  await measure(columns);
  if (!quick) {
    // Alone: a slowed page would slow the others as well.
    const slowed = await open(JUDGED, SLOWNESS);
    await measure([slowed]);
    columns.push(slowed);
  }
  await browser.close();
  print(columns);
});

/**
 * Pages of one processor speed, which are closed at the end. Their toggles are measured in turn, so that what else
 * the machine does hits all.
 *
 * @param {Column[]} columns
 */
async function measure(columns) {
  for (const column of columns) {
    const { list } = column;
    console.error(`Measuring ${column.title}…`);
    await attempt(column, 'Load all', () => list.load());
    await attempt(column, 'scrolling', () => list.scroll());
    await attempt(column, 'filter', () => list.filter());
    await attempt(column, 'sort', () => list.sortByName(ROUNDS));
    await attempt(column, 'open and back', () => list.openAndBack(ROUNDS));
  }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const column of columns) await attempt(column, 'toggle', () => column.list.toggle());
  for (const column of columns) {
    await attempt(column, 'heap', () => column.list.heap());
    await column.list.close();
  }
}

/**
 * What cannot be measured is said beside what can.
 *
 * @param {Column} column
 * @param {string} what
 * @param {() => Promise<Column['figures']>} measureIt
 */
async function attempt({ figures, failures }, what, measureIt) {
  try {
    Object.assign(figures, await measureIt());
  } catch (error) {
    failures.push(`${what}: ${String(error).split('\n', 1)[0]}`);
  }
}

/** @param {Column[]} columns */
function print(columns) {
  const head = ['', ...columns.map(({ title }) => title), 'aim at 100,000'];
  printTable([
    head,
    ...lines.map((line) => [
      line.text,
      ...columns.map((column) => cell(line, column)),
      line.aim === undefined
        ? ''
        : `<= ${line.aim} ${line.unit}${line.always ? 'at any size' : ''}`.trimEnd(),
    ]),
  ]);
  const [few] = columns;
  const many = columns.find(({ isJudged }) => isJudged);
  for (const figure of /** @type {const} */ (['toggle', 'work'])) {
    const ratio = (many?.figures[figure] ?? NaN) / (few?.figures[figure] ?? NaN);
    if (!Number.isNaN(ratio))
      console.log(
        `${figure} at 100,000 rows, by that at 1,000: x ${ratio.toFixed(2)}, aim x ${RATIO_AIM}: ` +
          verdict(ratio <= RATIO_AIM),
      );
  }
  for (const { title, failures } of columns)
    for (const failure of failures) console.log(`${title}: ${failure}`);
}

/** @param {Line} line @param {Column} column */
function cell({ figure, unit, aim, always }, { figures, isJudged }) {
  const value = figures[figure];
  if (value === undefined) return '-';
  const digits = unit === 's' || unit === 'MB' ? 1 : 0;
  const judged = aim !== undefined && (always || isJudged) ? verdict(value <= aim) : '';
  return [value.toFixed(digits), unit, judged].filter(Boolean).join(' ');
}
