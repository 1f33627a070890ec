// What the benchmarks and the pictures share: a service with data, a browser, and a table of figures.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from './build.mjs';
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
let directories = 0;

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
  const ended = once(child, 'exit');
  let said = '';
  const port = new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      const found = /ready at http:\S+?:(\d+)/.exec(said)?.[1];
      if (found) resolve(Number(found));
    });
    void ended.then(() => reject(new Error(`${command.join(' ')} has ended`)));
  });
  port.catch(() => {}); // not every program listens
  return { port: /** @type {Promise<number>} */ (port), ended, stop: () => child.kill() };
}

/**
 * A service with demonstration data: where it listens, and what a request needs.
 *
 * @param {number} botUsers
 * @param {Record<string, string>} [more] settings
 * @param {string} [served] the program that serves it, with the page beside it
 */
export async function startFilled(botUsers, more = {}, served = program) {
  const DATA_DIR = join(home, `data-${(directories += 1)}`);
  const settings = { DATA_DIR, FIRST_API_KEY: apiKey, ...more };
  await start(settings, program, 'demo', '--bot-users', `${botUsers}`).ended;
  const port = await start(settings, served).port;
  const headers = { Authorization: `Bearer ${apiKey}`, 'Service-Version': '2' };
  return { port, url: `http://127.0.0.1:${port}`, headers };
}

/**
 * Puts another page beside a copy of the service, packed as the page's own build does.
 *
 * @param {string} source directory of its `index.html`
 * @returns {string} the program that serves it
 */
export function placePage(source) {
  const target = join(home, `page-${(directories += 1)}`);
  cpSync(join(root, 'dist/service'), join(target, 'service'), { recursive: true });
  cpSync(join(root, source), join(target, 'web'), { recursive: true });
  for (const name of readdirSync(join(target, 'web'), { recursive: true, encoding: 'utf8' }))
    if (name.includes('.')) {
      const file = join(target, 'web', name);
      writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
    }
  return join(target, 'service/main.js');
}

export async function launchBrowser() {
  const { chromium } = await import('playwright');
  const found = findChromium(chromium.executablePath());
  if (!found) throw new Error('There is no browser: see `node .scripts/chromium.mjs`');
  return chromium.launch({ ...found, args: ['--no-sandbox', '--disable-gpu'] });
}

/** @param {number[]} values */
export const median = (values) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

/** Columns as wide as their longest cell. @param {string[][]} rows */
export function printTable(rows) {
  const widths = rows[0]?.map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const [first = '', ...rest] of rows)
    console.log(
      [
        first.padEnd(widths?.[0] ?? 0),
        ...rest.map((cell, column) => cell.padStart(widths?.[column + 1] ?? 0)),
      ].join('  '),
    );
}
