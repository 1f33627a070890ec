import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Chrome compiles a file that begins with this as a whole while it arrives, beside the main thread, which else compiles
 * each function when it is first called.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';

/** What is done with the page when its files are written: first the hint, then the integrity, at last packing. */
export const finishPage = (): Plugin => ({
  name: 'finish-page',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  // The names of files are made before: one without the hint may be in a browser's cache for good.
  augmentChunkHash: () => COMPILE_HINT,
  writeBundle({ dir = '' }, bundle) {
    const read = (name: string) => readFileSync(join(dir, name));
    const html = read('index.html').toString();
    for (const [name] of html.matchAll(/assets\/[^"]+\.js/g))
      writeFileSync(join(dir, name), COMPILE_HINT + read(name).toString());
    writeFileSync(join(dir, 'index.html'), withIntegrity(html, read));
    // Once, instead of at each request.
    for (const name of Object.keys(bundle)) {
      if (!/\.(js|css|html|svg)$/.test(name)) continue;
      const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(read(name), brotli));
      writeFileSync(join(dir, `${name}.gz`), gzipSync(read(name)));
    }
  },
});

/**
 * Every script and stylesheet that a document names gets its hash: a browser then refuses a file that is not the one of
 * this build, whoever has changed it on the way. What is imported later goes without: its hash would have to stand in an
 * inline import map, which the page's policy forbids. All come from the page's own origin, so that none needs
 * `crossorigin` for it.
 *
 * @param read gives a file by its path without the slash
 */
const withIntegrity = (html: string, read: (name: string) => Uint8Array) =>
  html.replaceAll(/<[^>]+="\/(assets\/[^"]+)"[^>]*(?=>)/g, (tag, path: string) => {
    const hash = createHash('sha384').update(read(path)).digest('base64');
    return `${tag} integrity="sha384-${hash}"`;
  });
