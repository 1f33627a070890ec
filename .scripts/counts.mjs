import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Reads the report that Vitest or Playwright wrote as JSON.
 *
 * @param {string} file
 * @returns {Counts} zeros when there is no report
 */
export function readCounts(file) {
  /** @type {{ stats?: Record<string, number> } & Record<string, number>} */
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
  if (report.stats) return playwrightCounts(report.stats);
  return {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  };
}

/** @param {Record<string, number>} stats */
function playwrightCounts({ expected = 0, flaky = 0, unexpected = 0, skipped = 0 }) {
  return { passed: expected + flaky, failed: unexpected, skipped };
}

/**
 * What a stage adds to the sum. A stage without tests counts as one test. So does a failure that is in no test, such
 * as a file that cannot be loaded.
 *
 * @param {boolean} ok
 * @param {Counts | undefined} tests
 * @returns {Counts}
 */
export function stageCounts(ok, tests) {
  if (!tests) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  return ok ? tests : { ...tests, failed: Math.max(tests.failed, 1) };
}

/**
 * `12 passed, 0 failed`, and `, 3 skipped` when there are any.
 *
 * @param {Counts[]} counts
 */
export function sumLine(...counts) {
  const sum = (/** @type {keyof Counts} */ key) =>
    counts.reduce((total, one) => total + one[key], 0);
  const skipped = sum('skipped');
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
