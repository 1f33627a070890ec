import { execFileSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import type { Call } from '#client/api-client.ts';
import { botUserEndpoints, type BotUser } from '#contract/bot-user.ts';
import { nextPageQuery } from '#contract/page.ts';
import { button } from './controls.ts';
import { proxyTest, type FaultProxy } from './fault-proxy.ts';
import { expect, signIn } from './fixtures.ts';
import { main, withService } from './service.ts';

interface ManyRowsFixtures {
  /** How many there are at the start of each test. */
  botUsers: number;
  /** All of them as they are at the start, newest first. */
  rows: BotUser[];
}

/** Journeys through many bot users: each has a service of its own, with the fault proxy before it. */
export const manyRowsTest = proxyTest.extend<ManyRowsFixtures>({
  botUsers: [1000, { option: true }],
  service: async ({ botUsers }, provide) => withService({}, provide, demoData(botUsers)),
  rows: async ({ call }, provide) => provide(await readAll(call)),
});

/** Of this worker. A fixture of the worker would give these tests a worker, a browser and a service of their own. */
const demoHome = join(tmpdir(), `gatehouse-e2e-demo-${process.pid}`);
process.once('exit', () => rmSync(demoHome, { recursive: true, force: true }));

/** @returns a directory with so many bot users; making it takes longer than the start of a service */
function demoData(botUsers: number): string {
  const DATA_DIR = join(demoHome, `${botUsers}`);
  const env = { PATH: process.env.PATH, DATA_DIR };
  if (!existsSync(DATA_DIR))
    execFileSync(process.execPath, [main, 'demo', '--bot-users', `${botUsers}`], { env });
  return DATA_DIR;
}

async function readAll(call: Call): Promise<BotUser[]> {
  const rows: BotUser[] = [];
  let query: string | undefined = '';
  while (query !== undefined) {
    const page = await call(botUserEndpoints.list, { query });
    rows.push(...page.bot_users);
    query = nextPageQuery(page.next_page_uri);
  }
  return rows;
}

// What these journeys press and read.

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

/** The queries of the pages that were requested, without the one row that checks a key. */
export const pagesAsked = (proxy: FaultProxy) =>
  proxy.asked(botUserEndpoints.list).filter((query) => query.get('limit') === '100');

/** Signs in and loads the whole account. */
export async function openLoaded(page: Page, count: number) {
  await signIn(page);
  await button(page, 'Load all').click();
  await expect(loadedAll(page, count.toLocaleString('en'))).toBeVisible({ timeout: 60_000 });
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
