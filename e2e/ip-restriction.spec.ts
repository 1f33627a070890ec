import type { Page } from 'playwright/test';
import {
  addPolicies,
  applyReview,
  conflictDialog,
  enforceSwitch,
  openReview,
  policyList,
  receipt,
  reviewDialog,
} from './controls.ts';
import { routeTest as test, type RouteScene } from './demo-routes.ts';
import { expect, signIn } from './fixtures.ts';

/** This person adds the second policy, meanwhile somebody else the third; then the review. */
async function raceForRoute(page: Page, scene: RouteScene) {
  const [first = '', second = '', third = ''] = scene.policies;
  await scene.set(true, [first]);
  await signIn(page, scene.path);
  await addPolicies(page, second);
  await scene.set(true, [first, third]);
  await openReview(page);
  return { first, second, third };
}

test('a route without restriction gets one', async ({ page, problems, scene }) => {
  problems.allow(404);
  await scene.remove();
  await signIn(page, scene.path);
  await expect(page.getByText('No IP restriction on this route')).toBeVisible();
  await page.getByRole('button', { name: 'Add IP restriction' }).click();
  await expect(enforceSwitch(page)).toBeChecked();
  expect(await scene.stored()).toBeNull();

  const [first = '', second = ''] = scene.policies;
  await addPolicies(page, `${first}, "${second}"\n${first}`);
  await openReview(page);
  await expect(reviewDialog(page)).toContainText('Enforcement turns on.');
  await expect(reviewDialog(page)).toContainText(
    'The whole module is replaced in one request: enforcement on, 2 policies.',
  );
  await applyReview(page);
  await expect(receipt(page)).toContainText(`IP restriction applied to ${scene.route.label}.`);
  expect(await scene.stored()).toEqual({ enabled: true, policies: [first, second] });
});

test('turning enforcement off keeps the list, and Undo turns it on again', async ({
  page,
  scene,
}) => {
  const policies = scene.policies.slice(0, 2);
  await scene.set(true, policies);
  await signIn(page, scene.path);
  await enforceSwitch(page).click();
  expect(await scene.stored()).toEqual({ enabled: true, policies }); // the switch waits
  await openReview(page);
  await expect(reviewDialog(page)).toContainText('Enforcement turns off.');
  await applyReview(page);
  await expect(receipt(page)).toContainText(`IP restriction applied to ${scene.route.label}.`);
  expect(await scene.stored()).toEqual({ enabled: false, policies });

  await receipt(page).getByRole('button', { name: 'Undo' }).click();
  await applyReview(page);
  await expect.poll(scene.stored).toEqual({ enabled: true, policies });
});

test('a policy taken away is struck through until it is applied, and can be put back', async ({
  page,
  scene,
}) => {
  const [first = '', second = ''] = scene.policies;
  await scene.set(true, [first, second]);
  await signIn(page, scene.path);
  await page.getByRole('button', { name: `Remove ${first}` }).click();
  await expect(policyList(page).getByRole('listitem').filter({ hasText: first })).toContainText(
    'Removed',
  );
  await page.getByRole('button', { name: `Put back ${first}` }).click();
  await expect(page.getByRole('button', { name: `Remove ${first}` })).toBeVisible();

  await page.getByRole('button', { name: `Remove ${first}` }).click();
  await openReview(page);
  await expect(reviewDialog(page)).toContainText('You could lock people out.');
  await reviewDialog(page).getByRole('button', { name: 'Keep editing' }).click();
  await openReview(page);
  await applyReview(page);
  await expect(policyList(page).getByRole('listitem')).toHaveCount(1);
  expect(await scene.stored()).toEqual({ enabled: true, policies: [second] });
});

test('enforcing an empty list needs a confirmation', async ({ page, scene }) => {
  await scene.set(true, scene.policies.slice(0, 1));
  await signIn(page, scene.path);
  await page.getByRole('button', { name: `Remove ${scene.policies[0]}` }).click();
  await openReview(page);
  await expect(reviewDialog(page)).toContainText('Enforced with no policy.');
  await applyReview(page);
  await expect(reviewDialog(page)).toBeVisible();
  await reviewDialog(page).getByRole('checkbox', { name: 'I know the list is empty' }).check();
  await applyReview(page);
  await expect(reviewDialog(page)).toBeHidden();
  expect(await scene.stored()).toEqual({ enabled: true, policies: [] });
});

test('repeats are dropped, and what is no id stays in the field', async ({ page, scene }) => {
  const [first = '', second = ''] = scene.policies;
  await scene.set(true, [first]);
  await signIn(page, scene.path);
  await addPolicies(page, `${first} ${second}`);
  await expect(page.getByText('Added 1. 1 was already in the list.')).toBeVisible();
  await addPolicies(page, 'ipp_a?b');
  await expect(page.getByText('‘ipp_a?b’ does not look like an id')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Add IP policy ids' })).toHaveValue('ipp_a?b');
  await expect(policyList(page).getByRole('listitem')).toHaveCount(2);
});

test('a policy that the service does not know is named and nothing is changed', async ({
  page,
  problems,
  scene,
}) => {
  problems.allow(400);
  const policies = scene.policies.slice(0, 1);
  await scene.set(true, policies);
  await signIn(page, scene.path);
  await addPolicies(page, 'ipp_unknown');
  await openReview(page);
  await applyReview(page);
  await expect(page.getByText('There is no IP policy with this id').first()).toBeVisible();
  await expect(policyList(page)).toContainText('ipp_unknown');
  expect(await scene.stored()).toEqual({ enabled: true, policies });
});

test('a change by someone else can be taken over instead of overwritten', async ({
  page,
  scene,
}) => {
  const { first, second, third } = await raceForRoute(page, scene);
  await expect(conflictDialog(page)).toContainText(third);
  await conflictDialog(page).getByRole('button', { name: 'Use the current version' }).click();
  await expect(policyList(page)).toContainText(third);
  await expect(policyList(page)).not.toContainText(second);
  expect(await scene.stored()).toEqual({ enabled: true, policies: [first, third] });
});

test('a change by someone else can be overwritten knowingly', async ({ page, scene }) => {
  const { first, second } = await raceForRoute(page, scene);
  await conflictDialog(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(policyList(page)).toContainText(second);
  await openReview(page);
  await conflictDialog(page).getByRole('button', { name: 'Apply my version anyway' }).click();
  await expect.poll(scene.stored).toEqual({ enabled: true, policies: [first, second] });
});

test('the restriction is removed only after the dialog', async ({ page, problems, scene }) => {
  problems.allow(404);
  await scene.set(true, scene.policies.slice(0, 1));
  await signIn(page, scene.path);
  const dialog = page.getByRole('alertdialog', {
    name: `Remove IP restriction from ${scene.route.label}?`,
  });
  await page.getByRole('button', { name: 'Remove module…' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(enforceSwitch(page)).toBeChecked();

  await page.getByRole('button', { name: 'Remove module…' }).click();
  await dialog.getByRole('button', { name: 'Remove module' }).click();
  await expect(page.getByText('No IP restriction on this route')).toBeVisible();
  expect(await scene.stored()).toBeNull();
});

test('leaving with unsaved changes asks first', async ({ page, scene }) => {
  await scene.set(true, scene.policies.slice(0, 1));
  await signIn(page, scene.path);
  await enforceSwitch(page).click();
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Bot users' })
    .click();
  const dialog = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(scene.path);
  await expect(enforceSwitch(page)).not.toBeChecked();
});

test('a change whose answer was lost is not sent again; reading shows what became of it', async ({
  page,
  problems,
  scene,
}) => {
  problems.allow('no answer');
  const policies = scene.policies.slice(0, 2);
  await scene.set(true, policies);
  await signIn(page, scene.path);
  await enforceSwitch(page).uncheck();
  let writes = 0;
  await page.route('**/ip_restriction', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback();
    writes++;
    await route.fetch();
    return route.abort();
  });
  await openReview(page);
  await applyReview(page);
  await expect(reviewDialog(page)).toContainText('It is not known whether the change was applied.');
  await reviewDialog(page).getByRole('button', { name: 'Read the module again' }).click();
  await expect(reviewDialog(page)).toHaveCount(0);
  await expect(enforceSwitch(page)).not.toBeChecked();
  expect(await scene.stored()).toEqual({ enabled: false, policies });
  expect(writes).toBe(1);
});
