import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const program = join(root, 'dist/service/main.js');

/** Not in the system's temporary directory: that one may lie in memory, where a sync costs nothing. */
const cache = join(root, '.cache');
mkdirSync(cache, { recursive: true });
const home = mkdtempSync(join(cache, 'bench-'));

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

let made = 0;

/** @returns the path of a directory that is not there yet */
export const newDirectory = () => join(home, `data-${++made}`);

/** Ends all processes at once and removes what they wrote. */
export function tidyUp() {
  for (const child of running) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * The built program, with nothing of this environment but the path.
 *
 * @param {Record<string, string>} settings
 * @param {string[]} [args]
 */
function start(settings, args = []) {
  const log = openSync(join(home, 'log'), 'a');
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', log],
  });
  closeSync(log);
  return watched(child);
}

/**
 * @template {import('node:child_process').ChildProcess} Child
 * @param {Child} child
 */
function watched(child) {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/**
 * Runs a command of the program to its end.
 *
 * @param {Record<string, string>} settings
 * @param {string[]} args
 */
export async function runCommand(settings, ...args) {
  const child = start(settings, args);
  child.stdout?.resume();
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`${args.join(' ')} has failed: ${join(home, 'log')}`);
}

/**
 * A running service.
 *
 * @param {Record<string, string>} settings where its data is, at least
 * @returns {Promise<{ target: import('./bench-operations.mjs').Target, stop: () => Promise<void> }>}
 */
export async function startService(settings) {
  const key = 'bench-key';
  const child = start({ FIRST_API_KEY: key, LOG_LEVEL: 'info', ...settings });
  const ended = once(child, 'exit');
  const url = await Promise.race([announcedUrl(child), ended]);
  if (typeof url !== 'string') throw new Error('The service does not start');
  const answer = await fetch(`${url}/config.json`);
  /** @type {{ version_header: string, version: string }} */
  const { version_header, version } = JSON.parse(await answer.text());
  return {
    target: {
      port: Number(new URL(url).port),
      headers: { Authorization: `Bearer ${key}`, [version_header]: version },
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>}
 */
function announcedUrl({ stdout }) {
  let said = '';
  return new Promise((resolve) => {
    stdout?.on('data', (chunk) => {
      said += String(chunk);
      const url = /ready at (http:\S+)\n/.exec(said)?.[1];
      if (url) resolve(url);
    });
  });
}

/** @param {string} name of a program beside this file, which takes and sends messages */
export function startHelper(name) {
  const child = watched(fork(new URL(name, import.meta.url)));
  const next = async () => {
    const [message] = await once(child, 'message');
    return message;
  };
  return {
    next,
    ask(/** @type {object} */ message) {
      const answer = next();
      child.send(message);
      return answer;
    },
  };
}
