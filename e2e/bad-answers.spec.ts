import { mergeTests, type Locator, type Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import {
  alertAbout,
  button,
  enforceSwitch,
  filterField,
  gate,
  link,
  nameField,
  openReview,
  receipt,
  reviewDialog,
  section,
  switchOf,
} from './controls.ts';
import { routeTest } from './demo-routes.ts';
import { proxyTest } from './fault-proxy.ts';
import { heldUntil, lost, redirect, refused, rewritten, type Fault } from './faults.ts';
import { expect, signIn, uniqueName } from './fixtures.ts';
import { apiKey } from './service.ts';

const test = mergeTests(proxyTest, routeTest);

const inside = (part: Locator, name: string) => part.getByRole('button', { name, exact: true });

/** Lets the clock of the page run ahead until it is seen: pauses between attempts take no time then. */
const expectAhead = (page: Page, part: Locator) =>
  expect
    .poll(
      async () => {
        await page.clock.fastForward(250);
        return part.isVisible();
      },
      { intervals: [20] },
    )
    .toBe(true);

/** What comes in place of the list, and what is said of it. The rest is tested without a browser. */
const STRANGE: Record<string, [Fault, string]> = {
  'a closed connection': [lost['closed at once'], 'No answer from'],
  'the begin of a body': [lost['cut in the middle'], 'the answer broke off.'],
  'a redirect': [redirect, 'a redirect, which is not followed.'],
};

test('a list is read again after whatever comes in its place, and a change that failed is tried again from another page', async ({
  page,
  faultProxy,
  problems,
  call,
}) => {
  const { list, create, update } = botUserEndpoints;
  const { name } = await call(create, { body: { name: uniqueName('stays') } });
  const isActive = switchOf(page, name);
  await page.clock.install();
  faultProxy.answer(list, refused(400, 'BAD_REQUEST'));
  await signIn(page);
  await expect(page.getByText('Bot users could not be loaded')).toBeVisible();
  faultProxy.heal();
  await button(page, 'Try again').press('Enter');
  await expect(isActive).toBeVisible();
  // The focus is where the button was that has been used up.
  await expect(page.getByRole('region', { name: 'Bot user list' })).toBeFocused();

  faultProxy.answer(list, lost['closed at once']);
  await button(page, 'Load more').click();
  await expectAhead(page, page.getByText('The next page could not be loaded.'));
  await expect(isActive).toBeVisible();
  faultProxy.heal();
  await button(page, 'Try again').press('Enter');
  await expect(page.locator('tr[data-index="100"] a')).toBeFocused();
  const countLine = page.locator('#bot-user-count'); // what is announced may be the same text
  await expect(countLine).toHaveText('200 loaded, newest first. The service has more.');

  const alert = alertAbout(page, 'Bot users could not be read again.');
  for (const [what, [fault, said]] of Object.entries(STRANGE))
    await test.step(what, async () => {
      faultProxy.answer(list, fault);
      await button(page, 'Refresh').click();
      await expectAhead(page, alert);
      await expect(alert).toContainText(said);
      await expect(isActive).toBeVisible();
      await problems.look();
      faultProxy.heal();
      await inside(alert, 'Try again').click();
      await expect(alert).toHaveCount(0);
    });

  const markup = '<img src=x onerror=alert(1)><a href="//x.test">Sign in</a>';
  const text = `No key ${apiKey} here. pay\u202egpj ${markup} ${'All is lost. '.repeat(8_000)}`;
  faultProxy.answer(list, refused(400, text, text));
  await button(page, 'Refresh').click();
  await expect(alert).toContainText('No key •••• here. pay⟨U+202E⟩gpj <img src=x on');
  expect((await alert.innerText()).length).toBeLessThan(2_000);
  await expect(alert.locator('img, a, script')).toHaveCount(0);

  const { opened, open } = gate();
  faultProxy.answer(update, heldUntil(opened, refused(500, 'INTERNAL_ERROR')), 1);
  await isActive.uncheck();
  await section(page, 'Routes').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Routes' })).toBeFocused();
  open();
  await expect(receipt(page)).toContainText(`${name} was not changed.`);
  await inside(receipt(page), 'Try again').click();
  await expect(receipt(page)).toContainText('now inactive');
});

test('a change of a bot user whose answer is lost is looked for before it is sent again', async ({
  page,
  faultProxy,
  problems,
}) => {
  problems.allow(404); // of the second deletion
  const name = uniqueName('lost');
  await signIn(page, '/bot-users/new');
  await nameField(page).fill(name);
  faultProxy.answer(botUserEndpoints.create, lost['closed after it was done']);
  await button(page, 'Create bot user').click();
  const unsure = alertAbout(page, `We cannot tell whether ${name} was created.`);
  await inside(unsure, 'Check').click();
  await expect(unsure).toContainText('It was created.');
  await expect(page.getByText('1 unsaved change')).toBeHidden();
  faultProxy.answer(botUserEndpoints.get, refused(400, 'BAD_REQUEST'), 1);
  await unsure.getByRole('link', { name: 'Open it', exact: true }).click();
  await inside(alertAbout(page, 'This bot user could not be loaded'), 'Try again').click();

  await expect(page.getByRole('form', { name: 'Edit bot user' })).toBeVisible();
  await nameField(page).fill(`${name}-2`);
  faultProxy.answer(botUserEndpoints.update, lost['closed at once'], 1);
  await button(page, 'Save changes').click();
  await expect(page.getByRole('form').getByRole('alert')).toContainText(/no answer from/i);
  await button(page, 'Save changes').click();
  await expect(receipt(page)).toContainText('Saved.');

  await link(page, 'Cancel').click();
  await filterField(page).fill(name);
  faultProxy.answer(botUserEndpoints.update, redirect, 1);
  await switchOf(page, `${name}-2`).click();
  const unchanged = alertAbout(page, 'Not changed.');
  await expect(switchOf(page, `${name}-2`)).toBeChecked();
  await inside(unchanged, 'Try again').click();
  await expect(switchOf(page, `${name}-2`)).not.toBeChecked();

  await button(page, `Actions for ${name}-2`).click();
  await page.getByRole('menuitem', { name: 'Delete…', exact: true }).click();
  faultProxy.answer(botUserEndpoints.remove, lost['closed after it was done'], 1);
  const dialog = page.getByRole('alertdialog');
  faultProxy.answer(botUserEndpoints.get, refused(409, 'CONFLICT'), 1);
  await inside(dialog, 'Delete bot user').click();
  await expect(dialog.getByRole('alert')).toContainText('We do not know if this was deleted.');
  await inside(dialog, 'Delete bot user').click();
  await expect(receipt(page)).toContainText('was already gone.');
  await expect(page.getByRole('rowheader')).toHaveCount(0);
  expect(faultProxy.asked(botUserEndpoints.create)).toHaveLength(1);
});

/** As services say of a read that there is none. */
const saysNothing = rewritten(() => ({}));

test('an IP restriction that could not be read is read again, and one that may be changed is checked', async ({
  page,
  faultProxy,
  problems,
  scene,
}) => {
  const { replace, remove, get } = ipRestrictionEndpoints;
  problems.allow(404);
  await scene.set(true, scene.policies.slice(0, 1));
  faultProxy.answer(get, refused(403, 'FORBIDDEN'), 1);
  await signIn(page, scene.path);
  await inside(alertAbout(page, 'The IP restriction could not be read'), 'Try again').click();
  await enforceSwitch(page).uncheck();
  await openReview(page);
  const apply = inside(reviewDialog(page), 'Apply changes');
  const alert = page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('alert');
  const check = inside(alert, 'Check now');

  faultProxy.answer(replace, saysNothing, 1);
  await apply.click();
  await expect(alert).toContainText('We do not know if this was applied.');
  await expect(apply).toHaveCount(0);
  await check.click();
  await expect(receipt(page)).toContainText('IP restriction applied to');
  await expect(enforceSwitch(page)).not.toBeChecked();
  expect(faultProxy.asked(replace)).toHaveLength(1);

  await button(page, 'Remove IP restriction…').click();
  faultProxy.answer(remove, redirect, 1);
  const removeIt = inside(page.getByRole('alertdialog'), 'Remove');
  await removeIt.click();
  await check.click();
  await expect(alert).toContainText('It is as it was before. Try again.');
  await removeIt.click();
  await expect(receipt(page)).toContainText('IP restriction removed from');
  expect(await scene.stored()).toBeNull();
});
