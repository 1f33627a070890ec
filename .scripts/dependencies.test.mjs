import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { root } from './root.mjs';

it('installs for production what the build of the service leaves outside, and nothing else', () => {
  const sources = readdirSync(`${root}src/service`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .map((file) => readFileSync(`${root}src/service/${file}`, 'utf8'));
  const isImported = (/** @type {string} */ name) =>
    sources.some((text) => new RegExp(`(from|import\\() *'${name}['/]`).test(text));
  expect(Object.keys(manifest.dependencies).filter((name) => !isImported(name))).toEqual([]);
});
