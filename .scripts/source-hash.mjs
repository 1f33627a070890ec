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

/** Tests and texts are no part of the product. */
const isLeftOut = (/** @type {string} */ file) => /\.test\.|\.md$/.test(file);

/**
 * One value for the content of all sources: two trees with the same value give the same build.
 *
 * @param {string} root
 */
export function sourceHash(root) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesBelow(root, input))) {
    const content = readFileSync(join(root, file));
    // The length keeps text from moving unseen over the border of two files.
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
  if (!statSync(join(root, path)).isDirectory()) return isLeftOut(path) ? [] : [path];
  return readdirSync(join(root, path))
    .toSorted()
    .flatMap((name) => filesBelow(root, `${path}/${name}`));
}
