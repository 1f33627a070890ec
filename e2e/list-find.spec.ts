import { botUserEndpoints } from '#contract/bot-user.ts';
import { button, filterField, link, receipt, selectionBar, switchOf } from './controls.ts';
import { expect, signIn } from './fixtures.ts';
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
      await expect(selectionBar(page).getByText('1 selected', { exact: true })).toBeVisible();
    }
    await button(page, 'Clear selection').click();
    expect(pagesAsked(faultProxy)).toHaveLength(lists);
    expect(faultProxy.asked(botUserEndpoints.update)).toHaveLength(1);
  },
);

manyRowsTest('a text is found in names, an id by what is seen of it', async ({ page, call }) => {
  await openLoaded(page, 10_000);
  const { id } = await call(botUserEndpoints.create, { body: { name: 'Café-MARK' } });
  const end = id.slice(-6);
  const named = await call(botUserEndpoints.create, { body: { name: `for-${end}` } });
  await button(page, 'Refresh').click();
  await expect(link(page, named.name)).toBeVisible();
  // The same text is announced a little later.
  const isSaid = (text: string) =>
    expect(page.getByText(text, { exact: true }).first()).toBeVisible();

  await filterField(page).fill('É-mar');
  await isSaid('1 of the 10,002 loaded match');
  await filterField(page).fill(end.toLowerCase());
  await isSaid('2 of the 10,002 loaded match');
  await filterField(page).fill(id);
  await isSaid('1 of the 10,002 loaded match');
  await filterField(page).fill(id.slice(8, 14));
  await expect(page.getByText('No bot user matches')).toBeVisible();
});

manyRowsTest(
  'an address that is pasted leads to a bot user that is not loaded',
  async ({ page, rows }) => {
    await signIn(page, '/bot-users?q=grafana');
    const last = rows.at(-1);
    if (!last) throw new Error('No bot user');
    await filterField(page).fill(`https://elsewhere.example/bot_users/${last.id}?x=1`);
    await link(page, `Open ${last.id}`).click();
    await expect(page).toHaveURL(`/bot-users/${last.id}`);
    await expect(
      page.getByRole('heading', { level: 1, name: last.name, exact: true }),
    ).toBeVisible();
  },
);
