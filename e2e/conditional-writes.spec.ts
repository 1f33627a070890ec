import type { Page, Request } from 'playwright/test';
import {
  addPolicies,
  applyReview,
  conflictDialog,
  openReview,
  policyList,
  receipt,
  reviewDialog,
  showVersions,
  version,
} from './controls.ts';
import { routeTest as test } from './demo-routes.ts';
import { expect, signIn } from './fixtures.ts';

const MODULE = '**/ip_restriction';
/** Somebody else is faster by a moment: the page's next `method` reaches the service only after their change. */
const overtake = (page: Page, method: string, change: () => Promise<void>) =>
  page.route(
    MODULE,
    async (route) => {
      if (route.request().method() === method) await change();
      return route.continue();
    },
    { times: 1 },
  );

const isWrite = (request: Request) => ['PUT', 'DELETE'].includes(request.method());

/** Every change that the page sends, with the condition that it asks for. */
function writesOf(page: Page) {
  const writes: { method: string; ifMatch?: string; ifNoneMatch?: string }[] = [];
  page.on('request', (request) => {
    if (!isWrite(request)) return;
    const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers();
    writes.push({
      method: request.method(),
      ...(ifMatch !== undefined && { ifMatch }),
      ...(ifNoneMatch !== undefined && { ifNoneMatch }),
    });
  });
  return writes;
}

test('a change that came between review and apply is shown, not overwritten', async ({
  page,
  problems,
  scene,
}) => {
  problems.allow(412);
  const [first = '', second = '', third = ''] = scene.policies;
  await scene.set(true, [first]);
  await signIn(page, scene.path);
  const writes = writesOf(page);
  await addPolicies(page, second);
  await openReview(page);
  await expect(reviewDialog(page)).toBeVisible();
  await overtake(page, 'PUT', () => scene.set(true, [first, third]));
  await applyReview(page);

  await expect(conflictDialog(page).getByText(/^They added .+; you added .+\.$/)).toBeVisible();
  await showVersions(page);
  await expect(version(page, 'Theirs')).toContainText(third);
  await expect(version(page, 'Yours')).toContainText(second);
  expect(await scene.stored()).toEqual({ enabled: true, ip_policy_ids: [first, third] });
  await conflictDialog(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(policyList(page)).toContainText(second);

  await openReview(page);
  await showVersions(page);
  await overtake(page, 'PUT', () => scene.set(false, [third]));
  await conflictDialog(page).getByRole('button', { name: 'Apply yours' }).click();
  await expect(conflictDialog(page).getByRole('alert')).toContainText('This is how it is now.');
  await expect(version(page, 'Theirs')).toContainText('IP restriction: off');
  expect(await scene.stored()).toEqual({ enabled: false, ip_policy_ids: [third] });

  await conflictDialog(page).getByRole('button', { name: 'Apply yours' }).click();
  await expect(receipt(page)).toContainText(`IP restriction applied to ${scene.route.label}.`);
  await expect(conflictDialog(page)).toHaveCount(0);
  expect(await scene.stored()).toEqual({ enabled: true, ip_policy_ids: [first, second] });
  expect(new Set(writes.map(({ ifMatch }) => ifMatch)).size).toBe(3);
});

test('an IP restriction that someone else added first is not replaced unseen', async ({
  page,
  problems,
  scene,
}) => {
  problems.allow(404, 412);
  const [first = '', second = ''] = scene.policies;
  await scene.set(true, [first]);
  await signIn(page, scene.path);
  const writes = writesOf(page);
  await page.getByRole('button', { name: 'Remove IP restriction…' }).click();
  const removing = page.getByRole('alertdialog', { name: /^Remove IP restriction/ });
  await removing.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Add IP restriction' }).click();
  await addPolicies(page, first);
  await openReview(page);
  await expect(reviewDialog(page)).toBeVisible();
  await overtake(page, 'PUT', () => scene.set(true, [second]));
  await applyReview(page);
  await showVersions(page);
  await expect(version(page, 'Loaded')).toContainText('IP restriction: none');
  await expect(version(page, 'Theirs')).toContainText(second);
  await conflictDialog(page).getByRole('button', { name: 'Apply yours' }).click();
  await expect.poll(scene.stored).toEqual({ enabled: true, ip_policy_ids: [first] });
  expect(writes).toEqual([
    { method: 'DELETE', ifMatch: expect.any(String) },
    { method: 'PUT', ifNoneMatch: '*' },
    { method: 'PUT', ifMatch: expect.any(String) },
  ]);
});
