import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './root.mjs';

/** @param {string} folder */
const sourcesBelow = (folder) =>
  readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .map((file) => readFileSync(join(root, 'src', folder, file), 'utf8'));

it('installs for production what the service imports, and nothing else', () => {
  const sources = ['service', 'contract', 'client'].flatMap(sourcesBelow).join('\n');
  const imports = sources.matchAll(/(?:from|import\()\s*'((?:@[\w.-]+\/)?\w[\w.-]*)(?:\/[^']*)?'/g);
  const packages = new Set([...imports].map(([, name]) => name));
  /** @type {{ dependencies: Record<string, string> }} */
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(packages).toEqual(new Set(Object.keys(dependencies)));
});
