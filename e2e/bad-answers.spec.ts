import type { Locator, Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { alertAbout, button, gate, receipt, section, switchOf } from './controls.ts';
import { proxyTest as test } from './fault-proxy.ts';
import { heldUntil, lost, redirect, refused, type Fault } from './faults.ts';
import { expect, signIn, uniqueName } from './fixtures.ts';
import { apiKey } from './service.ts';

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
