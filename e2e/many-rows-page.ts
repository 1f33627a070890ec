import type { Locator, Page } from 'playwright/test';
import type { ManyRows } from '../.scripts/many-rows.mjs';
import { button } from './controls.ts';
import { expect, signIn } from './fixtures.ts';

// What the journeys through many rows press and read.

export const table = (page: Page) => page.getByRole('table', { name: 'Bot users', exact: true });

/** Rows with the header, as the table tells them to a screen reader. */
export const expectRowCount = (page: Page, count: number) =>
  expect(table(page)).toHaveAttribute('aria-rowcount', `${count + 1}`);

export const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });

/** The row at a place of the list: 1 is the first. */
export const rowAt = (page: Page, place: number): Locator =>
  table(page).locator(`[aria-rowindex="${place + 1}"]`);

export const loadedAll = (page: Page, count: string) =>
  page.getByText(`All ${count} loaded.`, { exact: true });

/** The pages of the list that were asked for; the sign-in asks for one row. */
export const pagesAsked = (rows: ManyRows) =>
  rows.asked('list').filter(({ query }) => query.get('limit') === '100');

/** Signs in and loads the whole account. */
export async function openLoaded(page: Page, rows: ManyRows, path = '/bot-users') {
  await signIn(page, path);
  await button(page, 'Load all').click();
  await expect(loadedAll(page, rows.account.size.toLocaleString('en'))).toBeVisible({
    timeout: 60_000,
  });
}

/** Has to stay small however many rows there are. */
export const elementsOf = (page: Page) =>
  page.evaluate(() => document.querySelectorAll('*').length);

/** @param share of the way down */
export const scrollDown = (page: Page, share: number) =>
  page.evaluate((part) => {
    const { scrollHeight, clientHeight } = document.documentElement;
    scrollTo(0, (scrollHeight - clientHeight) * part);
  }, share);

/** The names that stand on the screen, from top to bottom. */
export const namesOnScreen = (page: Page) =>
  table(page)
    .getByRole('rowheader')
    .evaluateAll((headers) =>
      headers
        .filter((header) => {
          const { top, bottom } = header.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        })
        .map((header) => header.textContent),
    );
