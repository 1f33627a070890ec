import { botUserEndpoints } from '#contract/bot-user.ts';
import { button, filterField, link, receipt, switchOf } from './controls.ts';
import { expect } from './fixtures.ts';
import {
  manyRowsTest,
  namesOnScreen,
  openLoaded,
  pagesAsked,
  rowOf,
  scrollDown,
} from './many-rows.ts';

manyRowsTest(
  'one of 10,000 is found, switched, opened, and left to the same place',
  async ({ page, faultProxy, call, rows }) => {
    await openLoaded(page, 10_000);
    const lists = pagesAsked(faultProxy).length;
    const matching = rows.filter(({ name }) => name.includes('grafana'));
    const [wanted] = matching.slice(150);
    if (!wanted) throw new Error('Too few bot users');

    await filterField(page).fill('grafana');
    await expect(
      page.getByText(`${matching.length} of the 10,000 loaded match`, { exact: true }).first(),
    ).toBeVisible();
    await expect(page).toHaveURL('/bot-users?q=grafana');
    await rowOf(page, matching[0]?.name ?? '')
      .getByRole('checkbox')
      .check();
    await scrollDown(page, 150 / matching.length);
    await switchOf(page, wanted.name).click();
    await expect(receipt(page)).toContainText(
      `${wanted.name} is now ${wanted.active ? 'inactive' : 'active'}.`,
    );
    const { active } = await call(botUserEndpoints.get, { params: { id: wanted.id } });
    expect(active).toBe(!wanted.active);
    expect(faultProxy.asked(botUserEndpoints.update)).toHaveLength(1);

    const back = [() => page.goBack(), () => link(page, 'Cancel').click()];
    for (const goBack of back) {
      // To press it may have to come out from under the foot.
      await link(page, wanted.name).hover();
      const top = await page.evaluate(() => scrollY);
      const seen = await namesOnScreen(page);
      await link(page, wanted.name).click();
      await expect(page.getByRole('form', { name: 'Edit bot user' })).toBeVisible();
      await goBack();
      await expect(page).toHaveURL('/bot-users?q=grafana');
      await expect(link(page, wanted.name)).toBeFocused();
      expect(await page.evaluate(() => scrollY)).toBe(top);
      expect(await namesOnScreen(page)).toEqual(seen);
      await expect(filterField(page)).toHaveValue('grafana');
      await expect(page.getByText('1 selected', { exact: true })).toBeVisible();
    }
    await button(page, 'Clear selection').click();
    expect(pagesAsked(faultProxy)).toHaveLength(lists);
    expect(faultProxy.asked(botUserEndpoints.update)).toHaveLength(1);
  },
);
