import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import {
  addPolicies,
  applyReview,
  button,
  filterField,
  nameField,
  openReview,
  policyField,
} from './controls.ts';
import { demoScene } from './demo-routes.ts';
import { expect, signIn, test, uniqueName } from './fixtures.ts';
import { pages } from './pages.ts';
import { apiKey } from './service.ts';

/**
 * What is wrong with a field is heard at the field: each invalid one is described by its error, and no error stands
 * beside the fields alone.
 */
async function expectErrorsAtFields(page: Page) {
  const found = () =>
    page.evaluate(() => {
      const textOf = (ids: string | null) =>
        (ids ?? '')
          .split(' ')
          .filter((id) => !id.endsWith('-description'))
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' ');
      const described = [...document.querySelectorAll('[aria-invalid=true]')].map((field) =>
        textOf(field.getAttribute('aria-describedby')),
      );
      const errors = [...document.querySelectorAll('[id$="-error"]')];
      return {
        isAnyInvalid: described.length > 0,
        withoutError: described.filter((text) => text.trim() === ''),
        alone: errors
          .map(({ textContent }) => textContent)
          .filter((error) => !described.some((text) => text.includes(error))),
      };
    });
  await expect.poll(found).toEqual({ isAnyInvalid: true, withoutError: [], alone: [] });
}

const WRONG = [
  'sign-in with an error',
  'new bot user with errors',
  'apply to many routes, with a problem',
];

test('each invalid field is described by its error', async ({ page, call, service }) => {
  test.slow();
  for (const name of WRONG)
    await test.step(name, async () => {
      await pages[name]?.({ page, call, service });
      await expectErrorsAtFields(page);
    });

  await test.step('renaming bot users', async () => {
    await pages['dialog to rename bot users']?.({ page, call, service });
    await page.getByRole('textbox', { name: 'Add behind' }).fill('');
    await button(page, 'Plan 0 renames').click();
    await expectErrorsAtFields(page);
  });
  await test.step('a list to select', async () => {
    await pages['dialog to select from a list']?.({ page, call, service });
    await page.getByRole('textbox', { name: 'Ids or names' }).fill(apiKey);
    await button(page, 'Find').click();
    await expectErrorsAtFields(page);
  });
  await test.step('the filter and editing', async () => {
    const { id } = await call(botUserEndpoints.create, { body: { name: uniqueName('error') } });
    await signIn(page);
    await filterField(page).fill(apiKey);
    await expectErrorsAtFields(page);
    await signIn(page, `/bot-users/${id}`);
    await nameField(page).fill(' ');
    await button(page, 'Save changes').click();
    await expectErrorsAtFields(page);
  });
  await test.step('the filter of policies', async () => {
    await signIn(page, '/routes');
    await page.getByRole('combobox', { name: 'Uses policy' }).fill(apiKey);
    await expectErrorsAtFields(page);
  });
  await test.step('an IP restriction: ids and consent', async () => {
    const { path, params, policies } = await demoScene(service, call);
    const body = { enabled: true, ip_policy_ids: policies };
    await call(ipRestrictionEndpoints.replace, { params, body });
    await signIn(page, path);
    await addPolicies(page, 'no/id');
    await expectErrorsAtFields(page);
    await policyField(page).fill('');
    await policyField(page).press('Escape');
    await button(page, 'Remove all').click();
    await openReview(page);
    await applyReview(page);
    await expectErrorsAtFields(page);
  });
});
