import type { Page } from 'playwright/test';
import {
  addDialog,
  applyReview,
  button,
  downloaded,
  inMore,
  ofRoute,
  pressAdd,
  receipt,
  routeLines,
  routeRow,
  routeTable,
  section,
  typeRoutes,
} from './controls.ts';
import { routeTest } from './demo-routes.ts';
import { expect, signIn } from './fixtures.ts';

const rows = (page: Page) => routeTable(page).getByRole('rowheader');

routeTest(
  'a shared route is opened, turned off and on again; others are added, renamed, pinned, exported, removed and added by their file',
  async ({ page, scene }) => {
    const { label } = scene.route;
    const policies = scene.policies.slice(0, 2);
    await scene.set(true, scene.policies.slice(0, 1));
    await signIn(page, '/no-such-page');
    await expect(page).toHaveTitle(/^Page not found · /);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await section(page, 'Routes').click();
    await expect(page).toHaveTitle(/^Routes · /);
    await expect(page.getByText(/^Checked \d+ routes\./)).toBeVisible(); // the rows move for the last time
    await expect(routeRow(page, label)).toContainText('Shared');

    await routeRow(page, label).getByRole('link', { name: label, exact: true }).click();
    await expect(page).toHaveURL(scene.path);
    await expect(
      page.getByRole('heading', { level: 1, name: `IP restriction for ${label}` }),
    ).toBeVisible();

    await page.goBack();
    await expect(
      routeRow(page, label).getByRole('link', { name: label, exact: true }),
    ).toBeFocused();
    await scene.set(true, policies); // by somebody else, after the list was read
    await ofRoute(page, label, 'Turn off…');
    const off = page.getByRole('alertdialog', { name: `Turn IP restriction off for ${label}?` });
    for (const policy of policies) await expect(off).toContainText(policy);
    await off.getByRole('button', { name: 'Turn off', exact: true }).click();
    await expect(receipt(page)).toContainText(`IP restriction is now off for ${label}.`);
    expect(await scene.stored()).toEqual({ enabled: false, ip_policy_ids: policies });
    await expect(routeRow(page, label)).toContainText('Off');
    const states = await downloaded(page, () => inMore(page, 'Export states'));
    const { edge_id, id } = scene.params;
    expect(states.text).toContain(`${label},${edge_id},${id},Off,${policies.join(' ')},`);
    await receipt(page).getByRole('button', { name: 'Undo' }).click();
    await applyReview(page);
    await expect.poll(scene.stored).toEqual({ enabled: true, ip_policy_ids: policies });

    await section(page, 'Routes').click();
    await typeRoutes(page, [
      '/edges/https/edghts_added/routes/edghtsrt_one',
      'edghts_added,edghtsrt_two,mine',
      'edghts_alone',
    ]);
    await expect(addDialog(page)).toContainText('Line 3');
    await pressAdd(page, 'Add 2 routes');
    await expect(receipt(page)).toContainText('Added 2 routes.');
    await expect(routeLines(page)).toHaveValue('edghts_alone');
    // What was typed is not lost by a press of Escape.
    await page.keyboard.press('Escape');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Discard/ })
      .click();
    await expect(addDialog(page)).toHaveCount(0);

    await ofRoute(page, 'mine', 'Rename');
    const newLabel = page.getByRole('dialog', { name: 'Rename mine' }).getByRole('textbox');
    await newLabel.fill('renamed');
    await newLabel.press('Enter');
    await ofRoute(page, 'renamed', 'Pin');
    await expect(rows(page).first()).toContainText('renamed');
    await signIn(page, '/routes');
    await expect(rows(page).first()).toContainText('renamed');

    const file = await downloaded(page, () => inMore(page, 'Export list'));
    expect(file.text).toContain('edghtsrt_two');
    await ofRoute(page, 'renamed', 'Remove from list');
    await expect(routeTable(page).getByRole('link', { name: 'renamed' })).toHaveCount(0);
    await button(page, 'Add routes…').click();
    await addDialog(page).locator('input[type=file]').setInputFiles(file.path);
    await expect(addDialog(page)).toContainText('renamed');
    await pressAdd(page, 'Add 1 route');
    await expect(routeTable(page).getByRole('link', { name: 'renamed' })).toBeVisible();
    await receipt(page).getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(routeTable(page).getByRole('link', { name: 'renamed' })).toHaveCount(0);
  },
);

routeTest.describe('for a reader whose alphabet has another order', () => {
  routeTest.use({ locale: 'cs-CZ' });

  routeTest('routes are sorted in the language of the page', async ({ page, problems }) => {
    problems.allow(404);
    await signIn(page, '/routes?q=sorted-&sort=label');
    const names = ['sorted-chat', 'sorted-cron', 'sorted-hotel'];
    await typeRoutes(
      page,
      names.map((name) => `edghts_sorted,edghtsrt_${name},${name}`),
    );
    await pressAdd(page, 'Add 3 routes');
    await expect(rows(page)).toHaveText(names);
  });
});
