import { alertAbout } from './controls.ts';
import { expect, test } from './fixtures.ts';

const entry = /\/assets\/index-[^/]+\.js$/;
const notStarted = 'Gatehouse could not be started. Reload the page.';

test('a file that is not the one of the build is refused, and the page says that it did not start', async ({
  page,
  problems,
}) => {
  problems.allow(/valid digest/);
  await page.route(entry, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()}\n// changed` });
  });
  await page.goto('/');
  await expect(alertAbout(page, notStarted)).toBeVisible();
});

test('a page whose code does not arrive says so, and starts when it does', async ({
  page,
  problems,
}) => {
  problems.allow('no answer');
  await page.route(entry, (route) => route.abort());
  await page.goto('/');
  await expect(alertAbout(page, notStarted)).toBeVisible();

  await page.unroute(entry);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});
