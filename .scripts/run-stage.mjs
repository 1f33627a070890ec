import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readCounts, stageCounts, sumLine } from './counts.mjs';
import { root } from './root.mjs';

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string[]} needs stages that must pass first
 * @property {string[]} command
 * @property {boolean} [hasTests] the command writes their counts as JSON to `reportOf(name)`
 * @property {string | undefined} [missing] what this machine lacks for it: then it is skipped, and its line says why
 *
 * @typedef {{ ok: boolean, counts: import('./counts.mjs').Counts, line: string }} Result
 */

const folder = join(root, '.cache', 'test');
export const logOf = (/** @type {string} */ name) => join(folder, `${name}.log`);
const readLog = (/** @type {string} */ name) => readFileSync(logOf(name), 'utf8').trimEnd();

/** @param {string} name */
export const reportOf = (name) => join(folder, `${name}.json`);

const hasGroups = process.platform !== 'win32';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** A stage that says nothing for so long hangs; how long it takes in all depends on the machine. */
const SILENCE_MS = 5 * 60_000;

/** Ends the commands under way and all that they have started. */
export function endStages() {
  for (const child of running) endGroup(child, 'SIGTERM');
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function endGroup({ pid = 0 }, signal) {
  try {
    process.kill(hasGroups ? -pid : pid, signal);
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
  if (missing !== undefined) return skipped(name, missing);
  mkdirSync(folder, { recursive: true });
  rmSync(reportOf(name), { force: true });
  const start = performance.now();
  const status = failed ? null : await runLogged(command, logOf(name));
  const tests = hasTests && !failed ? readCounts(reportOf(name)) : undefined;
  const ok = status === 0 && (!tests || tests.passed > 0);
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`;
  const result = toResult(name, ok, tests, failed ? `not run: ${failed} failed` : seconds);
  if (!ok && !failed) console.log(`\n--- ${name} ---\n${readLog(name)}\n`);
  console.log(result.line);
  // What a stage has to say about itself beyond its counts.
  if (ok)
    for (const line of readLog(name).split('\n')) if (line.startsWith('axe: ')) console.log(line);
  return result;
}

/**
 * Prints the line of what is neither passed nor failed.
 *
 * @param {string} name
 * @param {string} why
 * @returns {Result}
 */
export function skipped(name, why) {
  const line = `${name.padEnd(10)}${'skipped'.padEnd(8)} ${why}`;
  console.log(line);
  return { ok: true, counts: { passed: 0, failed: 0, skipped: 0 }, line };
}

/**
 * @param {string} name
 * @param {boolean} ok
 * @param {import('./counts.mjs').Counts | undefined} tests
 * @param {string} time
 * @returns {Result}
 */
function toResult(name, ok, tests, time) {
  const counts = stageCounts(ok, tests);
  const tally = tests ? `  ${sumLine(counts)}` : '';
  const line = `${name.padEnd(10)}${(ok ? 'ok' : 'failed').padEnd(8)}${time.padStart(8)}${tally}`;
  return { ok, counts, line };
}

/**
 * @param {string[]} command
 * @param {string} logFile
 * @returns {Promise<number | null>} exit status; null when it could not be started or was ended by a signal
 */
function runLogged([command = '', ...args], logFile) {
  return new Promise((resolve) => {
    const log = createWriteStream(logFile);
    const env = { ...process.env, NO_COLOR: '1' };
    // A process group of its own, to end its children with it.
    const options = { cwd: root, env, detached: hasGroups };
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    const tooLong = setTimeout(() => {
      log.write(`Ended: it has said nothing for ${SILENCE_MS / 60_000} minutes.\n`);
      endGroup(child, 'SIGKILL');
    }, SILENCE_MS);
    for (const stream of [child.stdout, child.stderr]) {
      stream.pipe(log, { end: false });
      stream.on('data', () => tooLong.refresh());
    }
    child.on('error', (error) => log.write(`${error.message}\n`));
    child.on('close', (status) => {
      clearTimeout(tooLong);
      running.delete(child);
      log.end(() => resolve(status));
    });
  });
}
