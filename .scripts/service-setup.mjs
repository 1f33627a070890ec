// vitest: `dist` as the sources are now, before any test that runs the service as it ships.
import { execFileSync } from 'node:child_process';
import { root } from './root.mjs';

export function setup() {
  const env = { ...process.env };
  delete env['NODE_ENV']; // that of a test would make another page
  execFileSync(process.execPath, ['.scripts/build.mjs'], { cwd: root, env, stdio: 'inherit' });
}
