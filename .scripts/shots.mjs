// `npm run shots`: the README's two pictures, of the app itself with demonstration data, into `.assets`.
import { join } from 'node:path';
import { apiKey, launchBrowser, runBench, startFilled } from './bench-run.mjs';
import { root } from './root.mjs';

await runBench(async () => {
  // The address is in the pictures.
  const { url } = await startFilled(250, { PORT: '4300' });
  const browser = await launchBrowser();
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
      colorScheme,
    });
    await page.goto(url);
    await page.getByLabel('API key', { exact: true }).fill(apiKey);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const active = page.getByRole('switch').nth(1);
    await active.click();
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    await page.mouse.move(0, 0);
    await page.waitForLoadState('networkidle');
    await page.screenshot({
      path: join(root, '.assets', `bot-users-${colorScheme}.png`),
      caret: 'initial',
    });
    // As it was, for the next one.
    await active.click();
    await page.context().close();
  }
  await browser.close();
});
