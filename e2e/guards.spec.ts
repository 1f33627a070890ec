import { botUserEndpoints } from '#contract/bot-user.ts';
import { expectAccessible } from './checks.ts';
import { button, inAccountMenu, link, submitKey, switchOf } from './controls.ts';
import { expect, freshTest, signIn } from './fixtures.ts';
import { createKey } from './service.ts';

freshTest.use({ settings: { NO_DELETE: 'on', PROTECTED_BOT_USERS: 'prod-*' } });

freshTest(
  'what the operator protects is not changed, and a read-only key is offered nothing',
  async ({ page, call, service }) => {
    for (const name of ['prod-deploy', 'test-deploy'])
      await call(botUserEndpoints.create, { body: { name } });
    await signIn(page, '/bot-users?q=-deploy');
    const [own, held] = [switchOf(page, 'test-deploy'), switchOf(page, 'prod-deploy')];
    await expect(held).toHaveAttribute('aria-disabled', 'true');
    await expect(held).toHaveAccessibleDescription('Protected by the operator.');
    await expect(held, 'the ring of the focus is not faded').toHaveCSS('opacity', '1');
    await expectAccessible(page);
    await own.click();
    await expect(own).not.toBeChecked();
    await button(page, 'Actions for test-deploy').click();
    const remove = page.getByRole('menuitem', { name: 'Delete…' });
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await expect(remove).toHaveAccessibleDescription('Deleting is turned off here.');

    await inAccountMenu(page, 'Sign out');
    await submitKey(page, createKey(service, 'reader', '--read-only'));
    await expect(
      page.getByRole('banner').getByText('Read-only key', { exact: true }),
    ).toBeVisible();
    await expect(own).toHaveAttribute('aria-disabled', 'true');
    await expect(own).toHaveAccessibleDescription('Read-only key');
    await link(page, 'New bot user').click();
    await expect(button(page, 'Create bot user')).toHaveAttribute('aria-disabled', 'true');
    await expect(button(page, 'Create bot user')).toHaveAccessibleDescription(
      'This key can only read.',
    );
  },
);
