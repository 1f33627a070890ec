import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { root } from './root.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ ok: boolean, counts: Counts, line: string }} Result
 *
 * @typedef {object} Stage
 * @property {string} name
 * @property {string[]} needs stages that must pass first
 * @property {string[]} command
 * @property {boolean} [hasTests] the command writes their counts as JSON to `reportOf(name)`
 * @property {string | undefined} [missing] what this machine lacks for it: then it is skipped, and its line says why
 */

const folder = `${root}.cache/test`;
const logOf = (/** @type {string} */ name) => `${folder}/${name}.log`;

/** @param {string} name */
export const reportOf = (name) => `${folder}/${name}.json`;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
const hasGroups = process.platform !== 'win32';

/** Ends the commands under way and all that they have started. */
export function endStages() {
  for (const child of running)
    try {
      if (hasGroups && child.pid) process.kill(-child.pid);
      else child.kill();
    } catch {
      // It has just ended.
    }
}

/**
 * Runs one stage and prints its line. The output goes to `.cache/test`, and is shown when the stage failed.
 *
 * @param {Stage} stage
 * @param {string} [failed] a stage that it needs and that failed: then it fails without being run
 * @returns {Promise<Result>}
 */
export async function runStage({ name, command, hasTests = false, missing }, failed) {
  if (missing !== undefined) return tell(name, 'skipped', ` ${missing}`, count(0, 0));
  if (failed !== undefined)
    return tell(name, 'failed', `not run: ${failed} failed`, readCounts(undefined, false));
  mkdirSync(folder, { recursive: true });
  rmSync(reportOf(name), { force: true });
  const start = performance.now();
  const ended = (await run(command, logOf(name))) === 0;
  const counts = readCounts(hasTests ? reportOf(name) : undefined, ended);
  const isOk = ended && counts.failed === 0;
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`.padStart(8);
  const log = readFileSync(logOf(name), 'utf8').trimEnd();
  if (!isOk) console.log(`\n--- ${name} ---\n${log}\n`);
  const tally = hasTests ? `  ${sumLine(counts)}` : '';
  const result = tell(name, isOk ? 'ok' : 'failed', seconds + tally, counts);
  // What a stage has to say about itself beyond its counts.
  if (isOk) for (const [line] of log.matchAll(/^axe: .*/gm)) console.log(line);
  return result;
}

/**
 * @param {string} name
 * @param {'ok' | 'failed' | 'skipped'} status
 * @param {string} text
 * @param {Counts} counts
 * @returns {Result}
 */
function tell(name, status, text, counts) {
  const line = name.padEnd(10) + status.padEnd(8) + text;
  console.log(line);
  return { ok: status !== 'failed', counts, line };
}

/**
 * In a process group of its own, to end its children with it.
 *
 * @param {string[]} command
 * @param {string} logFile
 * @returns {Promise<number | null>} exit status; null when it could not be started or was ended by a signal
 */
function run([program = '', ...args], logFile) {
  const log = openSync(logFile, 'w');
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    detached: hasGroups,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  running.add(child);
  return new Promise((resolve) => {
    child.once('error', () => resolve(null)).once('close', resolve);
  }).finally(() => running.delete(child));
}

const count = (passed = 0, failed = 0, skipped = 0) => ({ passed, failed, skipped });

/**
 * What a stage adds to the sum. A stage without tests counts as one test. So does a failure that is in no test, such
 * as a file that cannot be loaded, and the lack of any test.
 *
 * @param {string | undefined} report the JSON of Vitest or Playwright
 * @param {boolean} isOk
 */
function readCounts(report, isOk) {
  if (report === undefined) return isOk ? count(1, 0) : count(0, 1);
  // There is none when a stage ended before it could write any.
  if (!existsSync(report)) return count(0, 1);
  const told = JSON.parse(readFileSync(report, 'utf8'));
  const { expected = 0, flaky = 0, unexpected, skipped } = told.stats ?? {};
  const counts = told.stats
    ? count(expected + flaky, unexpected, skipped)
    : count(told.numPassedTests, told.numFailedTests, told.numPendingTests + told.numTodoTests);
  if (!isOk || counts.passed === 0) counts.failed = Math.max(counts.failed, 1);
  return counts;
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
