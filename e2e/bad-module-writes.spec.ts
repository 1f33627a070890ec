import { mergeTests } from 'playwright/test';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { badAnswersTest, signInAndWait, withFault, writeBadly } from './bad-answers.ts';
import { button, enforceSwitch, openReview, receipt, reviewDialog } from './controls.ts';
import { routeTest } from './demo-routes.ts';
import { lost, otherThan204, redirects, unreadables } from './faults.ts';
import { expect, signIn } from './fixtures.ts';

const test = mergeTests(badAnswersTest, routeTest);

/** What only a browser does; every other bad answer is in the tests of the page. */
const faults = { ...lost, ...redirects, 'half of the JSON': unreadables['half of the JSON'] };

test('a change that is answered badly is applied once, and checked before it is applied again', async ({
  page,
  faultProxy,
  problems,
  scene,
}) => {
  const stage = { page, faultProxy, problems };
  const operation = ipRestrictionEndpoints.replace;
  await scene.set(true, scene.policies.slice(0, 1));
  await signIn(page, scene.path);
  const dialog = reviewDialog(page);
  const alert = dialog.getByRole('alert');
  const apply = dialog.getByRole('button', { name: 'Apply changes', exact: true });
  const readAgain = dialog.getByRole('button', { name: 'Check now', exact: true });
  const write = { operation, press: () => apply.click(), alert };
  let isOn = true;
  const edit = async () => {
    await enforceSwitch(page).setChecked(!isOn);
    await openReview(page);
  };

  await edit();
  for (const [what, fault] of Object.entries(faults))
    await withFault(stage, operation, [what, fault], async (asked) => {
      await writeBadly(stage, write, fault, asked);
      await expect(alert).toContainText('We do not know if this was applied.');
      await expect(apply).toHaveCount(0);
      await readAgain.click();
      if (fault.outcome === 'undone') {
        await expect(alert).toContainText('It is as it was before. Try again.');
        return;
      }
      isOn = !isOn;
      await expect(receipt(page)).toContainText('IP restriction applied to');
      await expect(enforceSwitch(page)).toBeChecked({ checked: isOn });
      await edit();
    });
  await signInAndWait(stage, write);
  await expect(alert).toContainText('The key was refused. Try again.');
  await write.press();
  await expect(dialog).toHaveCount(0);
  expect((await scene.stored())?.enabled).toBe(!isOn);
});

test('a removal that is answered badly is checked before it is sent again', async ({
  page,
  faultProxy,
  problems,
  scene,
}) => {
  const stage = { page, faultProxy, problems };
  problems.allow(404, 412); // of the second removal
  const operation = ipRestrictionEndpoints.remove;
  await scene.set(true, scene.policies.slice(0, 1));
  await signIn(page, scene.path);
  const dialog = page.getByRole('alertdialog', { name: /^Remove IP restriction from / });
  const alert = dialog.getByRole('alert');
  const remove = dialog.getByRole('button', { name: 'Remove', exact: true });
  const write = { operation, press: () => remove.click(), alert };
  const open = () => button(page, 'Remove IP restriction…').click();

  await open();
  for (const [what, fault] of Object.entries({ ...lost, ...redirects, ...otherThan204 }))
    await withFault(stage, operation, [what, fault], async (asked) => {
      await writeBadly(stage, write, fault, asked);
      await expect(alert).toContainText('We do not know if this was applied.');
      faultProxy.heal();
      await dialog.getByRole('button', { name: 'Check now', exact: true }).click();
      if (fault.outcome === 'undone') {
        await expect(alert).toContainText('It is as it was before. Try again.');
        return;
      }
      await expect(dialog).toHaveCount(0);
      await expect(receipt(page)).toContainText('IP restriction removed from');
      await scene.set(true, scene.policies.slice(0, 1));
      await button(page, 'Reload').click();
      await open();
    });
  await signInAndWait(stage, write);
  await expect(alert).toContainText('The key was refused. Try again.');
  await write.press();
  await expect(page.getByText('No IP restriction on this route')).toBeVisible();
  expect(await scene.stored()).toBeNull();
});
