/**
 * @typedef {object} Row
 * @property {import('./bench-operations.mjs').Operation} operation
 * @property {number} perSecond
 * @property {number} p99 ms
 * @property {number} barePerSecond
 * @property {number} ratio
 * @property {number} busy
 */

/** Above it the load could not ask the bare server faster, and the ratio flatters. */
const BUSY_MAX = 0.95;

const head = ['operation', 'requests/s', 'p99', 'bare/s', 'ratio', 'aim', ''];

/**
 * @param {string} title
 * @param {Row[]} rows
 */
export function printOperations(title, rows) {
  const cells = rows.map(({ operation, perSecond, p99, barePerSecond, ratio, busy }) => [
    operation.name,
    whole(perSecond),
    ms(p99),
    whole(barePerSecond),
    ratio.toFixed(2),
    operation.aim?.toFixed(2) ?? '',
    `${verdict(ratio, operation.aim)}${busy > BUSY_MAX ? ' (bare: bounded by the load)' : ''}`,
  ]);
  console.log(`\n${title}`);
  for (const line of [head, ...cells])
    console.log(
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(14) : cell.padStart(WIDTHS[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    );
}

/**
 * @param {number} ratio
 * @param {number | undefined} aim
 */
function verdict(ratio, aim) {
  if (aim === undefined) return '';
  return ratio >= aim ? 'met' : 'NOT MET';
}

const WIDTHS = [14, 10, 9, 8, 5, 4, 0];

const whole = (/** @type {number} */ value) => Math.round(value).toLocaleString('en');

export const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`;

/** @param {{ botUsers: number }} filled */
export const count = ({ botUsers }) => whole(botUsers);
