import type { Page } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { filterField } from './controls.ts';
import { expect } from './fixtures.ts';
import { elementsOf, expectRowCount, manyRowsTest, openLoaded } from './many-rows.ts';

manyRowsTest.use({ botUsers: 400 });

/** Prints, and says what the browser was given to print. */
async function print(page: Page) {
  const printed = page.evaluate(
    () =>
      new Promise<{ about: string[]; names: string[] }>((resolve) =>
        window.addEventListener(
          'beforeprint',
          () => {
            const texts = (selector: string) =>
              [...document.querySelectorAll(selector)].map((part) => part.textContent);
            resolve({
              about: texts('p').filter((text) => text.startsWith('Printed ')),
              names: texts('tbody tr[data-id] th'),
            });
          },
          { once: true },
        ),
      ),
  );
  const file = await page.pdf({ format: 'A4' });
  const pages = file.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;
  return { pages, ...(await printed) };
}

/** What is drawn there besides words, and columns too narrow for what they hold. */
async function onPaper(page: Page) {
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const seen = await page.locator('main').evaluate((main) => ({
    controls: [...main.querySelectorAll('input, button:not(th button), a:not(th a)')]
      .filter((part) => part.checkVisibility() && part.getBoundingClientRect().height > 1)
      .map((part) => part.textContent),
    shadow: getComputedStyle(main.querySelector('section') ?? main).boxShadow,
    narrow: [...main.querySelectorAll('tbody tr:nth-child(2) td')]
      .filter((cell) => cell.getBoundingClientRect().height > 48)
      .map((cell) => cell.textContent),
  }));
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null });
  return seen;
}

manyRowsTest(
  'paper gets every row that is shown, and says of what it is a part',
  async ({ page, rows, call }) => {
    const longName = 'x'.repeat(200);
    const [first] = rows;
    await call(botUserEndpoints.update, {
      params: { id: first?.id ?? '' },
      body: { name: longName },
    });
    await openLoaded(page, 400);
    const names = rows.map(({ name }) => name).with(0, longName);
    const all = await print(page);
    expect(all.names).toEqual(names);
    expect(all.about).toEqual([expect.stringMatching(/^Printed .*, 400 loaded\.$/)]);
    expect(all.pages).toBeGreaterThan(5);
    expect(await onPaper(page)).toEqual({ controls: [], shadow: 'none', narrow: [] });
    await expect.poll(() => elementsOf(page)).toBeLessThan(800);

    await filterField(page).fill('grafana');
    const matching = names.filter((name) => name.includes('grafana'));
    await expectRowCount(page, matching.length);
    const part = await print(page);
    expect(part.about).toEqual([
      expect.stringContaining(`${matching.length} of the 400 loaded match, filter q grafana.`),
    ]);
    expect(part.names).toEqual(matching);
    expect(part.pages).toBeLessThan(all.pages / 2);
  },
);
