import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import {
  button,
  downloaded,
  exportAs,
  filterField,
  gate,
  link,
  nameField,
  receipt,
  section,
  selectionBar,
  switchOf,
} from './controls.ts';
import { heldUntil } from './faults.ts';
import { expect, goTo, signIn } from './fixtures.ts';
import {
  elementsOf,
  expectRowCount,
  loadedAll,
  manyRowsTest,
  namesOnScreen,
  pagesAsked,
  rowAt,
  scrollDown,
  table,
} from './many-rows.ts';

const selected = (page: Page, text: string) => selectionBar(page).getByText(text, { exact: true });
const box = (page: Page, place: number) => rowAt(page, place).getByRole('checkbox');

/** `npm run test:full` has 10,000. */
const COUNT = process.env.TEST_FULL ? 10_000 : 1000;
const LOADED = COUNT.toLocaleString('en');

manyRowsTest.describe(`${LOADED} bot users`, () => {
  manyRowsTest.use({ botUsers: COUNT });

  manyRowsTest(
    'come page by page, a few are in the document, and one is found, switched and left to the same place',
    async ({ page, faultProxy, call, rows }) => {
      await signIn(page);
      await expect(table(page)).toHaveAttribute('aria-rowcount', '-1');
      await page.keyboard.press('l');
      await expect(rowAt(page, 101).getByRole('link')).toBeFocused();
      const { opened, open } = gate();
      faultProxy.answer(botUserEndpoints.list, heldUntil(opened));
      await button(page, 'Load all').dblclick();
      await expect(
        page.getByRole('progressbar', { name: 'Loading bot users', exact: true }),
      ).toBeVisible();
      await section(page, 'Routes').click();
      await expect(page.getByRole('heading', { level: 1, name: 'Routes' })).toBeVisible();
      open();
      await expect.poll(() => pagesAsked(faultProxy).length).toBeGreaterThan(5);
      await section(page, 'Bot users').click();
      await expect(loadedAll(page, LOADED)).toBeVisible({ timeout: 60_000 });
      await expectRowCount(page, COUNT);
      await expect(button(page, 'Load more')).toBeHidden();
      const asked = pagesAsked(faultProxy).map((query) => query.get('before_id'));
      expect(asked).toHaveLength(COUNT / 100);
      expect(new Set(asked).size).toBe(asked.length);

      await scrollDown(page, 0);
      await box(page, 3).focus();
      for (const share of [0.25, 0.5, 1]) {
        await scrollDown(page, share);
        const place = Math.round(share * COUNT) - (share === 1 ? 0 : 2);
        await expect(rowAt(page, place)).toBeInViewport();
        const name = rows[place - 1]?.name ?? '';
        await expect(rowAt(page, place).getByRole('rowheader')).toContainText(name);
        expect(await elementsOf(page)).toBeLessThan(800);
        await expect(box(page, 3)).toBeFocused();
      }
      await page.keyboard.press('Tab');
      await expect(rowAt(page, 3).getByRole('switch')).toBeFocused();
      await expect(rowAt(page, 3)).toBeInViewport();
      await page.keyboard.press('j');
      await expect(rowAt(page, 4).getByRole('link')).toBeFocused();

      const lists = pagesAsked(faultProxy).length;
      const matching = rows.filter(({ name }) => name.includes('grafana'));
      const place = Math.round(matching.length * 0.7);
      const wanted = matching[place];
      if (!wanted) throw new Error('Too few bot users');
      await filterField(page).fill('grafana');
      await expect(
        page.getByText(`${matching.length} of the ${LOADED} loaded match`, { exact: true }).first(),
      ).toBeVisible();
      await expect(page).toHaveURL('/bot-users?q=grafana');
      await box(page, 1).check();
      await scrollDown(page, place / matching.length);
      await switchOf(page, wanted.name).click();
      await expect(receipt(page)).toContainText(
        `${wanted.name} is now ${wanted.active ? 'inactive' : 'active'}.`,
      );
      const { active } = await call(botUserEndpoints.get, { params: { id: wanted.id } });
      expect(active).toBe(!wanted.active);

      const back = () => page.goBack();
      // The last one leads to the entry that the link has made.
      for (const goBack of [back, () => link(page, 'Cancel').click(), back]) {
        await page.evaluate(() => scrollBy(0, -150));
        // To press it may have to come out from under the foot.
        await link(page, wanted.name).hover();
        const top = await page.evaluate(() => scrollY);
        const seen = await namesOnScreen(page);
        await link(page, wanted.name).click();
        await expect(page.getByRole('form', { name: 'Edit bot user' })).toBeVisible();
        await goBack();
        await expect(page).toHaveURL('/bot-users?q=grafana');
        await expect(link(page, wanted.name)).toBeFocused();
        if (goBack === back) {
          expect(await page.evaluate(() => scrollY)).toBe(top);
          expect(await namesOnScreen(page)).toEqual(seen);
        }
        await expect(link(page, wanted.name)).toBeInViewport();
        await expect(filterField(page)).toHaveValue('grafana');
        await expect(selected(page, '1 selected')).toBeVisible();
      }
      expect(pagesAsked(faultProxy)).toHaveLength(lists);
      expect(faultProxy.asked(botUserEndpoints.update)).toHaveLength(1);

      await filterField(page).fill('');
      await expectRowCount(page, COUNT);
      // With its address the list begins at the top.
      await expect(page).toHaveURL('/bot-users');
      await scrollDown(page, 0.5);
      await expect(rowAt(page, COUNT / 2)).toBeInViewport();
      await box(page, COUNT / 2).check();
      const seen = await namesOnScreen(page);
      for (const name of ['made-elsewhere-1', 'made-elsewhere-2'])
        await call(botUserEndpoints.create, { body: { name } });
      // Without going up to where the button is.
      await button(page, 'Refresh').dispatchEvent('click');
      await expect(loadedAll(page, (COUNT + 2).toLocaleString('en'))).toBeAttached();
      expect(pagesAsked(faultProxy)).toHaveLength(lists + 1);
      await expect.poll(() => namesOnScreen(page)).toEqual(seen);
      await expect(selected(page, '2 selected')).toBeVisible();
      await scrollDown(page, 0);
      await expect(rowAt(page, 1)).toContainText('made-elsewhere-2');
    },
  );
});

manyRowsTest(
  'a selection outlives filters and orders and becomes a file; two tabs agree on every change without a request',
  async ({ page, context, faultProxy, rows }) => {
    const matching = rows.filter(({ name }) => name.includes('grafana'));
    await signIn(page, '/bot-users?q=grafana');
    const shown = matching.filter((bot) => rows.indexOf(bot) < 100).length;
    await button(page, `Export ${shown} shown`).click();
    const all = await downloaded(page, () => exportAs(page, 'Everything', 'JSON Lines'));
    expect(all.name).toMatch(/^bot-users-\d{4}-\d\d-\d\d\.jsonl$/);
    const ids = all.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(ids).toEqual(rows.map(({ id }) => id));
    expect(pagesAsked(faultProxy)).toHaveLength(10);

    const chosen = matching.slice(0, 5);
    await expect(rowAt(page, 1)).toContainText(chosen[0]?.name ?? '');
    await box(page, 1).check();
    await box(page, 5).click({ modifiers: ['Shift'] });
    await expect(selected(page, '5 selected')).toBeVisible();
    await table(page).getByRole('button', { name: 'Name', exact: true }).click();
    await filterField(page).fill('terraform');
    await expect(selected(page, '5 selected, 5 not shown')).toBeVisible();
    await box(page, 3).check();

    await button(page, 'Export selected').click();
    const part = await downloaded(page, () => exportAs(page, 'Selected', 'JSON'));
    expect(part.name).toMatch(/^bot-users-partial-\d{4}-\d\d-\d\d\.json$/);
    const file = JSON.parse(part.text);
    expect(file.note).toBe('Partial: 6 of the 1,000 loaded bot users.');
    expect(file.bot_users).toHaveLength(6);
    expect(file.bot_users).toEqual(
      expect.arrayContaining(chosen.map(({ id }) => expect.objectContaining({ id }))),
    );

    await button(page, 'Deselect hidden').click();
    await expect(selected(page, '1 selected')).toBeVisible();
    await button(page, 'Clear selection').click();
    await expect(selectionBar(page)).toBeHidden();

    const [first] = rows;
    if (!first) throw new Error('Too few bot users');
    await goTo(page, '/bot-users');
    await expect(switchOf(page, first.name)).toBeVisible();
    const other = await context.newPage();
    await other.goto('/bot-users');
    await expect(switchOf(other, first.name)).toBeVisible();
    const lists = pagesAsked(faultProxy).length;
    await switchOf(page, first.name).click();
    await expect(switchOf(other, first.name)).toBeChecked({ checked: !first.active });

    await link(page, 'New bot user').click();
    await nameField(page).fill('made in one tab');
    await button(page, 'Create bot user').click();
    await expect(rowAt(other, 1)).toContainText('made in one tab');
    expect(pagesAsked(faultProxy)).toHaveLength(lists);
  },
);
