import { expect, signIn, test } from './fixtures.ts';
import { demoScene } from './demo-routes.ts';

test('the routes that the operator shares lead to their editors', async ({
  page,
  service,
  call,
}) => {
  const { route, path } = await demoScene(service, call);
  await signIn(page, '/routes');
  await expect(page).toHaveTitle(/^Routes · /);
  const row = page
    .getByRole('table', { name: 'Routes' })
    .getByRole('row')
    .filter({ hasText: route.label });
  await expect(row).toContainText('Shared');
  await row.getByRole('link', { name: route.label, exact: true }).click();
  await expect(page).toHaveURL(path);
  await expect(
    page.getByRole('heading', { level: 1, name: `IP restriction for ${route.label}` }),
  ).toBeVisible();
});

test('routes are added by address and by ids; what cannot be read stays in the field', async ({
  page,
  problems,
}) => {
  problems.allow(404);
  await signIn(page, '/routes');
  const field = page.getByRole('textbox', { name: 'Route address or ids' });
  const lines = [
    '/edges/https/edghts_added/routes/edghtsrt_one',
    'edghts_added,edghtsrt_two,Second added',
    'edghts_added edghtsrt_three',
    'edghts_alone',
  ];
  await field.fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Add routes' }).click();
  await expect(page.getByText('Added 3.')).toBeVisible();
  await expect(page.getByText('Line 4 could not be read: one id is missing.')).toBeVisible();
  await expect(field).toHaveValue('edghts_alone');
  const table = page.getByRole('table', { name: 'Routes' });
  await expect(table.getByRole('link', { name: 'Second added' })).toBeVisible();

  await field.fill(lines.slice(0, 3).join('\n'));
  await page.getByRole('button', { name: 'Add routes' }).click();
  await expect(
    page.getByText('3 were already here.').or(page.getByText('3 already here.')),
  ).toBeVisible();
});

test('the address of another service is refused', async ({ page }) => {
  await signIn(page, '/routes');
  const field = page.getByRole('textbox', { name: 'Route address or ids' });
  const foreign = 'https://api.example.test/edges/https/edghts_1/routes/edghtsrt_1';
  await field.fill(foreign);
  await page.getByRole('button', { name: 'Add routes' }).click();
  await expect(page.getByText(/Line 1 could not be read/)).toBeVisible();
  await expect(field).toHaveValue(foreign);
});

test('an address of the page that does not exist says so', async ({ page }) => {
  await signIn(page, '/no-such-page');
  await expect(page).toHaveTitle(/^Page not found · /);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
