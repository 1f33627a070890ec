import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { routeTest as test } from './demo-routes.ts';
import { receipt } from './controls.ts';
import { expect, signIn } from './fixtures.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Routes' });
const rowOf = (page: Page, label: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader').filter({ hasText: label }) });

async function choose(page: Page, label: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${label}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('the routes that the operator shares lead to their editors', async ({ page, scene }) => {
  const { route, path } = scene;
  await signIn(page, '/routes');
  await expect(page).toHaveTitle(/^Routes · /);
  const row = rowOf(page, route.label);
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
  await expect(table(page).getByRole('link', { name: 'Second added' })).toBeVisible();

  await field.fill(lines.slice(0, 3).join('\n'));
  await page.getByRole('button', { name: 'Add routes' }).click();
  await expect(page.getByText('3 already here.')).toBeVisible();
});

test('an address of the page that does not exist says so', async ({ page }) => {
  await signIn(page, '/no-such-page');
  await expect(page).toHaveTitle(/^Page not found · /);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('enforcement is turned off from the list with the policies it has now, and on by Undo', async ({
  page,
  problems,
  scene,
}) => {
  problems.allow(404);
  const { label } = scene.route;
  const policies = scene.policies.slice(0, 2);
  await scene.set(true, scene.policies.slice(0, 1));
  await signIn(page, '/routes');
  await page.getByRole('button', { name: 'Check all', exact: true }).click();
  await expect(rowOf(page, label)).toContainText('1 policy');

  await scene.set(true, policies); // by somebody else, after the list was read
  await choose(page, label, 'Turn enforcement off…');
  const off = page.getByRole('alertdialog', { name: `Turn enforcement off for ${label}?` });
  for (const policy of policies) await expect(off).toContainText(policy);
  await off.getByRole('button', { name: 'Turn off', exact: true }).click();
  await expect(receipt(page)).toContainText(`Enforcement is now off for ${label}.`);
  expect(await scene.stored()).toEqual({ enabled: false, ip_policy_ids: policies });
  await expect(rowOf(page, label)).toContainText('Off');

  await receipt(page).getByRole('button', { name: 'Undo' }).click();
  const on = page.getByRole('alertdialog', { name: `Turn enforcement on for ${label}?` });
  await on.getByRole('button', { name: 'Turn on', exact: true }).click();
  await expect.poll(scene.stored).toEqual({ enabled: true, ip_policy_ids: policies });
});

test('a route of this browser is renamed, pinned, exported, removed and imported again', async ({
  page,
  problems,
}) => {
  problems.allow(404);
  await signIn(page, '/routes');
  await page
    .getByRole('textbox', { name: 'Route address or ids' })
    .fill('edghts_mine,edghtsrt_mine,mine');
  await page.getByRole('button', { name: 'Add routes' }).click();
  await choose(page, 'mine', 'Rename');
  const rename = page.getByRole('dialog', { name: 'Rename mine' });
  await rename.getByRole('textbox', { name: 'Label' }).fill('renamed');
  await rename.getByRole('textbox', { name: 'Label' }).press('Enter');
  await choose(page, 'renamed', 'Pin');
  await expect(table(page).getByRole('rowheader').first()).toContainText('renamed');
  await page.reload();
  await signIn(page, '/routes');
  await expect(table(page).getByRole('rowheader').first()).toContainText('renamed');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export list', exact: true }).click();
  const file = await (await downloading).path();
  expect(await readFile(file, 'utf8')).toContain('edghtsrt_mine');

  await choose(page, 'renamed', 'Remove from list');
  await expect(table(page).getByRole('link', { name: 'renamed' })).toHaveCount(0);
  await page.getByLabel('List of routes').setInputFiles(file);
  const plan = page.getByRole('dialog', { name: 'Import routes' });
  await expect(plan).toContainText('renamed');
  await plan.getByRole('button', { name: 'Import routes', exact: true }).click();
  await expect(table(page).getByRole('link', { name: 'renamed' })).toBeVisible();
});
