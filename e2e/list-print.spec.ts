import type { Page } from 'playwright/test';
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
              names: texts('tbody tr:not([data-id]) th'),
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

manyRowsTest(
  'paper gets every row that is shown, and says of what it is a part',
  async ({ page, rows }) => {
    await openLoaded(page, 400);
    const names = rows.map(({ name }) => name);
    // Its code comes in an idle moment.
    await expect(async () => expect((await print(page)).names).toEqual(names)).toPass();
    const all = await print(page);
    expect(all.about).toEqual([expect.stringMatching(/^Printed .*, 400 loaded\.$/)]);
    expect(all.pages).toBeGreaterThan(5);
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
