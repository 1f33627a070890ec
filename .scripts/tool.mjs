// Tools are started as Node with their own file. What lies in `node_modules/.bin`, and npm itself, needs a shell on
// Windows, and that one breaks at a blank in a path.
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { root } from './root.mjs';

/**
 * @param {string} name of an installed package and of its command
 * @returns {[program: string, file: string]}
 */
export function tool(name) {
  const folder = join(root, 'node_modules', name);
  /** @type {{ bin: Record<string, string> }} */
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = bin[name];
  if (file === undefined) throw new Error(`The package ${name} has no command of that name`);
  return [process.execPath, join(folder, file)];
}

/** Seen from the folder of a program: on Windows, elsewhere, and in Debian's own package. */
const npmFolders = ['node_modules/npm', '../lib/node_modules/npm', '../share/nodejs/npm'];

/**
 * The npm that runs this, else the one that belongs to this Node or is on the PATH.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {[program: string, file: string]}
 */
export function npm({ npm_execpath: running = '', PATH = '' } = process.env) {
  const folders = [dirname(process.execPath), ...PATH.split(delimiter)];
  const files = folders.flatMap((folder) =>
    npmFolders.map((each) => join(folder, each, 'bin/npm-cli.js')),
  );
  // Other package managers set `npm_execpath` too.
  if (running.endsWith('npm-cli.js')) files.unshift(running);
  const file = files.find((each) => existsSync(each));
  if (file === undefined) throw new Error('npm was found neither beside node nor on the PATH');
  return [process.execPath, file];
}
