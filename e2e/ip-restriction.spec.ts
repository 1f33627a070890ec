import {
  addPolicies,
  addUnknownPolicies,
  applyReview,
  enforceSwitch,
  openReview,
  policyList,
  receipt,
  reviewDialog,
} from './controls.ts';
import { routeTest as test } from './demo-routes.ts';
import { expect, signIn } from './fixtures.ts';

test('a route without restriction gets one', async ({ page, problems, scene }) => {
  problems.allow(404);
  await scene.remove();
  await signIn(page, scene.path);
  await expect(page.getByText('No IP restriction on this route')).toBeVisible();
  await page.getByRole('button', { name: 'Add IP restriction' }).click();
  await expect(enforceSwitch(page)).toBeChecked();
  expect(await scene.stored()).toBeNull();

  const [first = '', second = ''] = scene.policies;
  await addPolicies(page, `${first}, "${second}", ${first}`);
  await openReview(page);
  await expect(reviewDialog(page)).toContainText('IP restriction turns on.');
  await expect(reviewDialog(page)).toContainText('After this: on, 2 policies.');
  await applyReview(page);
  await expect(receipt(page)).toContainText(`IP restriction applied to ${scene.route.label}.`);
  expect(await scene.stored()).toEqual({ enabled: true, ip_policy_ids: [first, second] });
});

test('turning it off keeps the list, and Undo turns it on again', async ({ page, scene }) => {
  const policies = scene.policies.slice(0, 2);
  await scene.set(true, policies);
  await signIn(page, scene.path);
  await enforceSwitch(page).click();
  expect(await scene.stored()).toEqual({ enabled: true, ip_policy_ids: policies }); // the switch waits
  await openReview(page);
  await expect(reviewDialog(page)).toContainText('IP restriction turns off.');
  await applyReview(page);
  await expect(receipt(page)).toContainText(`IP restriction applied to ${scene.route.label}.`);
  expect(await scene.stored()).toEqual({ enabled: false, ip_policy_ids: policies });

  await receipt(page).getByRole('button', { name: 'Undo' }).click();
  await applyReview(page);
  await expect.poll(scene.stored).toEqual({ enabled: true, ip_policy_ids: policies });
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
  await addUnknownPolicies(page, 'ipp_unknown');
  await openReview(page);
  await applyReview(page);
  await expect(page.getByText('There is no IP policy with this id').first()).toBeVisible();
  await expect(policyList(page)).toContainText('ipp_unknown');
  expect(await scene.stored()).toEqual({ enabled: true, ip_policy_ids: policies });
});

test('the restriction is removed only after the dialog', async ({ page, problems, scene }) => {
  problems.allow(404);
  await scene.set(true, scene.policies.slice(0, 1));
  await signIn(page, scene.path);
  const dialog = page.getByRole('alertdialog', {
    name: `Remove IP restriction from ${scene.route.label}?`,
  });
  await page.getByRole('button', { name: 'Remove IP restriction…' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(enforceSwitch(page)).toBeChecked();

  await page.getByRole('button', { name: 'Remove IP restriction…' }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No IP restriction on this route')).toBeVisible();
  expect(await scene.stored()).toBeNull();
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
  await expect(reviewDialog(page)).toContainText('We do not know if this was applied.');
  await reviewDialog(page).getByRole('button', { name: 'Check now' }).click();
  await expect(reviewDialog(page)).toHaveCount(0);
  await expect(enforceSwitch(page)).not.toBeChecked();
  expect(await scene.stored()).toEqual({ enabled: false, ip_policy_ids: policies });
  expect(writes).toBe(1);
});
