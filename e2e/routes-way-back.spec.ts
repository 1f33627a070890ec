import {
  addPolicies,
  applyReview,
  button,
  conflictDialog,
  openReview,
  policyList,
  receipt,
  reviewDialog,
} from './controls.ts';
import { routeTest } from './demo-routes.ts';
import { expect, signIn } from './fixtures.ts';
import { editorOf, moduleWith, NOTHING, replyOf, standInTest as test } from './route-stand-in.ts';

const MINUTE = 60_000;
const ROUTE = 'edghtsrt_here';

/** Whether the button of a dialog is as wide as the dialog at most, and its text as wide as itself. */
function isInside(part: Element) {
  const { left, right } = part.getBoundingClientRect();
  const dialog = part.closest('dialog')?.getBoundingClientRect();
  return (
    dialog !== undefined &&
    left >= dialog.left &&
    right <= dialog.right &&
    part.scrollWidth <= part.clientWidth
  );
}

routeTest('two browsers change one route: the second merges', async ({ page, browser, scene }) => {
  const [first = '', second = '', third = ''] = scene.policies;
  await scene.set(true, [first, second]);
  await signIn(page, scene.path);
  await addPolicies(page, third);

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const other = await context.newPage();
  await signIn(other, scene.path);
  await button(other, `Remove ${first}`).click();
  await openReview(other);
  await applyReview(other);
  await expect(receipt(other)).toContainText('IP restriction applied to');

  await openReview(page);
  await expect(conflictDialog(page).getByText(/^They removed .+; you added .+\.$/)).toBeVisible();
  await expect(conflictDialog(page)).toContainText('Applying yours undoes their change:');
  await page.setViewportSize({ width: 320, height: 740 });
  for (const each of await conflictDialog(page).getByRole('button').all())
    expect(await each.evaluate(isInside)).toBe(true);
  await conflictDialog(page).getByRole('button', { name: 'Apply merged', exact: true }).click();
  await expect(receipt(page)).toContainText('IP restriction applied to');
  expect(await scene.stored()).toEqual({ enabled: true, ip_policy_ids: [second, third] });
  await expect(policyList(page).getByRole('listitem')).toHaveCount(2);
  await context.close();
});

routeTest('what was removed is put back a day later, by its review', async ({ page, scene }) => {
  const policies = scene.policies.slice(0, 3);
  await scene.set(false, policies);
  await signIn(page, scene.path);
  await button(page, 'Remove IP restriction…').click();
  await button(page, 'Remove').click();
  await expect(page.getByText('No IP restriction on this route')).toBeVisible();
  expect(await scene.stored()).toBeNull();

  await page.clock.install({ time: Date.now() + 24 * 60 * MINUTE });
  await signIn(page, scene.path);
  await button(page, 'Put back 3 policies').click();
  await expect(reviewDialog(page)).toContainText('After this: off, 3 policies.');
  expect(await scene.stored()).toBeNull();
  await applyReview(page);
  await expect.poll(scene.stored).toEqual({ enabled: false, ip_policy_ids: policies });
});

test.describe('the page ends in the state of a service', () => {
  test.beforeEach(({ standIn }) => {
    standIn.modules.set(ROUTE, moduleWith(true, 'ipp_vpn'));
  });

  test('that drops a policy', async ({ page, standIn }) => {
    await signIn(page, editorOf(ROUTE));
    await addPolicies(page, 'ipp_new');
    await openReview(page);
    standIn.next('PUT', ROUTE, () => replyOf(moduleWith(true, 'ipp_vpn')));
    await applyReview(page);
    const alert = page.getByRole('alert').filter({ hasText: 'something different' });
    await expect(alert).toContainText('Removed: ipp_new');
    await expect(policyList(page).getByRole('listitem')).toHaveCount(1);
  });

  test('that is changed before the review', async ({ page, standIn }) => {
    const theirs = moduleWith(true, 'ipp_vpn', 'ipp_theirs');
    await signIn(page, editorOf(ROUTE));
    await addPolicies(page, 'ipp_new');
    standIn.modules.set(ROUTE, theirs);
    await openReview(page);
    await expect(conflictDialog(page)).toContainText('They added ipp_theirs; you added ipp_new.');
    expect(standIn.written).toEqual([]);
    await conflictDialog(page).getByRole('button', { name: 'Keep theirs', exact: true }).click();
    await expect(policyList(page)).toContainText('ipp_theirs');
    await expect(policyList(page)).not.toContainText('ipp_new');
  });

  test('that answers a change by nothing that says what it is now', async ({ page, standIn }) => {
    await signIn(page, editorOf(ROUTE));
    for (const [at, reply] of NOTHING.entries()) {
      await addPolicies(page, `ipp_new-${at}`);
      await openReview(page);
      standIn.next('PUT', ROUTE, (real) => (real().status === 200 ? reply : real()));
      await applyReview(page);
      await expect(reviewDialog(page)).toContainText('We do not know if this was applied.');
      await reviewDialog(page).getByRole('button', { name: 'Check now', exact: true }).click();
      await expect(reviewDialog(page)).toHaveCount(0);
      await expect(receipt(page)).toContainText('IP restriction applied to');
      await expect(policyList(page).getByRole('listitem')).toHaveCount(at + 2);
      expect(standIn.written).toHaveLength(at + 1);
    }
  });

  test('that answers late', async ({ page, standIn }) => {
    let answer = () => {};
    const later = new Promise<void>((resolve) => (answer = resolve));
    await signIn(page, editorOf(ROUTE));
    await addPolicies(page, 'ipp_new');
    await openReview(page);
    standIn.next('PUT', ROUTE, async (real) => {
      await later;
      return real();
    });
    await applyReview(page);
    await expect.poll(() => standIn.written).toHaveLength(1);
    await page.keyboard.press('Escape');
    await expect(reviewDialog(page)).toBeVisible();
    answer();
    await expect(receipt(page)).toContainText('IP restriction applied to');
    await expect(policyList(page).getByRole('listitem')).toHaveCount(2);
    expect(standIn.written).toHaveLength(1);
  });
});
