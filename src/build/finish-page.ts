import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** What is done with the page when all its files are there: first the integrity, as packing takes the last word. */
export const finishPage = (): Plugin[] => [integrity(), precompress()];

const ofPage: Pick<Plugin, 'apply' | 'applyToEnvironment'> = {
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
};

const contentOf = (file: Rolldown.OutputChunk | Rolldown.OutputAsset) =>
  Buffer.from(file.type === 'chunk' ? file.code : file.source);

/** A browser then refuses a file that is not the one of this build, whoever has changed it on the way. */
function integrity(): Plugin {
  return {
    name: 'integrity',
    ...ofPage,
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const { publicDir } = this.environment.config;
        const read = (name: string) => {
          const built = bundle[name];
          return built ? contentOf(built) : readFileSync(join(publicDir, name));
        };
        for (const file of Object.values(bundle))
          if (file.type === 'asset' && file.fileName.endsWith('.html'))
            file.source = withIntegrity(contentOf(file).toString(), read);
      },
    },
  };
}

/**
 * Every script and stylesheet that a document names gets its hash, and so does what its script imports from the start,
 * because Vite names that as well. What is imported later goes without: its hash would have to stand in an inline import
 * map, which the page's policy forbids. All come from the page's own origin, so that none needs `crossorigin` for it.
 *
 * @param read gives a file by its path without the slash
 */
export function withIntegrity(html: string, read: (name: string) => Uint8Array): string {
  return html.replaceAll(/<(script|link)\b[^>]*>/g, (tag) => {
    const path = /\bsrc="\/([^"]+)"/.exec(tag)?.[1] ?? linkedPath(tag);
    if (path === undefined) return tag;
    const hash = createHash('sha384').update(read(path)).digest('base64');
    return tag.replace(/\s*\/?>$/, ` integrity="sha384-${hash}"$&`);
  });
}

/** @returns `undefined` for a link that browsers do not check, such as an icon */
const linkedPath = (tag: string) =>
  /\brel="(stylesheet|modulepreload)"/.test(tag) ? /\bhref="\/([^"]+)"/.exec(tag)?.[1] : undefined;

/** Writes `.br` and `.gz` beside every text file that the build makes, once, instead of packing at each request. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    ...ofPage,
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          if (!/\.(js|css|html|svg)$/.test(fileName)) continue;
          const source = contentOf(file);
          const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
          this.emitFile({
            type: 'asset',
            fileName: `${fileName}.br`,
            source: brotliCompressSync(source, brotli),
          });
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source) });
        }
      },
    },
  };
}
