import type { Page } from 'playwright/test';
import { boxOf } from './checks.ts';
import {
  addPolicies,
  addUnknownPolicies,
  applyReview,
  button,
  conflictDialog,
  enforceSwitch,
  gate,
  inAccountMenu,
  openReview,
  policyList,
  receipt,
  reviewAndApply,
  reviewDialog,
  section,
  showVersions,
  version,
} from './controls.ts';
import { routeTest as test } from './demo-routes.ts';
import { expect, signIn } from './fixtures.ts';

/** Under which condition each replacement is sent from now on. */
function conditionsOf(page: Page) {
  const conditions: (string | undefined)[] = [];
  page.on('request', (request) => {
    const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers();
    if (request.method() === 'PUT') conditions.push(ifMatch ?? ifNoneMatch);
  });
  return conditions;
}

test('a route gets an IP restriction, which is turned off, removed and put back', async ({
  page,
  problems,
  scene,
}) => {
  problems.allow(400, 404);
  const [first = '', second = ''] = scene.policies;
  const { label } = scene.route;
  await scene.remove();
  const conditions = conditionsOf(page);
  await signIn(page, scene.path);
  await expect(page.getByText('No IP restriction on this route')).toBeVisible();
  await button(page, 'Add IP restriction').click();
  await expect(enforceSwitch(page)).toBeChecked();
  // A low window, as above the keyboard of a phone.
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.getByRole('combobox', { name: 'Add IP policies' }).click();
  const options = page.getByRole('listbox', { name: 'IP policies found' });
  await expect(options).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1100, height: 720 });
  await addPolicies(page, `${first}, "${second}", ${first}`);
  // An id keeps to one line beside a name of two.
  const { top, bottom } = await boxOf(policyList(page).getByText(first));
  expect(bottom - top).toBeLessThan(30);
  await page.setViewportSize({ width: 1280, height: 720 });
  await addUnknownPolicies(page, 'ipp_unknown');
  await openReview(page);
  await expect(reviewDialog(page)).toContainText('After this: on, 3 policies.');
  await expect(reviewDialog(page).getByText('Review changes', { exact: true })).toBeFocused();
  await applyReview(page);
  await expect(page.getByText('There is no IP policy with this id').first()).toBeVisible();
  expect(await scene.stored()).toBeNull();
  await button(page, 'Remove ipp_unknown').click();
  await reviewAndApply(page, 'IP restriction turns on.');
  await expect(receipt(page)).toContainText(`IP restriction applied to ${label}.`);
  expect(await scene.stored()).toEqual({ enabled: true, ip_policy_ids: [first, second] });

  await enforceSwitch(page).click();
  await openReview(page);
  await reviewDialog(page).getByText('IP restriction turns off.').waitFor();
  const answer = gate();
  await page.route('**/ip_restriction', (route) => answer.opened.then(() => route.continue()), {
    times: 1,
  });
  await applyReview(page);
  await page.keyboard.press('Escape');
  await expect(reviewDialog(page)).toBeVisible();
  answer.open();
  const off = { enabled: false, ip_policy_ids: [first, second] };
  await expect.poll(scene.stored).toEqual(off);

  await button(page, 'Remove IP restriction…').click();
  const dialog = page.getByRole('alertdialog', { name: `Remove IP restriction from ${label}?` });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(button(page, 'Remove IP restriction…')).toBeFocused();
  expect(await scene.stored()).toEqual(off);
  await button(page, 'Remove IP restriction…').click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('No IP restriction on this route')).toBeVisible();
  expect(await scene.stored()).toBeNull();

  await section(page, 'Bot users').click();
  await expect(page).toHaveURL('/bot-users');
  await inAccountMenu(page, 'Recent changes');
  await button(page, `Undo IP restriction removed from ${label}`).click();
  await expect(reviewDialog(page)).toContainText('After this: off, 2 policies.');
  expect(await scene.stored()).toBeNull();
  await applyReview(page);
  await expect.poll(scene.stored).toEqual(off);
  expect(conditions.at(-1), 'nothing is replaced that somebody else has added').toBe('*');
});

test('two browsers change one route: what came between review and apply is shown, and both are applied', async ({
  page,
  browser,
  problems,
  scene,
}) => {
  problems.allow(412);
  const [first = '', second = '', third = ''] = scene.policies;
  await scene.set(true, [first, second]);
  await signIn(page, scene.path);
  const conditions = conditionsOf(page);
  await addPolicies(page, third);
  await openReview(page);
  await expect(reviewDialog(page)).toBeVisible();

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  await signIn(other, scene.path);
  await button(other, `Remove ${first}`).click();
  await openReview(other);
  await applyReview(other);
  await expect(receipt(other)).toContainText('IP restriction applied to');
  await context.close();

  await applyReview(page);
  await expect(conflictDialog(page).getByText(/^They removed .+; you added .+\.$/)).toBeVisible();
  await expect(conflictDialog(page)).toContainText('Applying yours undoes their change:');
  await showVersions(page);
  await expect(version(page, 'Theirs')).not.toContainText(first);
  await expect(version(page, 'Yours')).toContainText(third);
  expect(await scene.stored()).toEqual({ enabled: true, ip_policy_ids: [second] });
  await conflictDialog(page).getByRole('button', { name: 'Apply merged', exact: true }).click();
  await expect(receipt(page)).toContainText('IP restriction applied to');
  expect(await scene.stored()).toEqual({ enabled: true, ip_policy_ids: [second, third] });
  await expect(policyList(page).getByRole('listitem')).toHaveCount(2);
  expect(conditions).toEqual([expect.any(String), expect.any(String)]);
  expect(new Set(conditions).size).toBe(2);
});
