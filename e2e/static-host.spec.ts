import { botUserEndpoints } from '#contract/bot-user.ts';
import { INVENTORY_BASE } from '#contract/inventory.ts';
import { expectAccessible } from './checks.ts';
import { alertAbout, button, receipt, submitKey, switchOf } from './controls.ts';
import { expect, signIn, uniqueName } from './fixtures.ts';
import { apiKey } from './service.ts';
import { configOf, staticTest as test } from './static-host.ts';

test('two lines in a document beside the page are all it needs; without them it says what is missing, and reading routes waits when the service asks for it', async ({
  page,
  call,
  host,
  problems,
}) => {
  let reads = 0;
  const withKey: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/config.json')) reads++;
    if (request.headers()['authorization'] !== undefined) withKey.push(request.url());
  });
  const file = host.config;
  host.config = undefined;
  await page.goto('/bot-users');
  const alert = alertAbout(page, 'Gatehouse could not be started');
  await expect(alert).toContainText('The answer is a web page.');
  await expect(alert).toContainText('config.json beside index.html');
  await expectAccessible(page);
  expect(reads).toBe(1);

  const tryAgain = async () => {
    const read = page.waitForResponse('**/config.json');
    await button(page, 'Try again').click();
    await read;
  };
  host.config = configOf(host, { api_base: 'https://user@evil.test' });
  await tryAgain();
  await expect(alertAbout(page, 'api_base is missing or of another kind')).toBeVisible();
  host.config = file;
  await tryAgain();
  await expect(page).toHaveURL('/sign-in?next=%2Fbot-users');
  const { service_host } = host.leastConfig;
  await expect(page.getByText(`Sent only to ${service_host}.`, { exact: true })).toBeVisible();
  expect(withKey).toEqual([]);

  const { id, name } = await call(botUserEndpoints.create, { body: { name: uniqueName('far') } });
  await submitKey(page, apiKey);
  await expect(page).toHaveTitle('Bot users · Gatehouse');
  await expect(page.getByText('Demonstration data')).toHaveCount(0);
  await switchOf(page, name).click();
  await expect(receipt(page)).toContainText('is now inactive.');
  const stored = () => call(botUserEndpoints.get, { params: { id } });
  await expect.poll(async () => (await stored()).active).toBe(false);

  // The service gives the address of the next page on its own origin, which no page of another origin reaches.
  const more = page.waitForResponse(/before_id=/);
  await button(page, 'Load more').click();
  expect((await more).status()).toBe(200);

  problems.allow(429);
  host.config = configOf(host, { inventory_base: INVENTORY_BASE });
  const headers = {
    'retry-after': '2',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'Retry-After',
  };
  const wait = { status: 429, headers };
  await page.route('**/ip_restriction', (route) => route.fulfill(wait), { times: 1 });
  await signIn(page, '/routes');
  await expect(
    page.getByText('The service asks to wait 2 s. Checking then goes on.').first(),
  ).toBeVisible();
  await expect(page.getByText('Checked 6 routes.')).toBeVisible();
});
