import { chromium, defineConfig, devices } from 'playwright/test';
import { findChromium } from '../.scripts/chromium.mjs';

const { executablePath, channel } = findChromium(chromium.executablePath()) ?? {};

export default defineConfig({
  testDir: '.',
  globalSetup: '../.scripts/build.mjs',
  outputDir: '../.cache/e2e',
  // `npm run test:full` also looks at what is tagged so: every width, both schemes, zoom, print.
  ...(!process.env.TEST_FULL && { grepInvert: /@full/ }),
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/test/e2e.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // Without movement there is no moment in which axe could measure a colour half-way.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 20_000,
    // Pictures are taken of tests that pass as well. `npx playwright test -c e2e --trace on` has them, where they are
    // wanted; that takes a sixth of the time.
    trace: 'off',
    screenshot: 'off',
    ...(channel && { channel }),
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    },
  },
});
