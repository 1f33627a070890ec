// What the benchmarks and the pictures share: a service with data, and a browser.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import build from './build.mjs';
import { findChromium } from './chromium.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { root } from './root.mjs';
import { setup } from './setup.mjs';

export const apiKey = 'bench-key-0123456789-abcdefghij';

const program = 'dist/service/main.js';

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
 * A program of this repository, with nothing of this environment but the path.
 *
 * @param {Record<string, string>} settings
 * @param {string[]} command
 */
export function start(settings, ...command) {
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  return child;
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, null>} child
 * @returns {Promise<number>} where it listens, as it says
 */
export function portOf(child) {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      const found = /ready at http:\S+?:(\d+)/.exec(said)?.[1];
      if (found) resolve(Number(found));
    });
    child.once('exit', () => reject(new Error(`A program has ended:\n${said}`)));
  });
}

/**
 * A service with demonstration data: where it listens, and what a request needs.
 *
 * @param {number} botUsers
 * @param {Record<string, string>} [more] settings
 * @param {string} [served] the program that serves it, with the page beside it
 */
export async function startFilled(botUsers, more = {}, served = program) {
  const settings = { DATA_DIR: mkdtempSync(join(home, 'data-')), FIRST_API_KEY: apiKey, ...more };
  await once(start(settings, program, 'demo', '--bot-users', `${botUsers}`), 'exit');
  const port = await portOf(start(settings, served));
  const headers = { Authorization: `Bearer ${apiKey}`, 'Service-Version': '2' };
  return { port, url: `http://127.0.0.1:${port}`, headers };
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

export async function launchBrowser() {
  const { chromium } = await import('playwright');
  const found = findChromium(chromium.executablePath());
  if (!found) throw new Error('There is no browser: see `node .scripts/chromium.mjs`');
  return chromium.launch({ ...found, args: ['--no-sandbox', '--disable-gpu'] });
}
