import type { BrowserContext, Page } from 'playwright/test';
import type { Call } from '#client/api-client.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { expectErrorsAtFields, expectNames } from './checks.ts';
import {
  addDialog,
  addPolicies,
  addUnknownPolicies,
  applyReview,
  button,
  conflictDialog,
  enforceSwitch,
  filterField,
  gate,
  holdBack,
  inAccountMenu,
  inMore,
  jobCard,
  keyField,
  link,
  nameField,
  openReview,
  policyField,
  pressInJob,
  receipt,
  reviewDialog,
  routeLines,
  section,
  selectionBar,
  showVersions,
  switchOf,
  typeRoutes,
} from './controls.ts';
import { demoScene } from './demo-routes.ts';
import { expect, goTo, signIn, uniqueName } from './fixtures.ts';
import type { Problems } from './problems.ts';
import { apiKey, type Service } from './service.ts';

interface Visit {
  page: Page;
  context: BrowserContext;
  call: Call;
  service: Service;
  problems: Problems;
  /** Checks the page as it is now, and leaves it so. */
  look: (state: string, isTable?: boolean) => Promise<void>;
}

type Walk = (visit: Visit) => Promise<void>;

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name, exact: true });

const signInForm: Walk = async ({ page, look }) => {
  await page.goto('/sign-in');
  await expectNames(page, { heading: ['Sign in'], form: ['Sign in'], button: ['Show key'] });
  await expectNames(page, { checkbox: ['Stay signed in when this tab reloads'] });
  await expect(keyField(page)).toBeVisible();
  await button(page, 'Sign in').click();
  // Firefox reads out an alert that is added, and none inside of what is added.
  await expect(page.getByRole('alert')).toHaveAttribute('id', 'api-key-error');
  await expectErrorsAtFields(page);
  await look('sign-in with an error');
};

const everyPage: Walk = async ({ page, context, call, problems, look }) => {
  problems.allow('no answer'); // to late parts that are on their way
  const name = uniqueName('palette');
  await call(botUserEndpoints.create, { body: { name } });
  await visit(page, `/bot-users?q=${name}`);
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expectNames(page, { link: ['Skip to main content'] });
  await button(page, 'Account menu').click();
  await expectNames(page, {
    menuitem: ['Settings', 'Keyboard shortcuts', 'Recent changes', 'Requests', 'Sign out'],
    menuitemradio: ['System', 'Light', 'Dark'],
  });
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await page.getByRole('menuitemradio', { name: 'System' }).click();
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expectNames(page, { dialog: ['Keyboard shortcuts'] });
  await look('keyboard shortcuts');
  await page.keyboard.press('Escape');
  await page.keyboard.press('.');
  await expectNames(dialog(page, 'Requests'), { list: ['Requests, newest first'] });
  await page.keyboard.press('Escape');
  await button(page, 'Search or run a command').click();
  await expectNames(dialog(page, 'Command palette'), {
    combobox: ['Search or run a command'],
    listbox: ['Results'],
  });
  await page.keyboard.type(name);
  await expect(page.getByRole('option', { name: `Open bot user ${name}` })).toBeVisible();
  await look('command palette with results');
  await page.keyboard.press('Escape');
  await context.setOffline(true);
  await expectNames(page, { alert: ['You are offline.'] });
  await look('offline');
  await switchOf(page, name).click();
  await expect(page.getByText('Not sent: you are offline.', { exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Not sent: you were offline.')).toBeVisible();
};

const nothingToShow: Walk = async ({ page, problems, look }) => {
  problems.allow(401, 404);
  await visit(page, '/settings');
  for (const [path, role, name] of [
    ['/no-such-page', 'heading', 'Page not found'],
    ['/plan', 'heading', 'No plan is open'],
    ['/bot-users/bot_of_nobody', 'alert', 'No bot user has this id'],
    ['/edges/edghts_no/routes/edghtsrt_no/ip-restriction', 'alert', 'This route does not exist'],
  ] as const) {
    await visit(page, path);
    await expect(main(page).getByRole(role).filter({ hasText: name }).first()).toBeVisible();
    await look(name);
  }
  await page.route('**/api/bot_users?*', (route) => route.fulfill({ status: 401, json: {} }));
  await section(page, 'Bot users').click();
  const again = dialog(page, 'Sign in again');
  await expectNames(again, { button: ['Show key', 'Sign in', 'Sign out'] });
  await expect(again.getByLabel('API key', { exact: true })).toBeVisible();
  await look('a key that is refused');
  for (let press = 0; press < 4; press++) await page.keyboard.press('Escape');
  await expect(again, 'it may not be left').toBeVisible();
};

const botUsers: Walk = async ({ page, call, look }) => {
  const { one, group } = await makeTwo(call);
  const { name } = one;
  await visit(page, `/bot-users?q=${group}`);
  await expectNames(page, {
    heading: ['Bot users'],
    region: ['Bot user list'],
    table: ['Bot users'],
    searchbox: ['Filter loaded bot users'],
    columnheader: ['Name', 'Id', 'Active', 'Created'],
    rowheader: [name],
    checkbox: ['Select all loaded', `Select ${name}`],
    button: ['Refresh', 'Load more', 'Load all', 'Name', 'Created', 'More', `Copy id of ${name}`],
    link: ['New bot user', name],
  });
  await expect(page.getByRole('columnheader', { name: 'Actions', exact: true })).toBeVisible();
  await expectNames(page.getByRole('group', { name: 'Status', exact: true }), {
    radio: ['All', 'Only active', 'Only inactive'],
  });
  await look('bot users', true);
  await button(page, 'Export 2 shown').click();
  await expectNames(page, { menuitem: ['CSV', 'JSON', 'JSON Lines'], group: ['What'] });
  await page.keyboard.press('Escape');

  await switchOf(page, name).uncheck();
  await expect(receipt(page)).toContainText(`${name} is now inactive.`);
  await expectNames(receipt(page), { button: ['Undo', 'Dismiss'] });
  await receipt(page).getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(receipt(page)).toContainText('is now active.');
  await button(page, `Actions for ${name}`).click();
  await expectNames(page, {
    menuitem: ['Edit', 'Copy id', 'Copy as curl', 'Delete…'],
  });
  await look('bot users with a receipt and an open menu');
  await closeMenu(page);

  await inAccountMenu(page, 'Recent changes');
  const panel = dialog(page, 'Recent changes');
  await expectNames(panel, { list: ['Changes, newest first'], button: ['Close panel'] });
  await expect(panel.getByRole('button', { name: /^Undo / }).first()).toHaveText('Undo');
  await expect(page.getByText('Undone')).toBeVisible();
  await look('recent changes, one with an Undo and one without');
  await panel.getByRole('button', { name: 'Close panel', exact: true }).click();
  await expect(button(page, 'Account menu')).toBeFocused();

  const next = await holdBack(page, '**/api/bot_users?*before_id*');
  await button(page, 'Load all').click();
  await expect(button(page, 'Cancel loading')).toBeVisible();
  await look('bot users while more are loaded');
  await button(page, 'Cancel loading').click();
  await expect(button(page, 'Load all')).toBeVisible();
  next.release();

  await filterField(page).fill(apiKey);
  await expectErrorsAtFields(page);
  await expect(page.getByRole('rowheader')).not.toHaveCount(0);
  await filterField(page).fill('matches-no-name');
  await expect(page.getByText(/matches “matches-no-name”/)).toBeVisible();
  // Written a moment after the last key: before that the address would not differ for the router.
  await expect(page).toHaveURL(/q=matches-no-name/);
  await look('bot users filtered to nothing');
};

const selectedBotUsers: Walk = async ({ page, call, look }) => {
  await openSelected(page, call);
  await expectNames(selectionBar(page), {
    button: ['Set active', 'Set inactive', 'Clear selection'],
  });
  await button(page, 'More').click();
  await expectNames(page, { menuitem: ['Copy ids', 'Select from a list…'] });
  await look('bot users with some selected and an open menu');
  await closeMenu(page);

  await button(page, 'Export selected').click();
  await expect(page.getByRole('menuitemradio', { name: 'Selected' })).toBeChecked();
  await look('choice of what to export');
  await closeMenu(page);

  await button(page, 'Rename…').click();
  await button(page, 'Plan 0 renames').click();
  await expectErrorsAtFields(page);
  await page.getByRole('textbox', { name: 'Add behind' }).fill('-old');
  await expect(page.getByRole('list', { name: 'Preview' })).toBeVisible();
  await look('dialog to rename bot users');
  await page.keyboard.press('Escape');
  await button(page, 'Discard changes').click();

  await button(page, 'Delete…').click();
  const names = ['Cancel', 'Set inactive instead', 'Delete 2 bot users'];
  await expectNames(question(page, 'Delete 2 bot users?'), { button: names });
  await look('dialog to delete bot users');
  await page.keyboard.press('Escape');

  await inMore(page, 'Select from a list…');
  const list = dialog(page, 'Select from a list');
  const entries = list.getByRole('textbox', { name: 'Ids or names', exact: true });
  await entries.fill(apiKey);
  await list.getByRole('button', { name: 'Find', exact: true }).click();
  await expectErrorsAtFields(page);
  await entries.fill('no-such-bot-user');
  await list.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(list.getByText('0 matched, 1 unknown')).toBeVisible();
  await look('dialog to select from a list');
  await page.keyboard.press('Escape');
  await expect(question(page, 'Discard unsaved changes?')).toBeVisible();
  // The second one closes the question alone.
  await page.keyboard.press('Escape');
  await list.getByRole('button', { name: 'Cancel', exact: true }).click();
  await button(page, 'Discard changes').click();
  await button(page, 'Clear selection').click();
};

const planAndJob: Walk = async ({ page, call, problems, look }) => {
  problems.allow(400, 404);
  const { one: gone, other: refused } = await openSelected(page, call);
  await button(page, 'Rename…').click();
  await page.getByRole('textbox', { name: 'Add in front' }).fill('old-');
  await button(page, 'Plan 2 renames').click();
  const include = page.getByRole('checkbox', { name: 'Include' }).first();
  await include.uncheck();
  await expect(page.getByText('1 left out.')).toBeVisible();
  await look('a plan with a line that was left out');

  await include.check();
  await call(botUserEndpoints.remove, { params: { id: gone.id } });
  const { opened, open } = gate();
  await page.route('**/bot_users/*', async (route) => {
    await opened;
    if (route.request().method() !== 'PATCH' || !route.request().url().endsWith(refused.id))
      return route.continue();
    return route.fulfill({ status: 400, json: {} });
  });
  await button(page, 'Apply 2 changes').click();
  await expectNames(jobCard(page), { progressbar: ['Bulk job progress'], button: ['Stop'] });
  await pressInJob(page, 'Pause');
  await look('a job that is paused');
  await pressInJob(page, 'Resume');
  open();
  await receipt(page).getByRole('button', { name: 'Report', exact: true }).click();
  await expectNames(dialog(page, 'Report'), {
    table: ['Report'],
    button: ['Retry failed', 'Download report', 'Close'],
  });
  await expect(page.getByRole('dialog').getByText('No longer exists.').first()).toBeVisible();
  await look('the report of a job with an item that was skipped');
  await page.keyboard.press('Escape');
};

const botUserForms: Walk = async ({ page, call, look }) => {
  const name = uniqueName('edit');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  await visit(page, '/bot-users/new');
  await expectNames(main(page), {
    heading: ['New bot user'],
    form: ['New bot user'],
    switch: ['Active'],
    button: ['Create and add another'],
    link: ['Cancel'],
  });
  await button(page, 'Create bot user').click();
  await expect(nameField(page)).toHaveAccessibleDescription(/Error: Enter a name$/);
  await expectErrorsAtFields(page);
  await look('new bot user with errors');

  await visit(page, `/bot-users/${id}`);
  await expectNames(main(page), {
    heading: [name],
    navigation: ['Breadcrumb'],
    form: ['Edit bot user'],
    switch: ['Active'],
    button: ['Copy id'],
  });
  await look('edit bot user');
  await button(page, 'More').click();
  await expectNames(page, { menuitem: ['Copy as curl'] });
  await page.keyboard.press('Escape');
  await nameField(page).fill(' ');
  await button(page, 'Save changes').click();
  await expectErrorsAtFields(page);
  await main(page).getByRole('link', { name: 'Cancel', exact: true }).click();
  const discard = question(page, 'Discard unsaved changes?');
  await expectNames(discard, { button: ['Keep editing', 'Discard changes'] });
  await discard.getByRole('button', { name: 'Keep editing', exact: true }).click();
  await button(page, 'Delete…').click();
  await expectNames(question(page, `Delete ${name}?`), { button: ['Cancel', 'Delete bot user'] });
  await look('delete dialog');
};

const routes: Walk = async ({ page, look }) => {
  const label = 'eu-checkout';
  // One row: what the bar at the foot half covers, axe takes for too small a target.
  await visit(page, `/routes?q=${label}`);
  await expect(page.getByText(/^Checked \d+ routes\./)).toBeAttached();
  await expectNames(main(page), {
    heading: ['Routes'],
    searchbox: ['Filter routes'],
    textbox: ['Uses policy'],
    table: ['Routes'],
    columnheader: ['Label', 'Edge and route', 'IP restriction', 'Policies', 'Checked', 'Actions'],
    checkbox: [`Select ${label}`],
    link: [label],
    button: ['More'],
  });
  await expectNames(page.getByRole('group', { name: 'Exposure', exact: true }), {
    radio: ['All', 'Open', 'Protected', 'Errors'],
  });
  await look('routes');
  await page.getByRole('textbox', { name: 'Uses policy' }).fill(apiKey);
  await expect(page.getByRole('textbox', { name: 'Uses policy' })).toHaveValue('');
  await page.getByRole('searchbox', { name: 'Filter routes' }).fill(apiKey);
  await expectErrorsAtFields(page);
  await page.getByRole('searchbox', { name: 'Filter routes' }).fill(label);

  await button(page, `Actions for ${label}`).click();
  await page.getByRole('menuitem', { name: /^Turn (on|off)…$/ }).click();
  const toggle = page.getByRole('alertdialog', {
    name: /^Turn IP restriction (on|off) for eu-checkout\?$/,
  });
  await expect(toggle.getByRole('button', { name: /^Turn (on|off)$/ })).toBeVisible();
  await toggle.getByRole('button', { name: 'Cancel', exact: true }).click();

  await typeRoutes(page, ['edghts_1,edghtsrt_1,mine', 'alone', 'edghts_1,edghtsrt_1,mine']);
  await expectNames(addDialog(page), { table: ['Routes to add'], button: ['Add 1 route'] });
  await look('dialog to add routes, with lines that cannot be read');
  await routeLines(page).fill(''); // else it asks before it closes
  await addDialog(page).getByRole('button', { name: 'Cancel', exact: true }).click();

  await visit(page, '/policies');
  await expect(page.getByRole('table', { name: 'IP policies' })).toBeVisible();
  await look('IP policies');
};

const manyRoutes: Walk = async ({ page, look }) => {
  await visit(page, '/routes?q=eu-checkout');
  await expect(link(page, 'eu-checkout')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all routes' }).check();
  await expect(selectionBar(page)).toContainText('selected');
  await main(page).getByRole('button', { name: 'More', exact: true }).click();
  await expectNames(page, { menuitem: ['Export states'] });
  await look('routes of which some are selected, and an open menu');
  await closeMenu(page);

  await link(page, 'Apply to selected…').click();
  await expectNames(page, {
    heading: ['Apply to many routes'],
    radio: ['Add these policies', 'Remove these policies', 'Only turn on or off'],
  });
  await button(page, 'Continue').click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectErrorsAtFields(page);
  await look('apply to many routes, with a problem');

  await page.getByRole('radio', { name: 'Replace with these' }).check();
  await addUnknownPolicies(page, 'ipp_other');
  await button(page, 'Continue').click();
  await expect(page.getByText('You could lock people out')).toBeVisible();
  await look('a plan for routes, with warnings');
};

const ipRestriction: Walk = async ({ page, call, service, problems, look }) => {
  problems.allow(404);
  const { route, params, path, policies } = await demoScene(service, call);
  const [first] = policies;
  const replace = (enabled: boolean, ip_policy_ids: string[]) =>
    call(ipRestrictionEndpoints.replace, { params, body: { enabled, ip_policy_ids } });
  await replace(true, policies);
  await visit(page, path);
  await expectNames(main(page), {
    heading: [`IP restriction for ${route.label}`],
    navigation: ['Breadcrumb'],
    form: ['IP restriction'],
    list: ['IP policies'],
    region: ['What will change'],
    link: ['Apply to other routes'],
    button: ['Copy all ids'],
  });
  await button(page, `Remove ${first}`).click();
  await expectNames(main(page), { button: [`Put back ${first}`, 'Discard changes'] });
  await look('IP restriction');
  await openReview(page);
  await look('review of an IP restriction');
  await reviewDialog(page).getByRole('button', { name: 'Keep editing', exact: true }).click();

  await addPolicies(page, 'no/id');
  await expectErrorsAtFields(page);
  await policyField(page).fill('ipp');
  const found = page.getByRole('listbox', { name: 'IP policies found' }).getByRole('option');
  await expect(found.first()).toHaveAccessibleDescription(/^ipp_/);
  await expect(found.first()).not.toHaveAccessibleName(/ipp_/);
  await look('IP restriction, with policies to choose from');
  await addPolicies(page, 'ipp_contract');
  await expect(button(page, 'Add anyway')).toBeVisible();
  await look('IP restriction, with a policy that nobody knows');
  await button(page, 'Add anyway').click();

  await replace(false, policies);
  await openReview(page);
  await expectNames(conflictDialog(page), { button: ['Apply yours', 'Keep editing'] });
  await expect(button(page, 'Apply merged')).toHaveAccessibleDescription(
    /^Applying merged keeps both changes: removes .+ and adds ipp_contract\.$/,
  );
  await showVersions(page);
  await expectNames(conflictDialog(page), { region: ['Loaded', 'Theirs', 'Yours'] });
  await look('an IP restriction that somebody else has changed');
  await conflictDialog(page).getByRole('button', { name: 'Keep theirs', exact: true }).click();

  await replace(true, policies);
  await button(page, 'Reload').click();
  await expect(enforceSwitch(page)).toBeChecked();
  await button(page, 'Remove all').click();
  await openReview(page);
  await applyReview(page);
  await expectErrorsAtFields(page);
  await reviewDialog(page).getByRole('button', { name: 'Keep editing', exact: true }).click();
  await button(page, 'Discard changes').click();

  await button(page, 'Remove IP restriction…').click();
  const remove = question(page, `Remove IP restriction from ${route.label}?`);
  await expectNames(remove, { button: ['Cancel', 'Turn off instead', 'Remove'] });
  await look('question before an IP restriction is removed');
  await remove.getByRole('button', { name: 'Cancel', exact: true }).click();

  await call(ipRestrictionEndpoints.remove, { params });
  await button(page, 'Reload').click();
  await expectNames(page, { button: ['Add IP restriction'] });
  await look('route without IP restriction');
  // The other tests of this worker find the policies in use again.
  await replace(true, policies);
};

const settings: Walk = async ({ page, look }) => {
  await page.clock.install();
  // Something is kept on this device then, which the page lists.
  await visit(page, '/routes');
  await expect(page.getByRole('table', { name: 'Routes' })).toBeVisible();
  await inAccountMenu(page, 'Settings');
  await expect(page.getByRole('region', { name: 'Data on this device' })).toContainText(
    'Known routes',
  );
  await look('settings');
  await button(page, 'Clear data on this device…').click();
  await expect(page.getByRole('alertdialog')).toContainText('Known routes');
  await look('dialog to delete the data on this device');
  await page.keyboard.press('Escape');
  await page.clock.runFor(28 * 60_000 + 1000);
  await expect(button(page, 'Stay signed in')).toBeFocused();
  await look('a session that is about to end');
};

/**
 * Every page with its states that differ in what they show. On the way stand the names by which people and tests find
 * the controls: exact, with their case, by role.
 */
export const walks: Record<string, Walk[]> = {
  'what every page has': [everyPage],
  'the sign-in, pages that have nothing to show, and a refused key': [signInForm, nothingToShow],
  'bot users': [botUsers, selectedBotUsers, planAndJob, botUserForms],
  'routes and their policies': [routes, manyRoutes, ipRestriction],
  'the settings and the end of a session': [settings],
};

/** Loads the first page of a session; the others are reached inside of the app. */
const visit = (page: Page, path: string) =>
  /^about:blank$|\/sign-in$/.test(page.url()) ? signIn(page, path) : goTo(page, path);

/** Another width may have closed it, and then Escape would let go of the selection. */
async function closeMenu(page: Page) {
  if (await page.getByRole('menu').isVisible()) await page.keyboard.press('Escape');
}

/** Two bot users. `group` is what both names begin with. */
async function makeTwo(call: Call) {
  const group = uniqueName('two');
  const one = await call(botUserEndpoints.create, { body: { name: `${group}-a` } });
  const other = await call(botUserEndpoints.create, { body: { name: `${group}-b` } });
  return { one, other, group };
}

/** Two selected rows, one of them not shown. */
async function openSelected(page: Page, call: Call) {
  const { one, other, group } = await makeTwo(call);
  await visit(page, `/bot-users?q=${group}`);
  await button(page, 'Refresh').click();
  await expect(page.getByRole('rowheader')).toHaveCount(2);
  await page.getByRole('checkbox', { name: 'Select all loaded' }).check();
  await filterField(page).fill(one.name);
  await expect(selectionBar(page)).toContainText('2 selected, 1 not shown');
  return { one, other };
}
