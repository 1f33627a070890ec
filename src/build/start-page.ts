import { createHash } from 'node:crypto';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import {
  build,
  createServer,
  type CSSOptions,
  type Plugin,
  type Rolldown,
  type ViteDevServer,
} from 'vite';
import { ofPage } from '#build/finish-page.ts';
import { stylesOf } from '#build/styles-of.ts';

/** As index.html names it, and how it is reached in development. */
const SCRIPT = '/start.js';

const contentOf = (file: Rolldown.OutputChunk | Rolldown.OutputAsset) =>
  file.type === 'chunk' ? file.code : file.source.toString();

/**
 * The start of the page: its document holds the form of the sign-in as markup and names one small script and the styles
 * of that form. The app itself is named in links without a `rel`: the script says when they are fetched.
 */
export const startPage = (): Plugin[] => [
  {
    name: 'start-page',
    ...ofPage,
    // A class stands in the document, in the styles and in the script.
    config: () => ({ css: { modules: { generateScopedName: '[hash:base64:4]' } } }),
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const document = bundle['index.html'];
        if (document?.type !== 'asset') throw new Error('The build has made no index.html');
        const html = withMarkup(
          contentOf(document),
          await builtMarkup(this.environment.config.css),
        );
        const style = fileNamed(
          bundle,
          /<link rel="stylesheet" crossorigin href="\/([^"]+)">/,
          html,
        );
        const emit = (name: string, type: string, source: string) => {
          const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
          const fileName = `assets/${name}-${hash}.${type}`;
          this.emitFile({ type: 'asset', fileName, source });
          return `/${fileName}`;
        };
        const script = emit('start', 'js', await startScript());
        const styles = emit('start', 'css', stylesOf(html, style));
        document.source = html
          .replace(
            /<script type="module" crossorigin src=("[^"]+")><\/script>/,
            '<link data-app="script" crossorigin href=$1>',
          )
          .replace('<link rel="stylesheet" crossorigin', '<link data-app="style" crossorigin')
          .replace(/<script\s+src="\/start\.js"><\/script>/, '')
          // Behind the links, which the script looks for, and before its own style, for which it would wait.
          .replace(
            '</head>',
            `<script src="${script}"></script><link rel="stylesheet" href="${styles}"></head>`,
          );
      },
    },
  },
  {
    name: 'start-page-in-development',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(SCRIPT, (_request, response, next) => {
        startScript().then((code) => {
          response.setHeader('Content-Type', 'text/javascript');
          response.end(code);
        }, next);
      });
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async (html, { server }) =>
        server
          ? withMarkup(html, await staticMarkup(server)).replace(
              /<script type="module" src=("[^"]+")><\/script>/,
              '<link data-app="script" href=$1>',
            )
          : html,
    },
  },
];

function fileNamed(bundle: Rolldown.OutputBundle, tag: RegExp, html: string): string {
  const name = tag.exec(html)?.[1] ?? '';
  const file = bundle[name];
  if (!file) throw new Error(`The document names no file as ${tag.source}`);
  return contentOf(file);
}

/** The title is the one thing of the markup that belongs into the head. */
function withMarkup(html: string, markup: string): string {
  const [title = ''] = /<title>.*?<\/title>/.exec(markup) ?? [];
  return html
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/<title>.*?<\/title>/, () => title)
    .replace('<!-- sign-in -->', () => markup.replace(title, ''));
}

/** @param css as the app's own: its classes must be called the same */
async function builtMarkup(css: CSSOptions): Promise<string> {
  const server = await createServer({
    configFile: false,
    appType: 'custom',
    logLevel: 'warn',
    css: { modules: css.modules ?? {} },
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    return await staticMarkup(server);
  } finally {
    await server.close();
  }
}

async function staticMarkup(server: ViteDevServer): Promise<string> {
  const page = await server.ssrLoadModule('/src/web/static-page.tsx');
  return renderToStaticMarkup((page as { staticPage: ReactElement }).staticPage);
}

/** One classic script of everything that it imports. */
async function startScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      lib: { entry: 'src/web/start/start.ts', formats: ['iife'], name: 'start' },
      // Of what it imports only what it calls.
      rolldownOptions: { treeshake: { moduleSideEffects: false } },
    },
  });
  const [{ output }] = built as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  return output[0].code;
}
