import type { Page } from 'playwright/test';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import type { Call } from '#client/api-client.ts';
import {
  addDialog,
  addPolicies,
  addUnknownPolicies,
  button,
  conflictDialog,
  filterField,
  inMore,
  link,
  openReview,
  policyField,
  selectionBar,
  showVersions,
  typeRoutes,
} from './controls.ts';
import { demoScene } from './demo-routes.ts';
import { expect, signIn, uniqueName } from './fixtures.ts';
import type { Service } from './service.ts';

interface Tools {
  page: Page;
  call: Call;
  service: Service;
}

const heading = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible();

/** Every page and its states that differ in what they show: for checks that hold everywhere. */
export const pages: Record<string, (tools: Tools) => Promise<void>> = {
  'sign-in with an error': async ({ page }) => {
    await page.goto('/sign-in');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toBeVisible();
  },
  // A few rows: axe needs ten seconds for a hundred, and they are all alike.
  'bot users': async ({ page }) => {
    await signIn(page, '/bot-users?q=ci-deployer');
    await expect(page.getByRole('rowheader').first()).toBeVisible();
  },
  'bot users with a receipt and an open menu': async ({ page, call }) => {
    const name = uniqueName('menu');
    await call(botUserEndpoints.create, { body: { name } });
    await signIn(page, `/bot-users?q=${name}`);
    await page.getByRole('switch', { name: `Active: ${name}` }).click();
    await expect(page.getByRole('status', { name: 'Last change' })).toContainText(
      'is now inactive.',
    );
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeVisible();
  },
  'recent changes, one with an Undo and one without': async ({ page, call }) => {
    const name = uniqueName('changed');
    await call(botUserEndpoints.create, { body: { name } });
    await signIn(page, `/bot-users?q=${name}`);
    await page.getByRole('switch', { name: `Active: ${name}` }).click();
    const line = page.getByRole('status', { name: 'Last change' });
    await line.getByRole('button', { name: 'Undo' }).click();
    await expect(line).toContainText('is now active.');
    await button(page, 'Account menu').click();
    await page.getByRole('menuitem', { name: 'Recent changes', exact: true }).click();
    await expect(page.getByText('Undone')).toBeVisible();
  },
  'bot users filtered to nothing': async ({ page }) => {
    await signIn(page, '/bot-users?q=matches-no-name&from=2026-02-02&to=2026-02-01');
    await expect(page.getByText(/matches “matches-no-name”/)).toBeVisible();
    await expect(page.getByText('The first day is after the last day.')).toBeVisible();
  },
  'bot users with some selected, more filters and an open menu': async ({ page, call }) => {
    await openSelected(page, call);
    await inMore(page, 'More filters');
    await button(page, 'More').click();
    await expect(page.getByRole('menuitem', { name: 'Copy ids' })).toBeVisible();
  },
  'dialog to rename bot users': async ({ page, call }) => {
    await openSelected(page, call);
    await button(page, 'Rename…').click();
    await page.getByRole('textbox', { name: 'Add behind' }).fill('-old');
    await expect(page.getByRole('list', { name: 'Preview' })).toBeVisible();
  },
  'dialog to select from a list': async ({ page, call }) => {
    await openSelected(page, call);
    await inMore(page, 'Select from a list…');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Ids or names' }).fill('no-such-bot-user');
    await dialog.getByRole('button', { name: 'Find', exact: true }).click();
    await expect(dialog.getByText('0 matched, 1 unknown')).toBeVisible();
  },
  'dialog to delete bot users': async ({ page, call }) => {
    await openSelected(page, call);
    await button(page, 'Delete…').click();
    await expect(page.getByRole('alertdialog', { name: 'Delete 2 bot users?' })).toBeVisible();
  },
  'choice of what to export': async ({ page, call }) => {
    await openSelected(page, call);
    await button(page, 'Export selected').click();
    await expect(page.getByRole('menuitemradio', { name: 'Selected' })).toBeChecked();
  },
  'a plan with a line that was left out': openPlan,
  'a job that is over, with an item that was skipped and its report': async ({ page, call }) => {
    const [first] = await openSelected(page, call);
    await button(page, 'Rename…').click();
    await page.getByRole('textbox', { name: 'Add in front' }).fill('old-');
    await button(page, 'Plan 2 renames').click();
    await call(botUserEndpoints.remove, { params: { id: first?.id ?? '' } });
    await button(page, 'Apply 2 changes').click();
    await page
      .getByRole('status', { name: 'Last change' })
      .getByRole('button', { name: 'Report' })
      .click();
    await expect(page.getByRole('dialog').getByText('No longer exists.').first()).toBeVisible();
  },
  'no plan': async ({ page }) => {
    await signIn(page, '/plan');
    await expect(page.getByRole('heading', { name: 'No plan is open' })).toBeVisible();
  },
  'delete dialog': async ({ page, call }) => {
    const { id } = await call(botUserEndpoints.create, { body: { name: uniqueName('dialog') } });
    await signIn(page, `/bot-users/${id}`);
    await page.getByRole('button', { name: 'Delete…' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
  },
  'new bot user with errors': async ({ page }) => {
    await signIn(page, '/bot-users/new');
    await page.getByRole('button', { name: 'Create bot user', exact: true }).click();
    await expect(page.getByText('Enter a name', { exact: true })).toBeVisible();
  },
  'edit bot user': async ({ page, call }) => {
    const { id } = await call(botUserEndpoints.create, { body: { name: uniqueName('edit') } });
    await signIn(page, `/bot-users/${id}`);
    await expect(page.getByRole('form', { name: 'Edit bot user' })).toBeVisible();
  },
  'unknown bot user': async ({ page }) => {
    await signIn(page, '/bot-users/bot_of_nobody');
    await expect(page.getByText('No bot user has this id')).toBeVisible();
  },
  routes: async ({ page }) => {
    await signIn(page, '/routes');
    await expect(page.getByRole('table', { name: 'Routes' })).toBeVisible();
  },
  'routes of which some are selected, and an open menu': async ({ page }) => {
    await openSelectedRoutes(page);
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Export states' })).toBeVisible();
  },
  'dialog to add routes, with lines that cannot be read': async ({ page }) => {
    await signIn(page, '/routes');
    await typeRoutes(page, ['edghts_1,edghtsrt_1,mine', 'alone', 'edghts_1,edghtsrt_1,mine']);
    await expect(addDialog(page).getByRole('table', { name: 'Routes to add' })).toBeVisible();
  },
  'IP policies': async ({ page }) => {
    await signIn(page, '/policies');
    await expect(page.getByRole('table', { name: 'IP policies' })).toBeVisible();
  },
  'apply to many routes, with a problem': async ({ page }) => {
    await openSelectedRoutes(page);
    await link(page, 'Apply to selected…').click();
    await button(page, 'Continue').click();
    await expect(page.getByRole('alert').first()).toBeVisible();
  },
  'a plan for routes, with warnings': async ({ page }) => {
    await openSelectedRoutes(page);
    await link(page, 'Apply to selected…').click();
    await page.getByRole('radio', { name: 'Replace with these' }).check();
    await addUnknownPolicies(page, 'ipp_other');
    await button(page, 'Continue').click();
    await expect(page.getByText('You could lock people out')).toBeVisible();
  },
  'IP restriction': async (tools) => {
    const { policies } = await openEditor(tools);
    await tools.page.getByRole('button', { name: `Remove ${policies[0]}` }).click();
  },
  'IP restriction, with a policy that nobody knows': async (tools) => {
    await openEditor(tools);
    await addPolicies(tools.page, 'ipp_other');
    await expect(button(tools.page, 'Add anyway')).toBeVisible();
  },
  'IP restriction, with policies to choose from': async (tools) => {
    const { page } = tools;
    const { policies } = await openEditor(tools);
    await button(page, `Remove ${policies[0]}`).click();
    await policyField(page).fill('ipp');
    await expect(page.getByRole('listbox', { name: 'IP policies found' })).toBeVisible();
  },
  'review of an IP restriction': async (tools) => {
    const { page } = tools;
    const { policies } = await openEditor(tools);
    await page.getByRole('button', { name: `Remove ${policies[0]}` }).click();
    await page.getByRole('button', { name: 'Review changes' }).click();
    await expect(page.getByRole('dialog', { name: 'Review changes' })).toBeVisible();
  },
  'an IP restriction that somebody else has changed': async (tools) => {
    const { page, call } = tools;
    const { params, policies } = await openEditor(tools);
    await page.getByRole('button', { name: `Remove ${policies[0]}` }).click();
    const body = { enabled: true, ip_policy_ids: policies.slice(0, -1) };
    await call(ipRestrictionEndpoints.replace, { params, body });
    await openReview(page);
    await showVersions(page);
    await expect(conflictDialog(page).getByRole('region', { name: 'Yours' })).toBeVisible();
    await call(ipRestrictionEndpoints.replace, {
      params,
      body: { enabled: true, ip_policy_ids: policies },
    });
  },
  'route without IP restriction': async (tools) => {
    const { page, call } = tools;
    const { params, path, policies } = await demoScene(tools.service, call);
    await call(ipRestrictionEndpoints.remove, { params });
    await signIn(page, path);
    await expect(page.getByText('No IP restriction on this route')).toBeVisible();
    // The other tests of this worker find the policies in use again.
    const body = { enabled: true, ip_policy_ids: policies };
    await call(ipRestrictionEndpoints.replace, { params, body });
  },
  'unknown route': async ({ page }) => {
    await signIn(page, '/edges/edghts_none/routes/edghtsrt_none/ip-restriction');
    await expect(page.getByText('This route does not exist')).toBeVisible();
  },
  'page not found': async ({ page }) => {
    await signIn(page, '/no-such-page');
    await heading(page);
  },
  settings: openSettings,
  'dialog to delete the data on this device': async (tools) => {
    await openSettings(tools);
    await button(tools.page, 'Clear data on this device…').click();
    await expect(tools.page.getByRole('alertdialog')).toContainText('Known routes');
  },
  'command palette with results': async ({ page, call }) => {
    const name = uniqueName('palette');
    await call(botUserEndpoints.create, { body: { name } });
    await signIn(page);
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await button(page, 'Search or run a command').click();
    await page.keyboard.type(name);
    await expect(page.getByRole('option', { name: `Open bot user ${name}` })).toBeVisible();
  },
  'keyboard shortcuts': async ({ page }) => {
    await signIn(page, '/settings');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  },
  'a session that is about to end': async ({ page }) => {
    await page.clock.install();
    await signIn(page, '/settings');
    await heading(page);
    await page.clock.runFor(28 * 60_000 + 1000);
    await expect(page.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  },
};

/** Two selected rows, one of them not shown. */
async function openSelected(page: Page, call: Call) {
  const group = uniqueName('selected');
  const made: BotUser[] = [];
  for (const end of ['a', 'b'])
    made.push(await call(botUserEndpoints.create, { body: { name: `${group}-${end}` } }));
  await signIn(page, `/bot-users?q=${group}`);
  await expect(page.getByRole('rowheader')).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select all loaded' }).check();
  await filterField(page).fill(`${group}-a`);
  const actions = page.getByRole('group', { name: 'Bulk actions' });
  await expect(actions).toContainText('2 selected, 1 not shown');
  return made;
}

/** One row: what the bar at the foot half covers, axe takes for too small a target. */
async function openSelectedRoutes(page: Page) {
  await signIn(page, '/routes?q=eu-checkout');
  await expect(page.getByText(/^Checked \d+ routes\./)).toBeAttached();
  await page.getByRole('checkbox', { name: 'Select all routes' }).check();
  await expect(selectionBar(page)).toContainText('selected');
}

/** With something kept on this device, which the page lists. */
async function openSettings({ page }: Tools) {
  await signIn(page, '/routes');
  await expect(page.getByRole('table', { name: 'Routes' })).toBeVisible();
  await signIn(page, '/settings');
  await expect(page.getByRole('region', { name: 'Data on this device' })).toContainText(
    'Known routes',
  );
}

async function openPlan({ page, call }: Tools) {
  await openSelected(page, call);
  await button(page, 'Rename…').click();
  await page.getByRole('textbox', { name: 'Add in front' }).fill('old-');
  await button(page, 'Plan 2 renames').click();
  await page.getByRole('checkbox', { name: 'Include' }).first().uncheck();
  await expect(page.getByText('1 left out.')).toBeVisible();
}

async function openEditor({ page, call, service }: Tools) {
  const scene = await demoScene(service, call);
  const { params, path, policies } = scene;
  const body = { enabled: true, ip_policy_ids: policies };
  await call(ipRestrictionEndpoints.replace, { params, body });
  await signIn(page, path);
  await expect(page.getByRole('list', { name: 'IP policies' })).toBeVisible();
  return scene;
}
