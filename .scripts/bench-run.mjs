// What the benchmarks share: a service with data.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import build from './build.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { root } from './root.mjs';
import { setup } from './setup.mjs';

export const apiKey = 'bench-key-0123456789-abcdefghij';

const program = join(root, 'dist/service/main.js');

// Not in the system's temporary directory: that one may lie in memory, where a sync costs nothing.
const cache = join(root, '.cache');
mkdirSync(cache, { recursive: true });
const home = mkdtempSync(join(cache, 'bench-'));

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

/** Builds what a benchmark needs, and runs it. @param {() => Promise<void>} main */
export async function runBench(main) {
  endWithNpm();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  setup();
  build();
  await main();
  process.exit();
}

/**
 * A service with demonstration data: where it listens, and what a request needs.
 *
 * @param {number} botUsers
 * @param {string} [served] the program that serves it, with the page beside it
 */
export async function startFilled(botUsers, served = program) {
  // Nothing of this environment but the path.
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATA_DIR: mkdtempSync(join(home, 'data-')),
    FIRST_API_KEY: apiKey,
  };
  execFileSync(process.execPath, [program, 'demo', '--bot-users', `${botUsers}`], { env });
  const child = spawn(process.execPath, [served], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  running.add(child);
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      const found = /ready at (http:\S+?:\d+)/.exec(said)?.[1];
      if (found) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The service has ended:\n${said}`)));
  });
  const headers = { Authorization: `Bearer ${apiKey}`, 'Service-Version': '2' };
  return { port: Number(new URL(url).port), url, headers };
}

/**
 * Puts another page beside a copy of the service.
 *
 * @param {string} source directory of its `index.html`
 * @returns {string} the program that serves it
 */
export function placePage(source) {
  cpSync(join(root, 'dist/service'), join(home, 'service'), { recursive: true });
  cpSync(join(root, source), join(home, 'web'), { recursive: true });
  return join(home, 'service/main.js');
}
