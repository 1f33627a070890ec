// What both benchmarks share: how programs are started and ended, and services with data.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from './build.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { root } from './root.mjs';
import { setup } from './setup.mjs';

export const apiKey = 'bench-key-0123456789-abcdefghij';
export const PAGE = 100;

const program = 'dist/service/main.js';

// Not in the system's temporary directory: that one may lie in memory, where a sync costs nothing.
const cache = join(root, '.cache');
mkdirSync(cache, { recursive: true });
const home = mkdtempSync(join(cache, 'bench-'));
const logFile = join(home, 'log');
const log = openSync(logFile, 'a');

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
let directories = 0;

/**
 * Installs and builds what a benchmark needs, runs it, and ends all that it has started. Always ends with 0: it
 * measures, and judges nothing but its own aims.
 *
 * @param {() => Promise<void>} main
 */
export async function runBench(main) {
  endWithNpm();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
    process.once(signal, () => {
      tidyUp();
      process.exit(1);
    });
  try {
    setup();
    build();
    await main();
  } finally {
    tidyUp();
  }
  process.exit();
}

function tidyUp() {
  for (const child of running) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * A program of this repository, with nothing of this environment but the path.
 *
 * @param {Record<string, string>} settings
 * @param {string[]} command
 */
function start(settings, ...command) {
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', log],
  });
  running.add(child);
  const ended = once(child, 'exit').then(([status]) => {
    running.delete(child);
    return status;
  });
  const failed = () =>
    new Error(`${command.join(' ')} has failed: ${readFileSync(logFile, 'utf8').slice(-2_000)}`);
  return { child, ended, failed };
}

/**
 * @param {string} file a server that says where it is ready
 * @param {Record<string, string>} settings
 */
export async function startServer(file, settings) {
  const { child, ended, failed } = start(settings, file);
  let said = '';
  /** @type {Promise<number>} */
  const listening = new Promise((resolve) =>
    child.stdout?.on('data', (chunk) => {
      said += String(chunk);
      const port = /ready at http:\S+?:(\d+)/.exec(said)?.[1];
      if (port) resolve(Number(port));
    }),
  );
  const port = await Promise.race([listening, ended.then(() => undefined)]);
  if (port === undefined) throw failed();
  return { port, stop: () => (child.kill(), ended) };
}

/**
 * A service with demonstration data: where it listens, and what a request needs.
 *
 * @param {number} botUsers
 * @param {Record<string, string>} [more] settings; without `DATABASE_URL` its data is in a new directory
 * @param {() => Promise<void>} [settle] between filling and starting
 * @param {string} [served] the program that serves it, with the page beside it
 */
export async function startFilled(botUsers, more = {}, settle = async () => {}, served = program) {
  const DATA_DIR = join(home, `data-${(directories += 1)}`);
  const settings = { DATA_DIR, FIRST_API_KEY: apiKey, ...more };
  const filling = start(settings, program, 'demo', '--bot-users', `${botUsers}`);
  filling.child.stdout?.resume();
  if ((await filling.ended) !== 0) throw filling.failed();
  await settle();
  const { port } = await startServer(served, settings);
  const url = `http://127.0.0.1:${port}`;
  /** @type {{ version_header: string, version: string }} */
  const { version_header, version } = await getJson(`${url}/config.json`);
  const headers = { Authorization: `Bearer ${apiKey}`, [version_header]: version };
  return { port, url, headers };
}

/**
 * Puts a page that is built already beside a copy of the service.
 *
 * @param {string} web directory of its `index.html`
 * @returns {string} the program that serves it
 */
export function placePage(web) {
  const target = join(home, `page-${(directories += 1)}`);
  cpSync(join(root, 'dist/service'), join(target, 'service'), { recursive: true });
  cpSync(web, join(target, 'web'), { recursive: true });
  return join(target, 'service/main.js');
}

/**
 * As the page's own build does, so that the service sends both alike.
 *
 * @param {string} web
 */
export function packPage(web) {
  const placed = placePage(web);
  for (const entry of readdirSync(join(placed, '../../web'), {
    recursive: true,
    withFileTypes: true,
  })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
  return placed;
}

/**
 * Builds another page.
 *
 * @param {string} source directory of its `index.html`
 * @returns {Promise<string>} the program that serves it
 */
export async function buildPage(source) {
  const { build: viteBuild } = await import('vite');
  const { default: react } = await import('@vitejs/plugin-react');
  const outDir = join(home, 'built');
  await viteBuild({
    configFile: false,
    root: join(root, source),
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, modulePreload: false },
  });
  return packPage(outDir);
}

/**
 * All bot users, newest first, asked for page by page.
 *
 * @param {Filled} service
 */
export async function readBots({ url, headers }) {
  /** @type {{ id: string, name: string, active: boolean }[]} */
  const bots = [];
  let uri = `${url}/api/bot_users?limit=${PAGE}`;
  while (uri) {
    const page = await getJson(uri, headers);
    bots.push(...page.bot_users);
    uri = page.next_page_uri;
  }
  return bots;
}

/** @param {string} uri @param {Record<string, string>} [headers] */
const getJson = async (uri, headers = {}) =>
  JSON.parse(await (await fetch(uri, { headers })).text());

/** @typedef {Awaited<ReturnType<typeof startFilled>>} Filled */
