import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from './root.mjs';
import { npm } from './tool.mjs';

/** @type {string} */
let home;
beforeEach(() => (home = join(mkdtempSync(join(tmpdir(), 'tool-')), 'with a blank & more')));
afterEach(() => rmSync(join(home, '..'), { recursive: true }));

it('starts tools in a directory whose path has a blank', () => {
  mkdirSync(join(home, '.scripts'), { recursive: true });
  for (const name of ['root.mjs', 'tool.mjs'])
    copyFileSync(join(root, '.scripts', name), join(home, '.scripts', name));
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'), 'junction');
  const program = join(home, 'versions.mjs');
  writeFileSync(
    program,
    `import { spawnSync } from 'node:child_process';
     import { npm, tool } from './.scripts/tool.mjs';
     for (const [program, file] of [tool('vite'), tool('playwright'), npm()])
       spawnSync(program, [file, '--version'], { stdio: 'inherit' });`,
  );
  const { stdout } = spawnSync(process.execPath, [program], { encoding: 'utf8' });
  expect(stdout).toMatch(/^vite\/8\.\S+ .*\nVersion 1\.\S+\n\d+\.\d+\.\d+\n$/);
});

it('takes the npm that runs it, and no other package manager', () => {
  mkdirSync(home);
  const running = join(home, 'npm-cli.js');
  writeFileSync(running, '');
  expect(npm({ npm_execpath: running })).toEqual([process.execPath, running]);
  expect(npm({ npm_execpath: join(home, 'pnpm.cjs') })[1]).toMatch(/npm-cli\.js$/);
});
