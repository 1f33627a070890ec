// `npm run bench -- --table`: what the list of bot users costs in a real browser, beside a skeleton of the same packages. What is
// measured is the built page before its service. Settings stand after `--`: `--rows=1000,100000`, `--rounds=5` of what
// is repeated, `--press=100000` rows by Load more, `--page` without the skeleton, `--slow` with a slowed processor too.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { attempt, printTable, verdict } from './bench-report.mjs';
import { buildPage, runBench, startFilled } from './bench-run.mjs';
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

const { values: flags } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000,10000,100000' },
    rounds: { type: 'string', default: '15' },
    press: { type: 'string', default: '10000' },
    page: { type: 'boolean', default: false },
    slow: { type: 'boolean', default: false },
  },
});
const SIZES = flags.rows.split(',').map(Number);
const ROUNDS = Number(flags.rounds);
const PRESSED = Number(flags.press);
const JUDGED = 100_000;
const SLOWNESS = 4;
const RATIO_AIM = 1.5;

/** @type {Line[]} */
const lines = [
  {
    figure: 'pressed',
    text: `Load more, pressed to ${PRESSED.toLocaleString('en')} rows`,
    unit: 's',
    aim: 4,
  },
  { figure: 'pressedWork', text: 'processor for it', unit: 's' },
  { figure: 'pressedLayout', text: 'of it style and layout', unit: 's' },
  { figure: 'load', text: 'Load all: press to all shown', unit: 's' },
  { figure: 'loadOwn', text: 'the same without the requests', unit: 's', aim: 15 },
  { figure: 'heap', text: 'JS heap, all loaded', unit: 'MB', aim: 32 },
  { figure: 'heapLater', text: 'JS heap, after all that follows', unit: 'MB' },
  { figure: 'elements', text: 'elements in the page', unit: '', aim: 300, always: true },
  { figure: 'frame', text: 'longest frame in 3 s of scrolling', unit: 'ms' },
  { figure: 'dropped', text: 'dropped frames in it', unit: '%', aim: 1 },
  { figure: 'toggle', text: 'switch: press to painted', unit: 'ms', aim: 50 },
  { figure: 'work', text: 'switch: work of the thread, in all', unit: 'ms' },
  { figure: 'key', text: 'filter: key to painted result', unit: 'ms', aim: 70 },
  { figure: 'slowestKey', text: 'filter: the slowest key', unit: 'ms' },
  { figure: 'firstSort', text: 'sort by name: first press', unit: 'ms' },
  { figure: 'sort', text: 'sort by name: later presses', unit: 'ms' },
  { figure: 'open', text: 'open edit: press to painted', unit: 'ms', aim: 70 },
  { figure: 'back', text: 'back: to row and focus painted', unit: 'ms', aim: 80 },
];

await runBench(async () => {
  spawnSync(process.execPath, ['.scripts/chromium.mjs'], { cwd: root, stdio: ['ignore', 2, 2] });
  // What it needs may have been installed just now.
  const { launchBrowser } = await import('./bench-browser.mjs');
  const { openList } = await import('./bench-table-page.mjs');
  const skeleton = flags.page ? undefined : await buildPage('.scripts/bench-skeleton');
  const browser = await launchBrowser();

  /** @param {number} rows @param {number} slowness @param {string} [program] @returns {Promise<Column>} */
  async function open(rows, slowness, program) {
    const service = await startFilled(rows, { LOG_LEVEL: 'warn' }, undefined, program);
    const what = `${rows.toLocaleString('en')}${slowness > 1 ? `, CPU / ${slowness}` : ''}`;
    /** @type {Column} */
    const column = {
      title: program === undefined ? what : 'skeleton',
      list: await openList(browser, service, slowness),
      isJudged: rows === JUDGED && slowness === 1 && program === undefined,
      figures: {},
      failures: [],
    };
    await record(column, 'Load more', () => column.list.loadMore(Math.min(rows, PRESSED)));
    await column.list.close();
    // A page of its own: what follows begins with the first rows alone.
    return { ...column, list: await openList(browser, service, slowness) };
  }

  const columns = [];
  for (const rows of SIZES) {
    columns.push(await open(rows, 1));
    if (skeleton !== undefined) columns.push(await open(rows, 1, skeleton));
  }
  await measure(columns);
  if (flags.slow) {
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
    await record(column, 'Load all', () => list.load());
    await record(column, 'scrolling', () => list.scroll());
    await record(column, 'filter', () => list.filter());
    await record(column, 'sort', () => list.sortByName(ROUNDS));
    await record(column, 'open and back', () => list.openAndBack(ROUNDS));
  }
  for (let round = 0; round < ROUNDS; round += 1)
    for (const column of columns) await record(column, 'toggle', () => column.list.toggle());
  for (const column of columns) {
    await record(column, 'heap', () => column.list.heap());
    await column.list.close();
  }
}

/**
 * @param {Column} column
 * @param {string} what
 * @param {() => Promise<Column['figures']>} measureIt
 */
async function record({ figures, failures }, what, measureIt) {
  Object.assign(figures, await attempt(failures, what, measureIt));
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
  const [few] = columns.filter(({ title }) => title !== 'skeleton');
  const many = columns.find(({ isJudged }) => isJudged);
  for (const figure of /** @type {const} */ (['toggle', 'work'])) {
    const ratio = (many?.figures[figure] ?? NaN) / (few?.figures[figure] ?? NaN);
    if (!Number.isNaN(ratio))
      console.log(
        `${figure} at 100,000 rows, by that at the fewest: x ${ratio.toFixed(2)}, aim x ${RATIO_AIM}: ` +
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
