import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { demoScene } from './demo-routes.ts';
import { expect, freshTest, signIn, uniqueName } from './fixtures.ts';

freshTest(
  'a restart loses nothing and the open page goes on',
  async ({ page, call, service, problems }) => {
    problems.allow('no answer'); // late parts, while the service restarts
    const name = uniqueName('survivor');
    await signIn(page, '/bot-users/new');
    await page.getByRole('textbox', { name: 'Name' }).fill(name);
    await page.getByRole('button', { name: 'Create bot user', exact: true }).click();
    const active = page.getByRole('switch', { name: `Active: ${name}` });
    await active.click();
    await expect(page.getByRole('status', { name: 'Last change' })).toContainText(
      'is now inactive.',
    );

    const { params, path, policies } = await demoScene(service, call);
    const ip_policy_ids = policies.slice(0, 1);
    await call(ipRestrictionEndpoints.replace, { params, body: { enabled: false, ip_policy_ids } });

    await service.restart();

    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(active).not.toBeChecked();
    await active.click();
    await expect(active).toBeChecked();
    await expect(page.getByRole('status', { name: 'Last change' })).toContainText('is now active.');

    await signIn(page, path);
    await expect(page.getByRole('switch', { name: 'Enforce IP restriction' })).not.toBeChecked();
    await expect(page.getByRole('list', { name: 'IP policies' }).getByRole('listitem')).toHaveCount(
      1,
    );
  },
);
