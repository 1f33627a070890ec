// `npm run bench -- --start`: what the start costs in a real browser, on a processor slowed 4 times and a line of
// 10 Mbit/s and 40 ms, beside a page written by hand (the floor) and a skeleton of the same packages. Settings stand after
// `--`: `--rounds=5`, `--compare=DIR` for the build in the `dist` of another directory, `--page` without the skeleton.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { attempt, median, printTable, verdict } from './bench-report.mjs';
import { buildPage, packPage, placePage, runBench, startFilled } from './bench-run.mjs';
import { root } from './root.mjs';

/**
 * A page that is measured. `figures`: by their names, one value a round. `failures`: what could not be measured, and why.
 *
 * @typedef {object} Column
 * @property {string} title
 * @property {string} url
 * @property {Record<string, number[]>} figures in the units of their lines
 * @property {string[]} failures
 *
 * A figure, and what it may be: at most a number, or so many times that of another page, or either.
 * @typedef {{ figure: string, text: string, unit: string, most?: number, times?: number, of?: string, digits?: number }} Line
 */

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    compare: { type: 'string' },
    page: { type: 'boolean', default: false },
  },
});
const BOT_USERS = 1_000;
const FLOOR = 'floor';
const SKELETON = 'skeleton';
const PAGE = 'page';

/** @type {Line[]} */
const lines = [
  { figure: 'form', text: 'form usable', unit: 'ms', times: 2.1, of: FLOOR },
  { figure: 'formBlocked', text: 'blocked until then', unit: 'ms' },
  { figure: 'formKib', text: 'files until then', unit: 'KiB', most: 128 },
  {
    figure: 'pressed',
    text: 'Sign in, page at rest: press to rows',
    unit: 'ms',
    times: 2.5,
    of: FLOOR,
  },
  { figure: 'pressedAtOnce', text: 'Sign in, at once: press to rows', unit: 'ms' },
  { figure: 'cold', text: 'signed in, cold: first rows', unit: 'ms', times: 1.85, of: FLOOR },
  {
    figure: 'coldBlocked',
    text: 'blocked until then',
    unit: 'ms',
    most: 500,
    times: 1.1,
    of: SKELETON,
  },
  { figure: 'coldWork', text: 'processor until then', unit: 'ms' },
  { figure: 'kib', text: 'files until then', unit: 'KiB', most: 155 },
  { figure: 'requests', text: 'requests until then, icon included', unit: '', most: 7 },
  { figure: 'shift', text: 'layout shift', unit: '', most: 0, digits: 3 },
  { figure: 'warm', text: 'signed in, warm: first rows', unit: 'ms', times: 2.2, of: FLOOR },
  { figure: 'warmBlocked', text: 'blocked until then', unit: 'ms' },
  { figure: 'warmWork', text: 'processor until then', unit: 'ms' },
];

/** @param {Line} line @param {number} value */
const textOf = ({ unit, digits = unit === 'KiB' ? 1 : 0 }, value) =>
  `${value.toFixed(digits)} ${unit}`.trimEnd();

await runBench(async () => {
  spawnSync(process.execPath, ['.scripts/chromium.mjs'], { cwd: root, stdio: ['ignore', 2, 2] });
  // What it needs may have been installed just now.
  const { launchBrowser } = await import('./bench-browser.mjs');
  const { signIn, startSignedIn } = await import('./bench-start-page.mjs');
  const browser = await launchBrowser();

  /** @param {string} title @param {string} program @returns {Promise<Column>} */
  async function open(title, program) {
    const { url } = await startFilled(BOT_USERS, { LOG_LEVEL: 'warn' }, undefined, program);
    return { title, url, figures: {}, failures: [] };
  }

  const columns = [await open(FLOOR, packPage(join(root, '.scripts/bench-floor')))];
  if (!flags.page) columns.push(await open(SKELETON, await buildPage('.scripts/bench-skeleton')));
  if (flags.compare !== undefined)
    columns.push(await open('compared', placePage(resolve(flags.compare, 'dist/web'))));
  columns.push(await open(PAGE, placePage(join(root, 'dist/web'))));

  // In turn, so that what else the machine does hits all.
  for (let round = 1; round <= Number(flags.rounds); round += 1) {
    console.error(`Round ${round}…`);
    for (const column of columns) {
      const { url } = column;
      await record(column, 'signed in', () => startSignedIn(browser, url));
      await record(column, 'sign in', () => signIn(browser, url, true));
      await record(column, 'sign in at once', () => signIn(browser, url, false));
    }
  }
  await browser.close();
  print(columns);
});

/**
 * @param {Column} column
 * @param {string} what
 * @param {() => Promise<Record<string, number>>} measureIt
 */
async function record({ figures, failures }, what, measureIt) {
  for (const [figure, value] of Object.entries(await attempt(failures, what, measureIt)))
    (figures[figure] ??= []).push(value);
}

/** @param {Column[]} columns */
function print(columns) {
  const valueOf = (/** @type {string} */ title, /** @type {string} */ figure) => {
    const values = columns.find((column) => column.title === title)?.figures[figure];
    return values ? median(values) : NaN;
  };

  /** @param {Line} line */
  function judgement({ figure, unit, most = NaN, times = NaN, of = '' }) {
    const value = valueOf(PAGE, figure);
    const aims = [
      { text: `${most} ${unit}`, limit: most },
      { text: `x ${times} ${of}`, limit: times * valueOf(of, figure) },
    ].filter(({ limit }) => !Number.isNaN(limit));
    if (aims.length === 0 || Number.isNaN(value)) return '';
    const texts = aims.map(({ text }) => text.trim()).join(' or ');
    return `<= ${texts}: ${verdict(aims.some(({ limit }) => value <= limit))}`;
  }

  const head = ['', ...columns.flatMap(({ title }) => [title, title === FLOOR ? '' : 'x']), 'aim'];
  printTable([
    head,
    ...lines.map((line) => [
      line.text,
      ...columns.flatMap(({ title }) => {
        const value = valueOf(title, line.figure);
        const ratio = value / valueOf(FLOOR, line.figure);
        return [
          Number.isNaN(value) ? '-' : textOf(line, value),
          title === FLOOR || line.unit !== 'ms' || !Number.isFinite(ratio) ? '' : ratio.toFixed(2),
        ];
      }),
      judgement(line),
    ]),
  ]);
  for (const { title, failures } of columns)
    for (const failure of failures) console.log(`${title}: ${failure}`);
}
