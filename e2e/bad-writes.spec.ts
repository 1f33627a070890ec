import type { Locator, Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import {
  badAnswersTest as test,
  expectToSay,
  refuseKey,
  removalFaults,
  signInAndWait,
  waitOut,
  withFault,
  writeBadly,
  writeFaults,
} from './bad-answers.ts';
import { alertAbout, button, nameField, receipt, switchOf } from './controls.ts';
import { breakdowns, refused, unreadables } from './faults.ts';
import { expect, signIn, uniqueName } from './fixtures.ts';

/** What the forms say to a key that may not write. */
const NO_CHANGES = 'This key may not change bot users.';

/** The box of a failed request, above the buttons. */
const formAlert = (page: Page) => page.getByRole('form').getByRole('alert');

const inside = (locator: Locator, name: string) =>
  locator.getByRole('button', { name, exact: true });

test('a creation is never sent twice without looking first', async ({
  page,
  faultProxy,
  problems,
}) => {
  const stage = { page, faultProxy, problems };
  const operation = botUserEndpoints.create;
  const path = '/bot-users/new';
  await signIn(page, path);
  const press = () => button(page, 'Create bot user').click();
  await nameField(page).fill(uniqueName('bad'));
  const notAllowed = formAlert(page);
  await refuseKey(stage, { operation, press, alert: notAllowed }, path, [NO_CHANGES]);

  for (const [what, fault] of Object.entries(writeFaults))
    await withFault(stage, operation, [what, fault], async (asked) => {
      const name = uniqueName('bad');
      await nameField(page).fill(name);
      const isRefused = fault.outcome === 'refused';
      const alert = isRefused
        ? formAlert(page)
        : alertAbout(page, `We cannot tell whether ${name} was created.`);
      await writeBadly(stage, { operation, press, alert }, fault, asked);
      if (isRefused && fault.pauseMs)
        await waitOut(stage, { operation, press, alert }, fault.pauseMs, asked);
      await expect(nameField(page)).toHaveValue(name);
      if (isRefused) return;

      await press();
      if (fault.pauseMs) {
        await inside(alert, 'Check').click();
        await expect(alert).toContainText('Could not look: Not sent: the service asks to wait');
        await page.clock.fastForward(fault.pauseMs);
      }
      await inside(alert, 'Check').click();
      const isDone = fault.outcome === 'done';
      await expect(alert).toContainText(isDone ? 'It was created.' : 'It was not found.');
      const open = alert.getByRole('link', { name: 'Open it', exact: true });
      await expect(isDone ? open : inside(alert, 'Create again')).toBeVisible();
      expect(asked()).toBe(1);
    });

  // The last one was silent and is looked for by a service that is not well either.
  const unsure = alertAbout(page, 'We cannot tell whether');
  await withFault(stage, botUserEndpoints.list, ['broken', breakdowns.broken], async () => {
    await inside(unsure, 'Check').click();
    await expectToSay(unsure, {
      ...breakdowns.broken,
      says: ['Could not look:', ...breakdowns.broken.says],
    });
    faultProxy.heal();
    await inside(unsure, 'Check').click();
    await expect(unsure).toContainText('It was not found.');
  });
  const again = () => inside(unsure, 'Create again').click();
  const typed = await nameField(page).inputValue();
  await signInAndWait(stage, { operation, press: again, alert: unsure });
  await expect(nameField(page)).toHaveValue(typed);
  await button(page, 'Create bot user').click();
  await expect(receipt(page)).toContainText(`${typed} created.`);
});

test('a form whose change is answered badly keeps it, and can be saved', async ({
  page,
  faultProxy,
  problems,
  call,
}) => {
  const stage = { page, faultProxy, problems };
  const operation = botUserEndpoints.update;
  const { id } = await call(botUserEndpoints.create, { body: { name: uniqueName('save') } });
  const path = `/bot-users/${id}`;
  await signIn(page, path);
  const alert = formAlert(page);
  const write = { operation, press: () => button(page, 'Save changes').click(), alert };

  let typed = uniqueName('typed');
  await nameField(page).fill(typed);
  await refuseKey(stage, write, path, [NO_CHANGES]);
  for (const [what, fault] of Object.entries(writeFaults))
    await withFault(stage, operation, [what, fault], async (asked) => {
      typed = uniqueName('typed');
      await nameField(page).fill(typed);
      if (fault.outcome === 'done') {
        // One read after the answer that says nothing has found the change.
        await write.press();
        await expect(receipt(page)).toContainText('Saved.');
        await expect(alert).toHaveCount(0);
        expect(asked()).toBe(1);
      } else {
        await writeBadly(stage, write, fault, asked);
        if (fault.pauseMs) await waitOut(stage, write, fault.pauseMs, asked);
      }
      await expect(nameField(page)).toHaveValue(typed);
    });
  const reserved = refused(422, 'RESERVED', { details: { name: 'Name is reserved' } });
  await withFault(stage, operation, ['a refused field', reserved], async () => {
    typed = uniqueName('typed');
    await nameField(page).fill(typed);
    await write.press();
    await expect(nameField(page)).toHaveAccessibleDescription(/Name is reserved/);
  });
  await signInAndWait(stage, write);
  await expect(nameField(page)).toHaveValue(typed);
  const unread = unreadables['no object'];
  await withFault(stage, operation, ['no object, and no read', unread], async () => {
    faultProxy.answer(botUserEndpoints.get, breakdowns.broken);
    await write.press();
    await expect(alert).toContainText('We do not know if this was saved.');
  });
  // By now the form reads again first, and finds the change of which no answer came.
  await page.clock.fastForward(61_000);
  await write.press();
  await expect(receipt(page)).toContainText('Saved.');
});

test('a switch whose change is answered badly shows what is so', async ({
  page,
  faultProxy,
  problems,
  call,
}) => {
  const stage = { page, faultProxy, problems };
  const operation = botUserEndpoints.update;
  const { name } = await call(botUserEndpoints.create, { body: { name: uniqueName('flip') } });
  const path = `/bot-users?q=${name}`;
  await signIn(page, path);
  const control = switchOf(page, name);
  const alert = alertAbout(page, 'Not changed.');
  const write = { operation, press: () => control.click(), alert, hasDetails: false };
  await refuseKey(stage, write, path);
  let isOn = true;

  for (const [what, fault] of Object.entries(writeFaults))
    await withFault(stage, operation, [what, fault], async (asked) => {
      await expect(control).toBeChecked({ checked: isOn });
      if (what === 'not there') {
        await write.press();
        const gone = alertAbout(page, 'No longer exists.');
        await expect(inside(gone, 'Remove from list')).toBeVisible();
      } else if (fault.outcome === 'done') {
        // One look after the answer that says nothing has shown it.
        isOn = !isOn;
        await write.press();
        await expect(receipt(page)).toContainText(isOn ? 'now active.' : 'now inactive.');
        await expect(alert).toHaveCount(0);
        expect(asked()).toBe(1);
      } else {
        await writeBadly(stage, write, fault, asked);
        if (fault.pauseMs) await waitOut(stage, write, fault.pauseMs, asked);
      }
      await expect(control).toBeChecked({ checked: isOn });
    });
  await signInAndWait(stage, write);
  await expect(control).toBeChecked({ checked: isOn });
  await inside(alert, 'Try again').click();
  await expect(control).toBeChecked({ checked: !isOn });
  await expect(alert).toHaveCount(0);
});

test('a deletion that is answered badly stays in its dialog, and may be sent again', async ({
  page,
  faultProxy,
  problems,
  call,
}) => {
  const stage = { page, faultProxy, problems };
  problems.allow(404); // of the second deletion
  const operation = botUserEndpoints.remove;
  const start = uniqueName('gone');
  for (const end of ['a', 'b', 'c'])
    await call(botUserEndpoints.create, { body: { name: `${start}-${end}` } });
  const path = `/bot-users?q=${start}`;
  await signIn(page, path);
  const dialog = page.getByRole('alertdialog', { name: `Delete ${start}-` });
  const alert = dialog.getByRole('alert');
  const write = { operation, press: () => inside(dialog, 'Delete bot user').click(), alert };
  const open = async () => {
    await page
      .getByRole('button', { name: `Actions for ${start}-` })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Delete…', exact: true }).click();
  };

  await open();
  await refuseKey(stage, write, path);
  await open();
  for (const [what, fault] of Object.entries(removalFaults))
    await withFault(stage, operation, [what, fault], async (asked) => {
      await writeBadly(stage, write, fault, asked);
      await expect(alert).toContainText(
        fault.outcome === 'refused' ? 'Not deleted:' : 'We do not know if this was deleted.',
      );
      if (fault.pauseMs) await waitOut(stage, write, fault.pauseMs, asked);
      if (fault.outcome !== 'done') return;
      faultProxy.heal();
      await write.press();
      await expect(dialog).toHaveCount(0);
      await expect(receipt(page)).toContainText('was already gone.');
      await open();
    });
  await signInAndWait(stage, write);
  await write.press();
  await expect(receipt(page)).toContainText('deleted.');
  await expect(page.getByRole('rowheader')).toHaveCount(0);
});
