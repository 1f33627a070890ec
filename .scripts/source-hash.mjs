import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

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
 * One value for the content of all sources: two trees with the same value give the same build.
 *
 * @param {string} root
 */
export function sourceHash(root) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesBelow(root, input))) {
    const content = readFileSync(join(root, file));
    // Without the length, text that moves from one file to the next would not change the hash.
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]} relative to the root, always in the same order
 */
function filesBelow(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return isIgnored(path) ? [] : [path];
  return readdirSync(join(root, path))
    .toSorted()
    .flatMap((name) => filesBelow(root, `${path}/${name}`));
}
