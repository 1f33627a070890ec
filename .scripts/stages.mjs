import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { root } from './root.mjs';

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string[]} command
 * @property {boolean} [hasTests] the command writes their counts as JSON to `reportOf(name)`
 * @property {string | undefined} [missing] what this machine lacks for it: then it is skipped, and its line says why
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ ok: boolean, counts: Counts, line: string }} Result
 */

const folder = `${root}.cache/test`;
const hasGroups = process.platform !== 'win32';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

export const reportOf = (/** @type {string} */ name) => `${folder}/${name}.json`;

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
 * @returns {Promise<Result>}
 */
export async function runStage({ name, command, hasTests = false, missing }) {
  /** @param {string} status @param {string} text @param {Counts} counts */
  const tell = (status, text, counts) => {
    const line = name.padEnd(10) + status.padEnd(8) + text;
    console.log(line);
    return { ok: status !== 'failed', counts, line };
  };
  if (missing !== undefined) return tell('skipped', ` ${missing}`, count());

  const begin = performance.now();
  mkdirSync(folder, { recursive: true });
  rmSync(reportOf(name), { force: true });
  const logFile = `${folder}/${name}.log`;
  const status = await run(command, logFile);
  const counts = hasTests ? readCounts(reportOf(name)) : count(Number(status === 0));
  // Also a failure that is in no test, such as a file that cannot be loaded, or no test at all.
  if (status !== 0 || counts.passed === 0) counts.failed ||= 1;
  if (counts.failed > 0) console.log(`\n--- ${name} ---\n${readFileSync(logFile, 'utf8')}`);
  const seconds = `${((performance.now() - begin) / 1000).toFixed(1)} s`.padStart(8);
  const tally = hasTests ? `  ${sumLine(counts)}` : '';
  return tell(counts.failed > 0 ? 'failed' : 'ok', seconds + tally, counts);
}

/**
 * @param {string[]} command
 * @param {string} logFile
 * @returns {Promise<number | null>} exit status; null when it could not be started or was ended by a signal
 */
async function run([program = '', ...args], logFile) {
  const log = openSync(logFile, 'w');
  // A process group of its own, to end its children with it.
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1' },
    detached: hasGroups,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  running.add(child);
  const status = await new Promise((resolve) => {
    child.once('error', () => resolve(null)).once('close', resolve);
  });
  running.delete(child);
  return status;
}

const count = (passed = 0, failed = 0, skipped = 0) => ({ passed, failed, skipped });

/** @param {string} report of Vitest or Playwright; there is none when a stage ended before it could write any */
function readCounts(report) {
  if (!existsSync(report)) return count();
  const { stats, ...vitest } = JSON.parse(readFileSync(report, 'utf8'));
  if (stats) return count(stats.expected + stats.flaky, stats.unexpected, stats.skipped);
  const skipped = vitest.numPendingTests + vitest.numTodoTests;
  return count(vitest.numPassedTests, vitest.numFailedTests, skipped);
}

/** @param {Counts[]} counts @returns `12 passed, 0 failed`, and `, 3 skipped` when there are any */
export function sumLine(...counts) {
  const sum = (/** @type {keyof Counts} */ key) =>
    counts.reduce((total, one) => total + one[key], 0);
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  return `${sum('passed')} passed, ${sum('failed')} failed${skipped}`;
}
