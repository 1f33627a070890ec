import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from 'playwright/test';
import type { AxeRun } from './axe-counts.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that a colour scheme alone can breach; they take half of the time of all. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Fails with one line for each finding and the parts of the page that have it. */
export async function expectNoAxeFindings(page: Page): Promise<void> {
  await expectNothing(page, await axeOn(page).withTags(tags).analyze());
  // NVDA drops what changes there.
  const silent = page.locator('[aria-busy=true] :is([aria-live=polite], [role=status])');
  await expect(silent, 'live regions of a busy part').toHaveCount(0);
}

/** For a page of which everything else has been looked at, in the other scheme. */
export async function expectReadableColours(page: Page): Promise<void> {
  await expectNothing(page, await axeOn(page).withRules(colourRules).analyze());
}

/** In the page itself, which has no frames: for those axe would open a page of its own each time. */
const axeOn = (page: Page) =>
  new AxeBuilder({ page })
    .setLegacyMode()
    // What passes is only counted: its selectors take a good part of the time.
    .options({ resultTypes: ['violations'] });

async function expectNothing(
  page: Page,
  { violations }: Awaited<ReturnType<AxeBuilder['analyze']>>,
) {
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.html} ${node.failureSummary ?? ''}`),
  );
  const run: AxeRun = {
    ...(await page.evaluate(() => ({
      width: innerWidth,
      scheme: document.documentElement.dataset['mantineColorScheme'] ?? 'light',
      elements: document.body.querySelectorAll('*').length,
    }))),
    findings: findings.length,
  };
  test.info().annotations.push({ type: 'axe', description: JSON.stringify(run) });
  expect(findings, `axe on ${page.url()}`).toEqual([]);
}

/** As the operating system would ask for it; the page follows a moment later. */
export async function setScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/** Runs the body in the light and in the dark scheme, as the operating system would ask for it. */
export async function inBothSchemes(page: Page, body: () => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    await test.step(`in the ${colorScheme} scheme`, async () => {
      await setScheme(page, colorScheme);
      await body();
    });
}

/** An open menu finds its new place a moment after the window has got its new width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overhang = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect
    .poll(overhang, { message: `beyond the width of ${page.url()}`, timeout: 2_000 })
    .toBeLessThanOrEqual(0);
}
