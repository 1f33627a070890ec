import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sourceHash } from './build.mjs';
import { root } from './root.mjs';

const inputs = ['index.html', 'vite.config.ts', 'tsconfig.json', 'package-lock.json'];

it('is the same for the same sources elsewhere, and another for each change of one', () => {
  const home = mkdtempSync(join(tmpdir(), 'source-hash-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const inHome = (/** @type {string} */ file) => join(home, file);
  const copied = [...inputs, 'public', 'src/web/lib'];
  for (const file of copied) cpSync(join(root, file), inHome(file), { recursive: true });
  const unchanged = sourceHash(home);
  for (const file of ['src/web/lib/new.test.ts', 'src/new.md']) writeFileSync(inHome(file), 'new');
  expect(sourceHash(home)).toBe(unchanged);
  const hashes = [...inputs, 'public/favicon.svg', 'src/web/lib/new.ts'].map((file) => {
    writeFileSync(inHome(file), 'changed');
    return sourceHash(home);
  });
  renameSync(inHome('src/web/lib/new.ts'), inHome('src/web/lib/newer.ts'));
  hashes.push(unchanged, sourceHash(home));
  expect(new Set(hashes).size).toBe(hashes.length);
  const moved = mkdtempSync(join(tmpdir(), 'source-hash-'));
  onTestFinished(() => rmSync(moved, { recursive: true }));
  cpSync(home, moved, { recursive: true });
  expect(sourceHash(moved)).toBe(sourceHash(home));
});
