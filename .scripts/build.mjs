import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProgram, root } from './root.mjs';
import { sourceHash } from './source-hash.mjs';
import { tool } from './tool.mjs';

const stamp = join(root, 'dist/.source-hash');
const results = ['dist/web/index.html', 'dist/service/main.js'].map((file) => join(root, file));

/** Builds the page and the service into dist/, unless the sources are those of the last whole build. */
export function build() {
  const hash = sourceHash(root);
  if (lastBuild() === hash) return;
  console.error('Building…');
  // The stamp is removed first and written last, so that an interrupted build never counts.
  rmSync(stamp, { force: true });
  const [program, file] = tool('vite');
  const { status } = spawnSync(program, [file, 'build', '--app', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    console.error('The build failed: see above, mend it, then start again.');
    process.exit(1);
  }
  writeFileSync(stamp, hash);
}

/** @returns {string | undefined} the hash of the sources that dist/ was made from */
function lastBuild() {
  if (![stamp, ...results].every((file) => existsSync(file))) return undefined;
  return readFileSync(stamp, 'utf8');
}

if (isProgram(import.meta.url)) build();
