import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './root.mjs';

/** @param {string} folder */
const sourcesBelow = (folder) =>
  readdirSync(join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .map((file) => readFileSync(join(root, 'src', folder, file), 'utf8'));

it('installs for production what the build of the service leaves outside, and nothing else', () => {
  const imports = sourcesBelow('service')
    .join('\n')
    .matchAll(/(?:from|import\()\s*'(\w[\w.-]*)/g);
  const packages = new Set([...imports].map(([, name]) => name));
  /** @type {{ dependencies: Record<string, string> }} */
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(Object.keys(dependencies).filter((name) => !packages.has(name))).toEqual([]);
});
