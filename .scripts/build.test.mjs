import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sourceHash } from './build.mjs';

const files = [
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'public/favicon.svg',
  'src/web/app/shell.tsx',
];

/** @type {string} */
let root;
/** @type {string} */
let before;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'source-hash-'));
  for (const file of files) write(file, 'before');
  before = sourceHash(root);
});

afterEach(() => rmSync(root, { recursive: true }));

/** @param {string} file @param {string} text */
function write(file, text) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

it('stays the same for the same content in another place, whatever tests and texts are there', () => {
  const copy = join(root, 'copy');
  cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true });
  for (const file of files) cpSync(join(root, file), join(copy, file));
  expect(sourceHash(copy)).toBe(before);
  write('src/web/app/shell.test.tsx', 'test');
  write('src/README.md', 'text');
  expect(sourceHash(root)).toBe(before);
});

it.each([...files, 'src/web/app/new.tsx'])('changes with %s', (file) => {
  write(file, 'changed');
  expect(sourceHash(root)).not.toBe(before);
});

it('changes when a file is renamed', () => {
  renameSync(join(root, 'src/web/app/shell.tsx'), join(root, 'src/web/app/frame.tsx'));
  expect(sourceHash(root)).not.toBe(before);
});
