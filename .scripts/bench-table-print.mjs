/** @typedef {import('./bench-table-measure.mjs').Figure} Figure */
/** @typedef {import('./bench-table-measure.mjs').Figures} Figures */

/**
 * A page that was measured.
 *
 * @typedef {object} Column
 * @property {number} rows
 * @property {boolean} slowed
 * @property {Figures} figures
 * @property {number} network ms that the pages alone take, asked for one after the other
 * @property {string[]} failures what could not be measured, and why
 */

/**
 * @typedef {object} Line
 * @property {Figure} figure
 * @property {string} text
 * @property {'s' | 'ms' | 'MB' | ''} unit
 * @property {number} [aim] the most that it may be, in its unit; for many rows, with an unslowed processor
 * @property {true} [always] the aim holds for every size, slowed or not
 */

/** @type {Line[]} */
export const lines = [
  { figure: 'load', text: 'Load all: press to all shown', unit: 's', aim: 15 },
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

const PER_UNIT = { s: 1_000, ms: 1, MB: 1_000_000, '': 1 };
const MANY = 100_000;
const FEW = 1_000;
const RATIO_AIM = 1.5;
const WIDTHS = { text: 36, column: 18 };

/**
 * @param {Line} line
 * @param {Column} column
 * @returns {string} empty when it was not measured, or no aim is set for it
 */
export function verdict({ figure, unit, aim, always }, { rows, slowed, figures, network }) {
  const value = figures[figure];
  if (value === undefined || aim === undefined) return '';
  if (!always && (rows < MANY || slowed)) return '';
  return judge(value - (figure === 'load' ? network : 0), aim * PER_UNIT[unit]);
}

/**
 * What a toggle costs with many rows, by its cost with few.
 *
 * @param {Column[]} columns
 * @param {'toggle' | 'work'} figure
 */
export function toggleRatio(columns, figure) {
  const costOf = (/** @type {number} */ wanted) =>
    columns.find(({ rows, slowed }) => rows === wanted && !slowed)?.figures[figure];
  const [few, many] = [costOf(FEW), costOf(MANY)];
  return few === undefined || many === undefined ? undefined : many / few;
}

/** @param {Column[]} columns */
export function printColumns(columns) {
  console.log(row('', columns.map(title), 'aim at 100,000'));
  for (const line of lines)
    console.log(
      row(
        line.text,
        columns.map((column) => `${amount(line, column)} ${verdict(line, column)}`.trimEnd()),
        aimText(line, columns),
      ),
    );
  for (const figure of /** @type {const} */ (['toggle', 'work'])) {
    const ratio = toggleRatio(columns, figure);
    if (ratio === undefined) continue;
    const measure = figure === 'toggle' ? 'press to painted' : 'work of the thread';
    console.log(
      `\nA toggle at 100,000 rows, by one at 1,000 (${measure}): ` +
        `x ${ratio.toFixed(2)}, aim x ${RATIO_AIM}: ${judge(ratio, RATIO_AIM)}`,
    );
  }
  for (const column of columns)
    for (const failure of column.failures) console.log(`\n${title(column)}: ${failure}`);
}

const judge = (/** @type {number} */ value, /** @type {number} */ aim) =>
  value <= aim ? 'met' : 'MISSED';

/**
 * @param {string} text
 * @param {string[]} cells
 * @param {string} aim
 */
const row = (text, cells, aim) =>
  [text.padEnd(WIDTHS.text), ...cells.map((cell) => cell.padEnd(WIDTHS.column)), aim]
    .join('')
    .trimEnd();

/** @param {Column} column */
const title = ({ rows, slowed }) => `${rows.toLocaleString('en')}${slowed ? ', CPU / 4' : ''}`;

/**
 * @param {Line} line
 * @param {Column} column
 */
function amount({ figure, unit }, { figures }) {
  const value = figures[figure];
  if (value === undefined) return '-';
  const inUnit = value / PER_UNIT[unit];
  return `${unit === 's' || unit === 'MB' ? inUnit.toFixed(1) : Math.round(inUnit)} ${unit}`.trimEnd();
}

/**
 * @param {Line} line
 * @param {Column[]} columns
 */
function aimText({ figure, unit, aim, always }, columns) {
  if (aim === undefined) return '';
  const network = columns.find(({ rows, slowed }) => rows === MANY && !slowed)?.network;
  const more = figure === 'load' && network !== undefined;
  return [
    `<= ${aim} ${unit}`.trimEnd(),
    ...(more ? [`and ${(network / 1_000).toFixed(1)} s of network`] : []),
    ...(always ? ['at any size'] : []),
  ].join(' ');
}
