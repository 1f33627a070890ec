import { botUserEndpoints } from '#contract/bot-user.ts';
import { button, link, section } from './controls.ts';
import { expect, signIn, test } from './fixtures.ts';

const DAY_MS = 86_400_000;

test('what nobody has used again in a week is deleted by a plan', async ({ page, call }) => {
  const start = `quarantine-${Date.now()}`;
  const bots = await Promise.all(
    ['one', 'two', 'three'].map((end) =>
      call(botUserEndpoints.create, { body: { name: `${start}-${end}`, active: true } }),
    ),
  );
  const [one, two, three] = bots;
  if (!one || !two || !three) throw new Error('Too few bot users');
  await page.clock.install();
  await signIn(page, `/bot-users?q=${start}`);
  for (const { name } of bots)
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
  await button(page, 'Quarantine…').click();
  const dialog = page.getByRole('dialog', { name: 'Quarantine 3 bot users?', exact: true });
  await dialog.getByRole('spinbutton', { name: 'Days', exact: true }).fill('0');
  await button(page, 'Quarantine 3 bot users').click();
  await expect(dialog.getByRole('alert')).toHaveText('Error: Enter a whole number from 1 to 365');
  await dialog.getByRole('spinbutton', { name: 'Days', exact: true }).fill('7');
  await button(page, 'Quarantine 3 bot users').click();
  const isActive = async ({ id }: { id: string }) =>
    (await call(botUserEndpoints.get, { params: { id } })).active;
  for (const bot of bots) await expect.poll(() => isActive(bot)).toBe(false);

  // Somebody needs one of them.
  await call(botUserEndpoints.update, { params: { id: two.id }, body: { active: true } });
  await page.clock.setSystemTime(Date.now() + 7 * DAY_MS);
  await signIn(page, `/bot-users?q=${start}`);
  await expect(page.getByText('3 bot users in quarantine are due.')).toBeVisible();
  await link(page, 'Open quarantine').click();
  const row = (name: string) =>
    page
      .getByRole('table', { name: 'Quarantine', exact: true })
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await button(page, 'Check 3').click();
  await expect(row(two.name)).toContainText('Active');
  await expect(row(one.name)).toContainText('Unchanged');
  await button(page, 'Plan to delete 2 due').click();
  await expect(page).toHaveURL('/plan');
  await expect(page.getByRole('table', { name: 'Planned changes' })).not.toContainText(two.name);
  await button(page, 'Apply 2 changes').click();
  await page
    .getByRole('alertdialog', { name: 'Delete 2 bot users?', exact: true })
    .getByRole('button', { name: 'Delete 2 bot users', exact: true })
    .click();
  for (const { id } of [one, three])
    await expect
      .poll(() => call(botUserEndpoints.get, { params: { id } }).catch(() => 'gone'))
      .toBe('gone');
  expect(await isActive(two)).toBe(true);

  // Those leave the list by themselves, the other one by a press.
  await section(page, 'Bot users').click();
  await link(page, 'Open quarantine').click();
  await expect(row(two.name)).toContainText('Active');
  await expect(row(one.name)).toHaveCount(0);
  await button(page, `Remove ${two.name} from quarantine`).click();
  await expect(page.getByText('Nothing is in quarantine')).toBeVisible();
});
