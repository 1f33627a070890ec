import type { Locator, Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import {
  addDialog,
  addUnknownPolicies,
  button,
  conflictDialog,
  jobCard,
  nameField,
  openReview,
  pressInJob,
  receipt,
  reviewDialog,
  routeLines,
  selectionBar,
  showVersions,
  typeRoutes,
} from './controls.ts';
import { demoScene } from './demo-routes.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';

// The names by which people and tests find the controls: exact, with their case, by role. One sign-in a page.

type Role = Parameters<Page['getByRole']>[0];

/** Each name is there at least once; the test tells all that are missing at once. */
async function expectNames(scope: Page | Locator, names: Partial<Record<Role, string[]>>) {
  for (const [role, each] of Object.entries(names))
    for (const name of each)
      await expect
        .soft(scope.getByRole(role as Role, { name, exact: true }).first(), `${role} “${name}”`)
        .toBeAttached({ timeout: 10_000 });
}

const main = (page: Page) => page.getByRole('main');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name, exact: true });

const refusal = (status: number, error_code: string) => ({
  status,
  json: { error_code, status_code: status },
});

async function openMenu(page: Page, name: string, names: Partial<Record<Role, string[]>>) {
  await button(page, name).click();
  await expectNames(page, names);
  await page.keyboard.press('Escape');
}

test('names of the sign-in', async ({ page }) => {
  await page.goto('/sign-in');
  await expectNames(page, {
    heading: ['Sign in'],
    form: ['Sign in'],
    button: ['Show key', 'Sign in'],
    checkbox: ['Stay signed in when this tab reloads'],
  });
  await expect(page.getByLabel('API key', { exact: true })).toBeVisible();
});

test('names of the frame', async ({ page, context, problems }) => {
  problems.allow('no answer'); // to late parts that are on their way
  await signIn(page, '/bot-users?q=ci-deployer');
  await expectNames(page, {
    link: ['Skip to main content'],
    button: ['Search or run a command', 'Account menu'],
  });
  await expectNames(page.getByRole('navigation', { name: 'Main', exact: true }), {
    link: ['Bot users', 'Routes'],
  });
  await openMenu(page, 'Account menu', {
    menuitem: ['Settings', 'Keyboard shortcuts', 'Recent changes', 'Requests', 'Sign out'],
    menuitemradio: ['System', 'Light', 'Dark'],
  });
  await page.keyboard.press('.');
  await expectNames(dialog(page, 'Requests'), { list: ['Requests, newest first'] });
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expectNames(page, { dialog: ['Keyboard shortcuts'] });
  await page.keyboard.press('Escape');
  await context.setOffline(true);
  await expectNames(page, { alert: ['You are offline.'] });
  await context.setOffline(false);

  await button(page, 'Search or run a command').click();
  await expectNames(dialog(page, 'Command palette'), {
    combobox: ['Search or run a command'],
    listbox: ['Results'],
  });
});

test('names of the pages that have nothing to show, and of a key that is refused', async ({
  page,
  problems,
}) => {
  problems.allow(401, 404);
  for (const [path, role, name] of [
    ['/no-such-page', 'heading', 'Page not found'],
    ['/plan', 'heading', 'No plan is open'],
    ['/bot-users/bot_of_nobody', 'alert', 'No bot user has this id'],
    [
      '/edges/edghts_none/routes/edghtsrt_none/ip-restriction',
      'alert',
      'This route does not exist',
    ],
  ] as const) {
    await signIn(page, path);
    await expect(main(page).getByRole(role).filter({ hasText: name }).first()).toBeVisible();
  }
  await page.route('**/api/bot_users?*', (route) =>
    route.fulfill(refusal(401, 'NOT_AUTHENTICATED')),
  );
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Bot users' })
    .click();
  const again = dialog(page, 'Sign in again');
  await expectNames(again, { button: ['Show key', 'Sign in', 'Sign out'] });
  await expect(again.getByLabel('API key', { exact: true })).toBeVisible();
});

test('names of the bot users, of a plan and of its job', async ({ page, call, problems }) => {
  problems.allow(400);
  const group = uniqueName('contract');
  const [name, other] = [`${group}-a`, `${group}-b`];
  for (const each of [name, other]) await call(botUserEndpoints.create, { body: { name: each } });
  await signIn(page, `/bot-users?q=${group}`);
  await expectNames(page, {
    heading: ['Bot users'],
    region: ['Bot user list'],
    table: ['Bot users'],
    searchbox: ['Filter loaded bot users'],
    columnheader: ['Name', 'Id', 'Active', 'Created', 'Actions'],
    rowheader: [name],
    checkbox: ['Select all loaded', `Select ${name}`],
    switch: [`Active: ${name}`],
    button: [
      'Refresh',
      'Load more',
      'Load all',
      'Name',
      'Created',
      `Copy id of ${name}`,
      `Actions for ${name}`,
      'Export 2 shown',
      'More',
    ],
  });
  await expectNames(main(page), { link: ['New bot user', name] });
  await expectNames(page.getByRole('group', { name: 'Status', exact: true }), {
    radio: ['All', 'Only active', 'Only inactive'],
  });
  await openMenu(page, `Actions for ${name}`, {
    menuitem: ['Edit', 'Copy id', 'Copy as curl', 'Duplicate…', 'Delete…'],
  });
  await openMenu(page, 'Export 2 shown', {
    menuitem: ['CSV', 'JSON', 'JSON Lines'],
    group: ['What'],
  });
  await page.getByRole('switch', { name: `Active: ${name}`, exact: true }).click();
  await expectNames(receipt(page), { button: ['Undo', 'Dismiss'] });
  await button(page, 'Account menu').click();
  await page.getByRole('menuitem', { name: 'Recent changes', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Recent changes', exact: true });
  await expectNames(panel, { list: ['Changes, newest first'], button: ['Close panel'] });
  await expect(panel.getByRole('button', { name: /^Undo / }).first()).toHaveText('Undo');
  await panel.getByRole('button', { name: 'Close panel', exact: true }).click();

  await page.getByRole('checkbox', { name: 'Select all loaded', exact: true }).check();
  await expectNames(selectionBar(page), {
    button: [
      'Set active',
      'Set inactive',
      'Rename…',
      'Delete…',
      'Export selected',
      'Select the 2 that match',
      'Clear selection',
    ],
  });
  await selectionBar(page).getByRole('button', { name: 'Delete…', exact: true }).click();
  const last = question(page, 'Delete 2 bot users?');
  await expectNames(last, { button: ['Cancel', 'Set inactive instead', 'Delete 2 bot users'] });
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  await page.route('**/bot_users/*', async (route) => {
    await opened;
    await route.fulfill(refusal(400, 'BAD_REQUEST'));
  });
  await last.getByRole('button', { name: 'Delete 2 bot users', exact: true }).click();
  await expectNames(jobCard(page), {
    progressbar: ['Bulk job progress'],
    button: ['Pause', 'Stop'],
  });
  await pressInJob(page, 'Pause');
  await pressInJob(page, 'Resume');
  open();
  await expectNames(receipt(page), { button: ['Report', 'Dismiss'] });
  await receipt(page).getByRole('button', { name: 'Report', exact: true }).click();
  await expectNames(page.getByRole('dialog', { name: 'Report', exact: true }), {
    table: ['Report'],
    button: ['Retry failed', 'Download report', 'Close'],
  });
});

test('names of a new bot user and of one that is edited', async ({ page, call }) => {
  const name = uniqueName('contract');
  const { id } = await call(botUserEndpoints.create, { body: { name } });
  await signIn(page, '/bot-users/new');
  await expectNames(main(page), {
    heading: ['New bot user'],
    form: ['New bot user'],
    textbox: ['Name'],
    switch: ['Active'],
    button: ['Create bot user', 'Create and add another'],
    link: ['Cancel'],
  });
  await button(page, 'Create bot user').click();
  await expect(nameField(page)).toHaveAccessibleDescription(/Enter a name/);

  await signIn(page, `/bot-users/${id}`);
  await expectNames(main(page), {
    heading: [name],
    navigation: ['Breadcrumb'],
    form: ['Edit bot user'],
    textbox: ['Name'],
    switch: ['Active'],
    button: ['Save changes', 'Delete…', 'Copy id', 'More'],
    link: ['Cancel'],
  });
  await button(page, 'More').click();
  await expectNames(page, { menuitem: ['Duplicate…', 'Copy as curl'] });
  await page.keyboard.press('Escape');
  await nameField(page).fill('changed');
  await page.getByRole('main').getByRole('link', { name: 'Cancel', exact: true }).click();
  const discard = question(page, 'Discard unsaved changes?');
  await expectNames(discard, { button: ['Keep editing', 'Discard changes'] });
  await discard.getByRole('button', { name: 'Keep editing', exact: true }).click();
  await button(page, 'Delete…').click();
  await expectNames(question(page, `Delete ${name}?`), { button: ['Cancel', 'Delete bot user'] });
});

test('names of the routes and of a change of many', async ({ page }) => {
  await signIn(page, '/routes?q=eu-checkout');
  const label = 'eu-checkout';
  await expectNames(main(page), {
    heading: ['Routes'],
    searchbox: ['Filter routes'],
    combobox: ['Uses policy'],
    table: ['Routes'],
    columnheader: ['Label', 'Edge and route', 'IP restriction', 'Policies', 'Checked', 'Actions'],
    checkbox: [`Select ${label}`],
    link: [label],
    button: ['Add routes…', 'More', `Actions for ${label}`],
  });
  await expectNames(page.getByRole('group', { name: 'Exposure', exact: true }), {
    radio: ['All', 'Open', 'Protected', 'Errors'],
  });
  await main(page).getByRole('button', { name: 'More', exact: true }).click();
  await expectNames(page, { menuitem: ['Export states'] });
  await page.keyboard.press('Escape');
  await button(page, `Actions for ${label}`).click();
  await page.getByRole('menuitem', { name: /^Turn (on|off)…$/ }).click();
  const toggle = page.getByRole('alertdialog', {
    name: /^Turn IP restriction (on|off) for eu-checkout\?$/,
  });
  await expectNames(toggle, { button: ['Cancel'] });
  await expect(toggle.getByRole('button', { name: /^Turn (on|off)$/ })).toBeVisible();
  await toggle.getByRole('button', { name: 'Cancel', exact: true }).click();
  await typeRoutes(page, ['edghts_1,edghtsrt_1,contract']);
  await expectNames(addDialog(page), {
    textbox: ['Routes, one per line'],
    table: ['Routes to add'],
    button: ['Add 1 route', 'Cancel'],
  });
  await routeLines(page).fill(''); // else it asks before it closes
  await addDialog(page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('checkbox', { name: `Select ${label}`, exact: true }).check();
  await page.getByRole('link', { name: 'Apply to selected…', exact: true }).click();
  await expectNames(page, {
    heading: ['Apply to many routes'],
    radio: [
      'Replace with these',
      'Add these policies',
      'Remove these policies',
      'Only turn on or off',
    ],
    button: ['Continue'],
  });
});

test('names of an IP restriction, of its review and of a conflict', async ({
  page,
  call,
  service,
}) => {
  const { route, params, path, policies } = await demoScene(service, call);
  const label = route.label;
  const body = { enabled: true, ip_policy_ids: policies };
  await call(ipRestrictionEndpoints.replace, { params, body });
  await signIn(page, path);
  await expectNames(main(page), {
    heading: [`IP restriction for ${label}`],
    navigation: ['Breadcrumb'],
    form: ['IP restriction'],
    switch: ['Enforce IP restriction'],
    combobox: ['Add IP policies'],
    list: ['IP policies'],
    region: ['What will change'],
    link: ['Apply to other routes'],
    button: [
      'Copy all ids',
      'Remove all',
      'Review changes',
      'Reload',
      'Remove IP restriction…',
      `Remove ${policies[0]}`,
    ],
  });
  await button(page, `Remove ${policies[0]}`).click();
  await expectNames(main(page), { button: [`Put back ${policies[0]}`, 'Discard changes'] });
  await openReview(page);
  await expectNames(reviewDialog(page), { button: ['Keep editing', 'Apply changes'] });
  await reviewDialog(page).getByRole('button', { name: 'Keep editing', exact: true }).click();

  await addUnknownPolicies(page, 'ipp_contract');
  await call(ipRestrictionEndpoints.replace, {
    params,
    body: { enabled: false, ip_policy_ids: policies },
  });
  await openReview(page);
  await expectNames(conflictDialog(page), {
    button: ['Apply merged', 'Apply yours', 'Keep theirs', 'Keep editing'],
  });
  await expect(
    conflictDialog(page).getByRole('button', { name: 'Apply merged', exact: true }),
  ).toHaveAccessibleDescription(
    /^Applying merged keeps both changes: removes .+ and adds ipp_contract\.$/,
  );
  await showVersions(page);
  await expectNames(conflictDialog(page), { region: ['Loaded', 'Theirs', 'Yours'] });
  await conflictDialog(page).getByRole('button', { name: 'Keep theirs', exact: true }).click();
  await call(ipRestrictionEndpoints.replace, { params, body });
  await button(page, 'Reload').click();
  await button(page, 'Remove IP restriction…').click();
  const remove = question(page, `Remove IP restriction from ${label}?`);
  await expectNames(remove, {
    button: ['Cancel', 'Turn off instead', 'Remove'],
  });
  await remove.getByRole('button', { name: 'Cancel', exact: true }).click();

  await call(ipRestrictionEndpoints.remove, { params });
  await button(page, 'Reload').click();
  await expectNames(page, { button: ['Add IP restriction'] });
  await call(ipRestrictionEndpoints.replace, { params, body });
});
