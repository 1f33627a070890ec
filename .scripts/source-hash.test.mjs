import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sourceHash } from './source-hash.mjs';

/** @type {string} */
let root;
/** @type {string} */
let before;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'source-hash-'));
  for (const file of ['index.html', 'vite.config.ts', 'tsconfig.json', 'package-lock.json'])
    write(file, file);
  write('public/favicon.svg', '<svg/>');
  write('src/web/main.tsx', 'main');
  write('src/web/app/shell.tsx', 'shell');
  before = sourceHash(root);
});

afterEach(() => rmSync(root, { recursive: true }));

/**
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

it('stays the same for the same content in another place', () => {
  const copy = mkdtempSync(join(tmpdir(), 'source-hash-'));
  cpSync(root, copy, { recursive: true });
  expect(sourceHash(copy)).toBe(before);
  rmSync(copy, { recursive: true });
});

it.each([
  'src/web/app/shell.tsx',
  'src/web/app/new.tsx',
  'public/favicon.svg',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
])('changes with %s', (file) => {
  write(file, 'changed');
  expect(sourceHash(root)).not.toBe(before);
});

it('changes when a file is renamed', () => {
  renameSync(join(root, 'src/web/app/shell.tsx'), join(root, 'src/web/app/frame.tsx'));
  expect(sourceHash(root)).not.toBe(before);
});

it('does not change with tests and texts', () => {
  write('src/web/app/shell.test.tsx', 'test');
  write('src/README.md', 'text');
  expect(sourceHash(root)).toBe(before);
});
