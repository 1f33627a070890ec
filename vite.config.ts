import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import type { StorageKind } from './.scripts/vitest-context.d.mts';
import manifest from './package.json' with { type: 'json' };
import { gatehouseService } from './src/build/dev-service.ts';
import { finishPage } from './src/build/finish-page.ts';
import { themeVariables } from './src/build/theme-variables.ts';

/** Tests of the service run what ships: all that is no test comes from `dist`, which `.scripts/build.mjs` makes. */
function contractTests(
  name: string,
  service: { storage: StorageKind; throughUpstream: boolean },
  { include = 'src/**', exclude = [] as string[], globalSetup = [] as string[] },
): TestProjectInlineConfiguration {
  return {
    extends: true,
    resolve: {
      alias: [
        { find: /^#service\/(?!.*\.test\.)(.+)\.ts$/, replacement: `${builtService}$1.js` },
        { find: /^#(contract\/.+)\.ts$/, replacement: `${builtService}$1.js` },
      ],
    },
    test: {
      name,
      include: [`${include}/*.contract.test.ts`],
      exclude,
      provide: service,
      server: { deps: { external: [/\/dist\/service\//] } },
      globalSetup: ['.scripts/build.mjs', ...globalSetup],
      setupFiles: ['src/service/test/clean-up.test.helper.ts'],
      // The files of a process share what they import: to load the service anew for each took half of the time.
      isolate: false,
    },
  };
}

/** Files of one kind share their workers, and so what is loaded from packages. */
function unitTests(
  name: string,
  setupFiles: string[],
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration {
  const all = ['.scripts/property-runs.mjs', ...setupFiles];
  // A machine may set `production` for all of its programs: React then lacks what its tests need.
  const env = { NODE_ENV: 'test' };
  return { extends: true, test: { name, env, isolate: false, setupFiles: all, ...test } };
}

/** Node 25 and newer have a `localStorage` without a file, which does not work, and which happy-dom would not replace. */
const execArgv = process.allowedNodeEnvironmentFlags.has('--webstorage') ? ['--no-webstorage'] : [];

/** It has no JSX, and presses keys on elements. */
const keyboard = ['src/web/ui/use-shortcuts.test.ts'];

/** Of the packages that a build holds: their texts have to go with their code. */
const license = { fileName: 'licenses.md' };

/** How long a build takes depends on the machine: whoever starts Gatehouse first cannot mend it. */
const checks = { bundlerTimings: false };

/** The second file of the start is fetched beside the first one, not after it has run. */
const preloadApp: Plugin = {
  name: 'preload-app',
  transformIndexHtml: (_html, { bundle = {} }) =>
    Object.values(bundle)
      .filter((chunk) => chunk.type === 'chunk' && chunk.name === 'app')
      .map(({ fileName }) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', href: `/${fileName}`, fetchpriority: 'low' },
        injectTo: 'head',
      })),
};

/**
 * Fastify alone would be 36 packages to install; what has native parts or threads of its own stays outside. Only in a
 * build: Vitest would take it for its tests too, and pass every package through Vite.
 */
const packagesInside: Plugin = {
  name: 'packages-inside',
  apply: 'build',
  config: () => ({
    environments: {
      service: { resolve: { noExternal: true, external: Object.keys(manifest.dependencies) } },
    },
  }),
};

const builtService = fileURLToPath(new URL('dist/service/', import.meta.url));

export default defineConfig({
  plugins: [
    react(),
    themeVariables(),
    preloadApp,
    packagesInside,
    finishPage(),
    gatehouseService(),
  ],
  server: { host: '127.0.0.1' },
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/web',
        emptyOutDir: true,
        license,
        // The page's policy allows no inline script and no `data:` script: nothing may be folded into the document.
        modulePreload: { polyfill: false },
        rolldownOptions: {
          checks,
          output: {
            // Two files until the rows: what the sign-in form needs, and what the list needs besides.
            codeSplitting: {
              groups: [
                { name: 'start', tags: ['$initial'], priority: 2 },
                { name: 'app', test: /src\/web\/app\/app\.tsx$/, priority: 1 },
              ],
            },
          },
        },
        assetsInlineLimit: 0,
        // A test limits what the start may weigh.
        chunkSizeWarningLimit: Infinity,
      },
    },
    service: {
      consumer: 'server',
      build: {
        outDir: 'dist/service',
        ssr: true,
        copyPublicDir: false,
        emptyOutDir: true,
        license,
        rolldownOptions: {
          checks,
          // Each module is an entry, for tests import the same modules. All of each is kept: a bundler drops calls that it
          // takes for harmless, such as `decodeURIComponent` in a `try`.
          input: { ...modulesOf('src/contract', 'contract/'), ...modulesOf('src/service') },
          treeshake: false,
          output: {
            minify: false,
            entryFileNames: '[name].js',
            codeSplitting: {
              groups: [
                { name: 'packages', test: /node_modules\/(commander|papaparse|zod)\// },
                { name: 'upstream', test: /node_modules\/undici\// },
                { name: 'server', test: /node_modules/ },
              ],
            },
          },
        },
      },
    },
  },
  test: {
    // More than the cores: the contract tests wait for processes, disks and clocks most of their time.
    maxWorkers: 3,
    // A busy machine is no fault: tests of hundreds of generated cases take a fraction of a second on an idle one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      unitTests('unit', [], {
        include: ['src/**/*.test.ts', '.scripts/*.test.mjs'],
        exclude: ['src/{bulk,client,web}/**', 'src/**/*.contract.test.ts'],
      }),
      unitTests('unit-web', ['src/web/test/window.test.helper.ts', 'src/web/test/fresh-file.ts'], {
        include: ['src/{bulk,client,web}/**/*.test.ts'],
        exclude: keyboard,
        sequence: { groupOrder: 1 },
      }),
      unitTests('unit-dom', ['src/web/test/fresh-file.ts'], {
        include: ['src/web/**/*.test.tsx', ...keyboard],
        environment: 'happy-dom',
        execArgv,
        environmentOptions: { happyDOM: { url: 'http://gatehouse.test/', width: 1440 } },
        sequence: { groupOrder: 2 },
      }),
      // The API is the same on either storage and through the upstream mode, the stores are on either storage, and the
      // wire has no storage. A file about one storage alone says so: `name.sqlite.contract.test.ts`.
      contractTests(
        'contract',
        { storage: 'sqlite', throughUpstream: false },
        { exclude: ['**/*.postgres.contract.test.ts'] },
      ),
      contractTests(
        'contract-postgres',
        { storage: 'postgres', throughUpstream: false },
        {
          exclude: [
            '**/*.sqlite.contract.test.ts',
            'src/service/test/wire/**',
            // They come before any storage.
            'src/service/test/api/refusals.contract.test.ts',
          ],
          globalSetup: ['.scripts/postgres.mjs'],
        },
      ),
      contractTests(
        'contract-upstream',
        { storage: 'sqlite', throughUpstream: true },
        { include: 'src/service/test/api' },
      ),
    ],
  },
});

/** Of a room, by its name in `dist`; each is an entry of the build, which then keeps its exports. */
function modulesOf(room: string, folder = ''): Record<string, string> {
  const files = readdirSync(room, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?<!\.d)\.ts$/.test(file) && !file.includes('.test.'));
  return Object.fromEntries(
    files.map((file) => [folder + file.replace(/\.ts$/, ''), `${room}/${file}`]),
  );
}
