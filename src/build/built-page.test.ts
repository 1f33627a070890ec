import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Window, type Element } from 'happy-dom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { measureStart, startBudget } from '#build/start-budget.test.helper.ts';

/**
 * With what `vite build --app` makes of the page, in a place of its own: `dist` belongs to the person at the keyboard.
 * A manifest beside it tells which files belong together.
 */
const BUILD = `
  import { createBuilder } from 'vite';
  const client = { build: { outDir: process.argv[1], manifest: true } };
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
const elementsOf = (name: string) => {
  // The parser would fetch what is to be preloaded.
  const text = read(name).toString().replaceAll('rel="preload"', 'rel="left-out"');
  return [...parser.parseFromString(text, 'text/html').querySelectorAll('*')];
};

it('is built without a warning', () => {
  expect(output).toEqual(['', '']);
});

it('has the licences of the packages that it holds', () => {
  expect(read('licenses.md').toString()).toMatch(/^## react-dom - .+ \(MIT\)$/m);
});

it('begins each script of the start with what makes Chrome compile it while it arrives', () => {
  const scripts = [
    ...read('index.html')
      .toString()
      .matchAll(/assets\/[^"]+\.js/g),
  ];
  expect(scripts).toHaveLength(2);
  for (const [name] of scripts)
    expect(read(name).toString()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
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

it('is neither to be translated nor decorated: the browser would replace what React has drawn', () => {
  const said = elementsOf('index.html').filter((element) =>
    element.matches(
      '[translate="no"], [name="google"][content="notranslate"], [name*="detection"]',
    ),
  );
  expect(said.map(({ localName }) => localName)).toEqual(['html', 'meta', 'meta', 'body']);
  const detection = said[2]?.getAttribute('content')?.split(', ');
  expect(detection).toEqual(['telephone=no', 'date=no', 'address=no', 'email=no', 'unit=no']);
});

it('names the hash of every script and stylesheet that the document loads', () => {
  const loaded = elementsOf('index.html').filter((element) =>
    element.matches('script, link[rel="stylesheet"], link[rel="modulepreload"]'),
  );
  const sources = loaded.map(
    (element) => element.getAttribute('src') ?? element.getAttribute('href'),
  );
  expect(sources).toEqual([
    expect.stringMatching(/^\/assets\/index-.+\.js$/),
    expect.stringMatching(/^\/assets\/index-.+\.css$/),
    expect.stringMatching(/^\/assets\/app-.+\.js$/),
  ]);
  const hashes = sources.map((source) => {
    const bytes = read((source ?? '').slice(1));
    return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
  });
  expect(loaded.map((element) => element.getAttribute('integrity'))).toEqual(hashes);
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
  const manifest = JSON.parse(read('.vite/manifest.json').toString());
  const { form, rows } = measureStart(
    manifest,
    (name) => statSync(join(directory, `${name}.br`)).size,
  );
  for (const [measured, most] of [
    [form, startBudget.form],
    [rows, startBudget.rows],
  ] as const) {
    expect(measured.bytes).toBeLessThanOrEqual(most.bytes);
    expect(measured.requests).toBeLessThanOrEqual(most.requests);
  }
});
