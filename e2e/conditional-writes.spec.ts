import type { Page, Request } from 'playwright/test';
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

  await expect(conflictDialog(page).getByRole('region', { name: 'Now' })).toContainText(third);
  await expect(conflictDialog(page).getByRole('region', { name: 'Yours' })).toContainText(second);
  expect(await scene.stored()).toEqual({ enabled: true, policies: [first, third] });
  await conflictDialog(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(policyList(page)).toContainText(second);

  await openReview(page);
  await expect(conflictDialog(page)).toBeVisible();
  await overtake(page, 'PUT', () => scene.set(false, [third]));
  await conflictDialog(page).getByRole('button', { name: 'Apply my version anyway' }).click();
  await expect(conflictDialog(page).getByRole('alert')).toContainText('This is how it is now.');
  await expect(conflictDialog(page).getByRole('region', { name: 'Now' })).toContainText(
    'Enforcement off',
  );
  expect(await scene.stored()).toEqual({ enabled: false, policies: [third] });

  await conflictDialog(page).getByRole('button', { name: 'Apply my version anyway' }).click();
  await expect(receipt(page)).toContainText(`IP restriction applied to ${scene.route.label}.`);
  await expect(conflictDialog(page)).toHaveCount(0);
  expect(await scene.stored()).toEqual({ enabled: true, policies: [first, second] });
  expect(new Set(writes.map(({ ifMatch }) => ifMatch)).size).toBe(3);
});

test('the same change made by someone else a moment before is not made again', async ({
  page,
  problems,
  scene,
}) => {
  problems.allow(412);
  const policies = scene.policies.slice(0, 1);
  await scene.set(true, policies);
  await signIn(page, scene.path);
  await enforceSwitch(page).uncheck();
  await openReview(page);
  await expect(reviewDialog(page)).toBeVisible();
  await overtake(page, 'PUT', () => scene.set(false, policies));
  await applyReview(page);
  await expect(page.getByText('the same change was made elsewhere.')).toBeVisible();
  await expect(reviewDialog(page)).toHaveCount(0);
});

test('the quick toggle shows the list that came in between and asks again', async ({
  page,
  problems,
  scene,
}) => {
  problems.allow(404, 412);
  const { label } = scene.route;
  const [first = '', second = ''] = scene.policies;
  await scene.set(true, [first]);
  await signIn(page, '/routes');
  await page.getByRole('button', { name: `Actions for ${label}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Turn enforcement off…', exact: true }).click();
  const off = page.getByRole('alertdialog', { name: `Turn enforcement off for ${label}?` });
  await expect(off).toContainText(first);
  await overtake(page, 'PUT', () => scene.set(true, [first, second]));
  await off.getByRole('button', { name: 'Turn off', exact: true }).click();
  await expect(off.getByRole('alert')).toContainText('This is how it is now.');
  await expect(off.getByRole('list', { name: 'Policies kept' })).toContainText(second);
  expect(await scene.stored()).toEqual({ enabled: true, policies: [first, second] });

  await off.getByRole('button', { name: 'Turn off', exact: true }).click();
  await expect(receipt(page)).toContainText(`Enforcement is now off for ${label}.`);
  expect(await scene.stored()).toEqual({ enabled: false, policies: [first, second] });
});

test('a module that was changed in the meantime is removed only after another look', async ({
  page,
  problems,
  scene,
}) => {
  problems.allow(404, 412);
  const [first = '', second = ''] = scene.policies;
  await scene.set(true, [first]);
  await signIn(page, scene.path);
  await page.getByRole('button', { name: 'Remove module…' }).click();
  const dialog = page.getByRole('alertdialog', {
    name: `Remove IP restriction from ${scene.route.label}?`,
  });
  await expect(dialog).toContainText(first);
  await overtake(page, 'DELETE', () => scene.set(false, [first, second]));
  await dialog.getByRole('button', { name: 'Remove module' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This is how it is now.');
  await expect(dialog).toContainText(second);
  await expect(dialog.getByRole('button', { name: 'Turn enforcement off instead' })).toHaveCount(0);
  expect(await scene.stored()).toEqual({ enabled: false, policies: [first, second] });

  await dialog.getByRole('button', { name: 'Remove module' }).click();
  await expect(page.getByText('No IP restriction on this route')).toBeVisible();
  expect(await scene.stored()).toBeNull();
});

test('a module that someone else added first is not replaced unseen', async ({
  page,
  problems,
  scene,
}) => {
  problems.allow(404, 412);
  const [first = '', second = ''] = scene.policies;
  await scene.set(true, [first]);
  await signIn(page, scene.path);
  const writes = writesOf(page);
  await page.getByRole('button', { name: 'Remove module…' }).click();
  const removing = page.getByRole('alertdialog', { name: /^Remove IP restriction/ });
  await removing.getByRole('button', { name: 'Remove module' }).click();
  await page.getByRole('button', { name: 'Add IP restriction' }).click();
  await addPolicies(page, first);
  await openReview(page);
  await expect(reviewDialog(page)).toBeVisible();
  await overtake(page, 'PUT', () => scene.set(true, [second]));
  await applyReview(page);
  await expect(conflictDialog(page).getByRole('region', { name: 'Loaded' })).toContainText(
    'No IP restriction',
  );
  await expect(conflictDialog(page).getByRole('region', { name: 'Now' })).toContainText(second);
  await conflictDialog(page).getByRole('button', { name: 'Apply my version anyway' }).click();
  await expect.poll(scene.stored).toEqual({ enabled: true, policies: [first] });
  expect(writes).toEqual([
    { method: 'DELETE', ifMatch: expect.any(String) },
    { method: 'PUT', ifNoneMatch: '*' },
    { method: 'PUT', ifMatch: expect.any(String) },
  ]);
});

test('a tag that the service shows and refuses does not keep anyone from changing', async ({
  page,
  problems,
  scene,
}) => {
  problems.allow(412);
  const policies = scene.policies.slice(0, 1);
  await scene.set(true, policies);
  // A proxy that packs answers does this: it writes tags that the service behind it has never given.
  await page.route(MODULE, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    const response = await route.fetch();
    const tag = response.headers()['etag']?.replace(/"$/, '-gzip"') ?? '';
    return route.fulfill({ response, headers: { ...response.headers(), etag: tag } });
  });
  await signIn(page, scene.path);
  const writes = writesOf(page);
  await enforceSwitch(page).uncheck();
  await openReview(page);
  await applyReview(page);
  await expect(reviewDialog(page).getByRole('alert')).toContainText('yet it shows the same one.');
  expect(await scene.stored()).toEqual({ enabled: true, policies });
  await applyReview(page);
  await expect(receipt(page)).toContainText(`IP restriction applied to ${scene.route.label}.`);
  expect(await scene.stored()).toEqual({ enabled: false, policies });
  expect(writes).toEqual([{ method: 'PUT', ifMatch: expect.any(String) }, { method: 'PUT' }]);
});

test('a service without tags gets the requests that it always got', async ({
  page,
  problems,
  scene,
}) => {
  problems.allow(404);
  const [first = '', second = '', third = ''] = scene.policies;
  await scene.set(true, [first]);
  await page.route(MODULE, async (route) => {
    const { 'if-match': _, 'if-none-match': __, ...headers } = route.request().headers();
    const response = await route.fetch({ headers });
    const { etag: ___, ...answered } = response.headers();
    return route.fulfill({ response, headers: answered });
  });
  await signIn(page, scene.path);
  const writes = writesOf(page);

  await addPolicies(page, second);
  await scene.set(true, [first, third]);
  await openReview(page);
  await conflictDialog(page).getByRole('button', { name: 'Apply my version anyway' }).click();
  await expect.poll(scene.stored).toEqual({ enabled: true, policies: [first, second] });

  await page.getByRole('button', { name: 'Remove module…' }).click();
  const removing = page.getByRole('alertdialog', { name: /^Remove IP restriction/ });
  await removing.getByRole('button', { name: 'Remove module' }).click();
  await receipt(page).getByRole('button', { name: 'Undo' }).click();
  await applyReview(page);
  await expect.poll(scene.stored).toEqual({ enabled: true, policies: [first, second] });
  expect(writes).toEqual([{ method: 'PUT' }, { method: 'DELETE' }, { method: 'PUT' }]);
});
