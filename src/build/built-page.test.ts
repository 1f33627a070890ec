import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { SourceMapPayload } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Window, type Element } from 'happy-dom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBudget } from '#build/start-budget.ts';
import { budgetProblems, startSize, type StartFile } from '#build/start-size.ts';

/**
 * With what `vite build --app` makes of the page, in a place of its own: `dist` belongs to the person at the keyboard.
 * Source maps beside it tell what the start is made of; the scripts do not name them.
 */
const BUILD = `
  import { createBuilder } from 'vite';
  const client = { build: { outDir: process.argv[1], sourcemap: 'hidden' } };
  const builder = await createBuilder({ logLevel: 'warn', environments: { client } });
  await builder.build(builder.environments.client);
`;

let directory: string;
let names: string[];
let output: string[];

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'gatehouse-page-'));
  const built = spawnSync(process.execPath, ['--input-type=module', '--eval', BUILD, directory], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env['PATH'] }, // a test's NODE_ENV would make another page
    encoding: 'utf8',
  });
  output = [built.stdout, built.stderr];
  names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
    .map((name) => name.replaceAll('\\', '/'));
}, 120_000);
afterAll(() => rmSync(directory, { recursive: true }));

const read = (name: string) => readFileSync(join(directory, name));
const parser = new new Window().DOMParser();
const elementsOf = (name: string) => [
  ...parser.parseFromString(read(name).toString(), 'text/html').querySelectorAll('*'),
];

it('is built without a warning', () => {
  expect(output).toEqual(['', '']);
});

it('has nothing inline that could run or paint', () => {
  const documents = names.filter((name) => /\.(html|svg)$/.test(name));
  expect(documents).toContain('index.html');
  for (const name of documents)
    expect([name, ...elementsOf(name).flatMap(inlineOf)]).toEqual([name]);
});

/** @returns what a page without any `unsafe-` in its policy cannot have */
function inlineOf(element: Element): string[] {
  const tag = element.localName;
  const attributes = [...element.attributes].filter(
    ({ name, value }) =>
      /^(on.*|style|srcdoc|http-equiv)$/.test(name) ||
      /^\s*(javascript|data|vbscript):/i.test(value ?? ''),
  );
  return [
    ...attributes.map(({ name }) => `${tag} ${name}`),
    ...(/^(style|base|iframe|object|embed)$/.test(tag) ? [tag] : []),
    ...(tag === 'script' && (element.textContent !== '' || !element.hasAttribute('src'))
      ? ['inline script']
      : []),
  ];
}

it('names the hash of every script and stylesheet that the document loads', () => {
  const loaded = elementsOf('index.html').filter((element) =>
    element.matches('script, link:not([rel="icon"])'),
  );
  const sources = loaded.map(
    (element) => element.getAttribute('src') ?? element.getAttribute('href'),
  );
  expect(sources).toEqual([
    expect.stringMatching(/^\/assets\/index-.+\.js$/),
    expect.stringMatching(/^\/assets\/index-.+\.css$/),
    expect.stringMatching(/^\/assets\/start-.+\.js$/),
    expect.stringMatching(/^\/assets\/start-.+\.css$/),
  ]);
  const hashes = sources.map((source) => {
    const bytes = read((source ?? '').slice(1));
    return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
  });
  expect(loaded.map((element) => element.getAttribute('integrity'))).toEqual(hashes);
});

it('holds the form of the sign-in with nothing of the app in its way', () => {
  const elements = elementsOf('index.html');
  const those = (selector: string) => elements.filter((element) => element.matches(selector));
  // One script and one stylesheet; what is of the app waits for the script to say when.
  expect(those('script')).toHaveLength(1);
  expect(those('link[rel]:not([rel="icon"])')).toHaveLength(1);
  const ofApp = those('link[data-app]');
  expect(ofApp.map((element) => element.getAttribute('data-app'))).toEqual(['script', 'style']);
  expect(ofApp.filter((element) => element.hasAttribute('rel'))).toEqual([]);
  expect(those('title')[0]?.textContent).toBe('Sign in · Gatehouse');

  const [form] = those('#root > [data-form] form');
  const control = (name: string) => form?.querySelector(name);
  expect(form?.getAttribute('aria-label')).toBe('Sign in');
  expect(control('label[for="api-key"]')?.textContent).toBe('API key');
  expect(control('#api-key')?.getAttribute('type')).toBe('password');
  expect(control('button[type="button"]')?.textContent).toBe('Show\u00a0key');
  expect(control('button[type="submit"]')?.textContent).toBe('Sign in');
  expect(control('#stay')?.parentElement?.textContent).toBe('Stay signed in when this tab reloads');
  expect(form?.textContent).toContain('Ends after 30 idle minutes or 8 hours.');
  // Nothing that could get into an address, whoever sends the form.
  expect(form?.getAttribute('method')).toBe('dialog');
  expect(those('[name]:not(meta), [action], [formaction]')).toEqual([]);
  expect(those('noscript')[0]?.textContent).toContain('needs JavaScript');
});

it('loads scripts and styles from its own origin alone', () => {
  for (const name of names.filter((each) => /\.(js|css)$/.test(each))) {
    const text = read(name).toString();
    const foreign = name.endsWith('.js')
      ? /data:(text|application)\/(java|ecma)script|\bimport\s*\(?\s*["'`](https?:|\/\/|data:|blob:)/i
      : /@import|javascript:|expression\(|url\((?!\s*["']?(?:data:image\/|\/assets\/))/i;
    expect([name, foreign.exec(text)?.[0]]).toEqual([name, undefined]);
  }
});

it('has a packed copy of the last word of every text', () => {
  const packed = names.filter((name) => /\.(br|gz)$/.test(name));
  expect(packed).toEqual(expect.arrayContaining(['index.html.br', 'index.html.gz']));
  for (const name of packed) {
    const unpack = name.endsWith('.br') ? brotliDecompressSync : gunzipSync;
    expect([name, unpack(read(name)).equals(read(name.slice(0, -3)))]).toEqual([name, true]);
  }
});

it('starts within its budget', () => {
  const form = elementsOf('index.html').filter((element) =>
    element.matches('script[src], link[rel="stylesheet"], link[rel="modulepreload"]'),
  );
  const more = elementsOf('index.html').filter((element) =>
    element.matches('link[data-app], link[rel="icon"]'),
  );
  const size = startSize(
    [startFile('index.html'), ...form.map(pathOf).map(startFile)],
    more.map(pathOf).map(startFile),
    startBudget,
  );
  expect(budgetProblems(size, startBudget)).toEqual([]);
});

const pathOf = (element: Element) =>
  (element.getAttribute('src') ?? element.getAttribute('href') ?? '').slice(1);

function startFile(name: string): StartFile {
  const sent = names.includes(`${name}.br`) ? `${name}.br` : name;
  const { size: bytes } = statSync(join(directory, sent));
  if (!names.includes(`${name}.map`)) return { name, bytes };
  // Written by the bundler.
  const map = JSON.parse(read(`${name}.map`).toString()) as SourceMapPayload;
  return { name, bytes, code: read(name).toString(), map };
}
