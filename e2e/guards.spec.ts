import { execFileSync } from 'node:child_process';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { expectNoAxeFindings, expectNoSidewaysScroll, inBothSchemes } from './checks.ts';
import { button, switchOf } from './controls.ts';
import { expect, freshTest, signIn } from './fixtures.ts';
import { main } from './service.ts';

freshTest(
  'a read-only key is shown in the bar, and nothing is offered',
  async ({ page, service }) => {
    const env = { PATH: process.env['PATH'], DATA_DIR: service.dataDir };
    const options = { env, encoding: 'utf8' } as const;
    const key = execFileSync(
      process.execPath,
      [main, 'key', 'create', 'reader', '--read-only'],
      options,
    );
    await page.goto('/sign-in');
    await page.getByLabel('API key', { exact: true }).fill(key.trim().split('\n').at(-1) ?? '');
    await button(page, 'Sign in').click();
    await expect(
      page.getByRole('banner').getByText('Read-only key', { exact: true }),
    ).toBeVisible();
    const first = page.getByRole('switch').first();
    await expect(first).toHaveAttribute('aria-disabled', 'true');
    await expect(first).toHaveAccessibleDescription('Read-only key');
    await page.getByRole('link', { name: 'New bot user' }).click();
    const create = button(page, 'Create bot user');
    await expect(create).toHaveAttribute('aria-disabled', 'true');
    await expect(create).toHaveAccessibleDescription('This key can only read.');
  },
);

freshTest.describe('where the operator holds back', () => {
  freshTest.use({
    settings: { NO_DELETE: 'on', PROTECTED_BOT_USERS: 'prod-*' },
  });

  freshTest('what is protected is not changed, and nothing is deleted', async ({ page, call }) => {
    for (const name of ['prod-deploy', 'test-deploy'])
      await call(botUserEndpoints.create, { body: { name } });
    await signIn(page);
    const own = switchOf(page, 'test-deploy');
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
    await inBothSchemes(page, () => expectNoAxeFindings(page));
    await page.setViewportSize({ width: 1440, height: 900 });

    await own.click();
    await expect(own).not.toBeChecked();
    const held = switchOf(page, 'prod-deploy');
    await expect(held).toHaveAttribute('aria-disabled', 'true');
    await expect(held).toHaveAccessibleDescription('Protected by the operator.');

    await button(page, 'Actions for test-deploy').click();
    const remove = page.getByRole('menuitem', { name: 'Delete…' });
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await expect(remove).toHaveAccessibleDescription('Deleting is turned off here.');
  });
});
