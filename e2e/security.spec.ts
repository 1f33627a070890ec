import { expect, signIn, test } from './fixtures.ts';
import { apiKey } from './service.ts';

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
