import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { withIntegrity } from '#build/finish-page.ts';

const read = (name: string) => Buffer.from(`content of ${name}`);

const hashOf = (name: string) => createHash('sha384').update(read(name)).digest('base64');

it.each([
  ['<script src="/first.js">', 'first.js'],
  ['<script type="module" crossorigin src="/assets/index-1.js">', 'assets/index-1.js'],
  ['<link rel="modulepreload" crossorigin href="/assets/a.js">', 'assets/a.js'],
  ['<link rel="stylesheet" crossorigin href="/assets/a.css">', 'assets/a.css'],
])('gives %s the hash of its file', (tag, file) => {
  const checked = tag.replace('>', ` integrity="sha384-${hashOf(file)}">`);
  expect(withIntegrity(`<head>${tag}</head>`, read)).toBe(`<head>${checked}</head>`);
});

it('finds the end of a tag that closes itself', () => {
  const made = withIntegrity('<link href="/a.css" rel="stylesheet" />', read);
  expect(made).toBe(
    `<link href="/a.css" rel="stylesheet" integrity="sha384-${hashOf('a.css')}" />`,
  );
});

it.each(['<link rel="icon" href="/favicon.svg" type="image/svg+xml" />', '<p>src="/first.js"</p>'])(
  'leaves %s as it is',
  (tag) => expect(withIntegrity(tag, read)).toBe(tag),
);
