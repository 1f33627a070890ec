import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProgram, root } from './root.mjs';
import { requireNode } from './setup.mjs';

const stamp = join(root, 'dist/.source-hash');
const results = ['dist/web/index.html', 'dist/service/main.js'].map((file) => join(root, file));

/** Everything that a build reads. */
const inputs = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
];

/** Tests and documents do not change the build. */
const isIgnored = (/** @type {string} */ file) => /\.test\.|\.md$/.test(file);

/**
 * Builds the page and the service into dist/, unless the sources are those of the last whole build. Vitest and Playwright
 * do it before tests of what ships.
 */
export default function build() {
  requireNode();
  const hash = sourceHash(root);
  const isWhole = [stamp, ...results].every((file) => existsSync(file));
  if (isWhole && readFileSync(stamp, 'utf8') === hash) return;
  console.error('Building…');
  // The stamp is removed first and written last, so that an interrupted build never counts.
  rmSync(stamp, { force: true });
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--app', '--logLevel', 'warn'], {
    cwd: root,
    // That of a test would make another page.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    console.error('The build failed: see above, mend it, then start again.');
    process.exit(1);
  }
  writeFileSync(stamp, hash);
}

/**
 * One value for the content of all sources: two trees with the same value give the same build.
 *
 * @param {string} folder
 */
export function sourceHash(folder) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesBelow(folder, input))) {
    const content = readFileSync(join(folder, file));
    // Without the length, text that moves from one file to the next would not change the hash.
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} folder
 * @param {string} path
 * @returns {string[]} relative to the folder, always in the same order
 */
function filesBelow(folder, path) {
  if (!statSync(join(folder, path)).isDirectory()) return isIgnored(path) ? [] : [path];
  return readdirSync(join(folder, path))
    .toSorted()
    .flatMap((name) => filesBelow(folder, `${path}/${name}`));
}

if (isProgram(import.meta.url)) build();
