import { readFileSync } from 'node:fs';
import { convertCssVariables, defaultCssVariablesResolver } from '@mantine/core';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import type { StorageKind } from './.scripts/vitest-context.d.mts';
import { finishPage } from './src/build/finish-page.ts';
import { gatehouseService } from './src/build/dev-service.ts';
import { cssVariablesResolver, fullTheme } from './src/web/ui/theme.ts';

/**
 * `import 'virtual:theme.css'`: Mantine's and the design's variables as a static file. At run time Mantine would
 * write them into a style element, which the page's policy forbids.
 */
function themeCss(): Plugin {
  const id = '\0virtual:theme.css';
  return {
    name: 'theme-css',
    resolveId: (source) => (source === 'virtual:theme.css' ? id : undefined),
    load: (loaded) =>
      loaded === id
        ? [defaultCssVariablesResolver, cssVariablesResolver]
            .map((resolve) => convertCssVariables(resolve(fullTheme)))
            .join('\n')
        : undefined,
  };
}

/** The contract holds on either storage. A file about one alone says so: `name.sqlite.contract.test.ts`. */
function contractTests(
  name: string,
  storage: StorageKind,
  other: StorageKind,
  globalSetup: string[] = [],
): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: ['src/**/*.contract.test.ts'],
      exclude: [`src/**/*.${other}.contract.test.ts`],
      provide: { storage },
      globalSetup: ['.scripts/service-setup.mjs', ...globalSetup],
    },
  };
}

/** How long a build takes depends on the machine: whoever starts Gatehouse first cannot mend it. */
const checks = { bundlerTimings: false };

export default defineConfig({
  plugins: [
    react({ compiler: { reportDiagnostics: true } }),
    themeCss(),
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
        // The page's policy allows no inline script and no `data:` script: nothing may be folded into the document.
        modulePreload: { polyfill: false },
        rolldownOptions: {
          checks,
          // Every page needs it from the start, and it changes less often than the app: browsers keep it longer.
          output: {
            codeSplitting: {
              groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }],
            },
          },
          onLog(level, log, handle) {
            // A component that the compiler skips is as slow as it was without it, and nothing else tells.
            if (log.plugin !== 'vite:react-compiler') handle(level, log);
            else if (!asksForNoMemo(log.id)) throw new Error(log.message);
          },
        },
        assetsInlineLimit: 0,
      },
    },
    service: {
      consumer: 'server',
      build: {
        outDir: 'dist/service',
        ssr: true,
        copyPublicDir: false,
        emptyOutDir: true,
        rolldownOptions: { input: 'src/service/main.ts', checks },
      },
    },
  },
  test: {
    // More than the cores: the contract tests wait for processes, disks and clocks most of their time.
    maxWorkers: 3,
    // A busy machine is no fault: tests of hundreds of generated cases take a fraction of a second on an idle one.
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', '.scripts/*.test.mjs'],
          exclude: ['src/**/*.contract.test.ts'],
        },
      },
      contractTests('contract', 'sqlite', 'postgres'),
      contractTests('contract-postgres', 'postgres', 'sqlite', ['.scripts/postgres-setup.mjs']),
    ],
  },
});

/** Some hooks of libraries cannot be memoized: a component that says so itself is skipped on purpose. */
const asksForNoMemo = (file: string | undefined) =>
  file !== undefined && readFileSync(file, 'utf8').includes("'use no memo'");
