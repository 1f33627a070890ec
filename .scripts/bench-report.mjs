/**
 * @param {number[]} values
 * @param {number} share `0.99`: only a hundredth of the values is greater
 * @returns {number} 0 without values
 */
export function percentile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** @param {number[]} values */
export const median = (values) => percentile(values, 0.5);

export const whole = (/** @type {number} */ value) => Math.round(value).toLocaleString('en');

export const ms = (/** @type {number} */ value) => `${value.toFixed(1)} ms`;

/** @param {boolean} isMet */
export const verdict = (isMet) => (isMet ? 'met' : 'NOT MET');

/**
 * Prints columns as wide as their longest cell, the first one flush left.
 *
 * @param {string[][]} rows of the same length
 */
export function printTable(rows) {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of rows)
    console.log(
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths?.[0] ?? 0) : cell.padStart(widths?.[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    );
}

/**
 * What cannot be measured is said beside what can.
 *
 * @param {string[]} failures gets why
 * @param {string} what
 * @param {() => Promise<Record<string, number>>} measureIt
 * @returns {Promise<Record<string, number>>} nothing after a failure
 */
export async function attempt(failures, what, measureIt) {
  try {
    return await measureIt();
  } catch (error) {
    failures.push(`${what}: ${String(error).split('\n', 1)[0]}`);
    return {};
  }
}
