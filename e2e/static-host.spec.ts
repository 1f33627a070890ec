import { botUserEndpoints } from '#contract/bot-user.ts';
import { INVENTORY_BASE } from '#contract/inventory.ts';
import { RUNTIME_CONFIG_PATH } from '#contract/runtime-config.ts';
import { expectNoAxeFindings, expectNoSidewaysScroll, inBothSchemes } from './checks.ts';
import { expect, signIn, uniqueName } from './fixtures.ts';
import { configOf, staticTest as test } from './static-host.ts';

test('a document with two lines beside the page is all it needs', async ({ page, call, host }) => {
  const { id, name } = await call(botUserEndpoints.create, { body: { name: uniqueName('far') } });
  await page.goto('/bot-users');
  await expect(page).toHaveURL('/sign-in?next=%2Fbot-users');
  await expect(
    page.getByText(`Sent only to ${host.leastConfig.service_host}.`, { exact: true }),
  ).toBeVisible();
  await signIn(page);
  const active = page.getByRole('switch', { name: `Active: ${name}` });
  await active.click();
  await expect(page.getByRole('status', { name: 'Last change' })).toContainText('is now inactive.');
  const stored = () => call(botUserEndpoints.get, { params: { id } });
  await expect.poll(async () => (await stored()).active).toBe(false);

  // The service gives the address of the next page on its own origin, which no page of another origin reaches.
  const more = page.waitForResponse(/before_id=/);
  await page.getByRole('button', { name: 'Load more', exact: true }).click();
  expect((await more).status()).toBe(200);
});

const wrong: Array<[string, string | undefined, string]> = [
  ['is missing', undefined, 'A web page came in place of /config.json'],
  ['cannot be read', '{ "service_host": ', 'The answer is not JSON'],
  ['lacks the host', '{}', 'service_host is missing or of another kind'],
];
for (const [what, text, said] of wrong)
  test(`a document that ${what} is named, and the page starts once it is there`, async ({
    page,
    host,
  }) => {
    let reads = 0;
    page.on('request', (request) => {
      if (request.url().endsWith(RUNTIME_CONFIG_PATH)) reads++;
    });
    host.config = text;
    await page.goto('/bot-users');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Gatehouse could not be started');
    await expect(alert).toContainText(said);
    await expect(alert).toContainText('/config.json');
    await expect(alert).toContainText('put config.json beside index.html');
    await inBothSchemes(page, () => expectNoAxeFindings(page));
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    expect(reads).toBe(1);

    host.config = configOf(host);
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  });

test('reading the routes keeps the pace of the service and can be cancelled', async ({
  page,
  host,
}) => {
  host.config = configOf(host, {
    inventory_base: INVENTORY_BASE,
    limits: { requests_per_minute: 5, requests_at_once: 2 },
  });
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().endsWith('/ip_restriction')) asked++;
  });
  await signIn(page, '/routes');
  // Four of five requests a minute: the lists of routes and of policies were the first.
  await expect(
    page.getByRole('main').getByText('Checked 2 of 6, about 1 min left.', { exact: true }),
  ).toBeVisible();
  expect(asked).toBe(2);
  await page.getByRole('button', { name: 'Cancel checking', exact: true }).click();
  await expect(page.getByText('Stopped after 2 of 6. Earlier results are kept.')).toBeVisible();
  await expect(page.getByText('4 routes have not been checked.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel checking' })).toHaveCount(0);
});

test('reading the routes waits when the service asks for it, and goes on', async ({
  page,
  host,
  problems,
}) => {
  problems.allow(429);
  host.config = configOf(host, {
    inventory_base: INVENTORY_BASE,
    limits: { requests_per_minute: null, requests_at_once: 1 },
  });
  await page.route(
    '**/ip_restriction',
    (route) =>
      route.fulfill({
        status: 429,
        headers: {
          'retry-after': '2',
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'Retry-After',
        },
      }),
    { times: 1 },
  );
  await signIn(page, '/routes');
  await expect(
    page.getByText('The service asks to wait 2 s. Checking then goes on.').first(),
  ).toBeVisible();
  await expect(page.getByText('Checked 6 routes.')).toBeVisible();
});
