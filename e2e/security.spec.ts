import { expect, signIn, test } from './fixtures.ts';
import { pages } from './pages.ts';
import { apiKey } from './service.ts';

// A breach of the policy is an error on the console, and any of those fails a test: see problems.ts.
for (const [name, open] of Object.entries(pages))
  test(`the strict policy holds and the key stays hidden on ${name}`, async ({
    page,
    context,
    call,
    service,
    problems,
  }) => {
    problems.allow(404);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await open({ page, call, service });

    expect(addresses.filter((address) => address.includes(apiKey))).toEqual([]);
    expect(addresses.filter((address) => !address.startsWith(service.url))).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(kept).not.toContain(apiKey);
    expect(await page.content()).not.toContain(apiKey);
    expect(logged.join('\n')).not.toContain(apiKey);
  });

test('every answer carries the headers of the security recipe', async ({ request }) => {
  const page = await request.get('/bot-users');
  const policy = page.headers()['content-security-policy'];
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ])
    expect(policy).toContain(part);
  expect(page.headers()).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });

  const api = await request.get('/api/bot_users');
  expect(api.status()).toBe(401);
  expect(api.headers()).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
});

test('keeping the key over a reload puts it into this tab only', async ({ page, context }) => {
  await page.goto('/sign-in');
  await page.getByRole('checkbox', { name: 'Stay signed in when this tab reloads' }).check();
  await page.getByLabel('API key', { exact: true }).fill(apiKey);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/bot-users');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain(apiKey);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(apiKey);
  expect(await context.cookies()).toEqual([]);
});

test('a key that the service quotes is neither shown nor copied', async ({
  page,
  context,
  problems,
}) => {
  problems.allow(500);
  await context.grantPermissions(['clipboard-write']);
  const json = { msg: `broken for ${apiKey}`, details: { operation_id: `op_${apiKey}` } };
  await signIn(page, '/routes');
  await page.route('**/api/**', (route) => route.fulfill({ status: 500, json }));
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Bot users' })
    .click();
  await expect(page.getByRole('alert')).toContainText('It says: “broken for ••••”');
  await page.getByRole('button', { name: 'Copy details', exact: true }).click();
  await expect(page.getByText('Copied', { exact: true }).first()).toBeVisible();
  expect(await page.content()).not.toContain(apiKey);

  // The page's policy forbids reading the clipboard, so it is pasted as a person would.
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Routes' })
    .click();
  const field = page.getByRole('textbox', { name: 'Route address or ids' });
  await field.press('ControlOrMeta+V');
  await expect(field).toHaveValue(/broken for/);
  expect(await field.inputValue()).not.toContain(apiKey);
});
