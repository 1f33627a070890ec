import { readFile } from 'node:fs/promises';
import {
  addDialog,
  applyReview,
  button,
  ofRoute,
  pressAdd,
  receipt,
  routeLines,
  routeRow,
  routeTable,
  section,
  typeRoutes,
} from './controls.ts';
import { routeTest as test } from './demo-routes.ts';
import { expect, signIn } from './fixtures.ts';

test('from an address that does not exist to the routes that the operator shares, and their editors', async ({
  page,
  scene,
}) => {
  const { route, path } = scene;
  await signIn(page, '/no-such-page');
  await expect(page).toHaveTitle(/^Page not found · /);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await section(page, 'Routes').click();
  await expect(page).toHaveTitle(/^Routes · /);
  const row = routeRow(page, route.label);
  await expect(row).toContainText('Shared');
  await row.getByRole('link', { name: route.label, exact: true }).click();
  await expect(page).toHaveURL(path);
  await expect(
    page.getByRole('heading', { level: 1, name: `IP restriction for ${route.label}` }),
  ).toBeVisible();
});

test('routes are added by address and by ids; what cannot be read stays in the field', async ({
  page,
}) => {
  await signIn(page, '/routes');
  const lines = [
    '/edges/https/edghts_added/routes/edghtsrt_one',
    'edghts_added,edghtsrt_two,Second added',
    'edghts_added edghtsrt_three',
    'edghts_alone',
  ];
  await typeRoutes(page, lines);
  const plan = addDialog(page).getByRole('table', { name: 'Routes to add', exact: true });
  await expect(plan).toContainText('Second added');
  await expect(addDialog(page)).toContainText('Line 4');
  await pressAdd(page, 'Add 3 routes');
  await expect(receipt(page)).toContainText('Added 3 routes.');
  await expect(routeLines(page)).toHaveValue('edghts_alone');
  await routeLines(page).fill('');
  await page.keyboard.press('Escape');
  await expect(addDialog(page)).toHaveCount(0);
  await expect(routeTable(page).getByRole('link', { name: 'Second added' })).toBeVisible();

  await receipt(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(routeTable(page).getByRole('link', { name: 'Second added' })).toHaveCount(0);
});

test('an IP restriction is turned off from the list with the policies it has now, and on by Undo', async ({
  page,
  scene,
}) => {
  const { label } = scene.route;
  const policies = scene.policies.slice(0, 2);
  await scene.set(true, scene.policies.slice(0, 1));
  await signIn(page, '/routes');
  await expect(routeRow(page, label)).toContainText('On');

  await scene.set(true, policies); // by somebody else, after the list was read
  await ofRoute(page, label, 'Turn off…');
  const off = page.getByRole('alertdialog', { name: `Turn IP restriction off for ${label}?` });
  for (const policy of policies) await expect(off).toContainText(policy);
  await off.getByRole('button', { name: 'Turn off', exact: true }).click();
  await expect(receipt(page)).toContainText(`IP restriction is now off for ${label}.`);
  expect(await scene.stored()).toEqual({ enabled: false, ip_policy_ids: policies });
  await expect(routeRow(page, label)).toContainText('Off');

  await receipt(page).getByRole('button', { name: 'Undo' }).click();
  await applyReview(page);
  await expect.poll(scene.stored).toEqual({ enabled: true, ip_policy_ids: policies });
});

test('a route of this browser is renamed, pinned, exported, removed and added again by its file', async ({
  page,
}) => {
  await signIn(page, '/routes');
  await typeRoutes(page, ['edghts_mine,edghtsrt_mine,mine']);
  await pressAdd(page, 'Add 1 route');
  await ofRoute(page, 'mine', 'Rename');
  const rename = page.getByRole('dialog', { name: 'Rename mine' });
  await rename.getByRole('textbox', { name: 'Label' }).fill('renamed');
  await rename.getByRole('textbox', { name: 'Label' }).press('Enter');
  await ofRoute(page, 'renamed', 'Pin');
  await expect(routeTable(page).getByRole('rowheader').first()).toContainText('renamed');
  await page.reload();
  await signIn(page, '/routes');
  await expect(routeTable(page).getByRole('rowheader').first()).toContainText('renamed');

  const downloading = page.waitForEvent('download');
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Export list', exact: true }).click();
  const file = await (await downloading).path();
  expect(await readFile(file, 'utf8')).toContain('edghtsrt_mine');

  await ofRoute(page, 'renamed', 'Remove from list');
  await expect(routeTable(page).getByRole('link', { name: 'renamed' })).toHaveCount(0);
  await button(page, 'Add routes…').click();
  await addDialog(page).locator('input[type=file]').setInputFiles(file);
  await expect(addDialog(page)).toContainText('renamed');
  await pressAdd(page, 'Add 1 route');
  await expect(routeTable(page).getByRole('link', { name: 'renamed' })).toBeVisible();
});
