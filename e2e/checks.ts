import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import { expect, type Locator, type Page } from 'playwright/test';

/** The small form of axe: half as much to hand over to each document. */
const axeCode = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const allRules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const;

/** The rules that a colour scheme alone can breach; they take half of the time of all. */
const colourRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

type Role = Parameters<Page['getByRole']>[0];

/** Each name is there at least once; the test tells all that are missing at once. */
export async function expectNames(scope: Page | Locator, names: Partial<Record<Role, string[]>>) {
  for (const [role, each] of Object.entries(names))
    for (const name of each)
      await expect
        .soft(scope.getByRole(role as Role, { name, exact: true }).first(), `${role} “${name}”`)
        .toBeAttached({ timeout: 10_000 });
}

/**
 * Axe at the width and in the scheme of now; everywhere else as well in the long run. Leaves the page as it was.
 *
 * @param isTable it is laid out anew in the widths between as well, where axe looks only then
 */
export async function expectAccessible(page: Page, isTable = false): Promise<void> {
  await expectNoAxeFindings(page);
  if (!process.env.TEST_FULL) return;
  // Colours are the same at every width; on a narrow screen axe takes more for covered.
  await setScheme(page, 'dark');
  await expectNothing(page, colourRules);
  await setScheme(page, 'light');
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  const height = 800;
  for (const width of [1024, 768, 360]) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0)); // else the bar may cover half of a control
    await expectNoSidewaysScroll(page);
    if (isTable || width === 360) await expectNoAxeFindings(page);
  }
  await page.setViewportSize({ width: 320, height });
  await expectNoSidewaysScroll(page);
  await page.evaluate(spaceTexts);
  await expectNoSidewaysScroll(page);
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  await page.setViewportSize({ width: 360, height });
  await page.evaluate(doubleTexts);
  await expectNoSidewaysScroll(page);
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  await page.setViewportSize(size);
}

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** Where it is in the window. A row that was drawn anew just then is found again: the old one has no place. */
export async function boxOf(part: Locator): Promise<Box> {
  const box = await part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return element.isConnected && { left, right, top, bottom };
  });
  return box || boxOf(part);
}

/** By how many pixels what is in it is wider. */
export const overhang = (part: Locator) =>
  part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

/** The places of the rows that are whole on the screen, below what sticks to its top; 1 is the first of the list. */
export const wholeRows = (table: Locator) =>
  table.locator('tr[data-id]').evaluateAll((rows) => {
    const covered = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
    return rows
      .filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= covered && bottom <= innerHeight;
      })
      .map((row) => Number(row.getAttribute('aria-rowindex')) - 1);
  });

/** As WCAG 1.4.12 lets readers do it, in the page. */
export function spaceTexts() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
    p { margin-bottom: 2em !important; }`,
  );
  document.adoptedStyleSheets.push(sheet);
}

/** As a browser draws them for a reader who has chosen twice the size (WCAG 1.4.4), in the page. */
export function doubleTexts() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { font-size: 200% !important; }');
  document.adoptedStyleSheets.push(sheet);
}

/** Fails with one line for each finding and the parts of the page that have it. */
async function expectNoAxeFindings(page: Page): Promise<void> {
  await expectNothing(page, allRules);
  // NVDA drops what changes there.
  const silent = page.locator('[aria-busy=true] :is([aria-live=polite], [role=status])');
  await expect(silent, 'live regions of a busy part').toHaveCount(0);
}

async function expectNothing(page: Page, runOnly: typeof allRules | typeof colourRules) {
  // Once for each document: to hand it over takes as long as to run it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCode);
  const findings = await page.evaluate(
    async ({ type, values, whole }) => {
      const { axe: inPage } = window as typeof window & { axe: typeof axe }; // handed over
      // What is behind a dialog was looked at before the dialog was opened.
      const dialogs = [...document.querySelectorAll('dialog[open], [role$=dialog]')];
      const open = dialogs.findLast((dialog) => dialog.checkVisibility());
      const { violations } = await inPage.run((!whole && open) || document, {
        runOnly: { type, values: [...values] },
        // What passes is only counted: its selectors take a good part of the time.
        resultTypes: ['violations'],
      });
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map((node) => `${id}: ${help}: ${node.html} ${node.failureSummary ?? ''}`),
      );
    },
    { ...runOnly, whole: Boolean(process.env.TEST_FULL) },
  );
  expect(findings, `axe on ${page.url()}`).toEqual([]);
}

/**
 * What is wrong with a field is heard at the field: each invalid one is described by its error, and no error stands
 * beside the fields alone.
 */
export async function expectErrorsAtFields(page: Page): Promise<void> {
  const found = () =>
    page.evaluate(() => {
      const textOf = (ids: string | null) =>
        (ids ?? '')
          .split(' ')
          .filter((id) => !id.endsWith('-description'))
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' ');
      const described = [...document.querySelectorAll('[aria-invalid=true]')].map((field) =>
        textOf(field.getAttribute('aria-describedby')),
      );
      const errors = [...document.querySelectorAll('[id$="-error"]')];
      return {
        isAnyInvalid: described.length > 0,
        withoutError: described.filter((text) => text.trim() === ''),
        alone: errors
          .map(({ textContent }) => textContent)
          .filter((error) => !described.some((text) => text.includes(error))),
      };
    });
  await expect.poll(found).toEqual({ isAnyInvalid: true, withoutError: [], alone: [] });
}

/** What is smaller than that can be hit; links inside a sentence or a heading are text (WCAG 2.5.8). */
export async function expectTargets(page: Page, least: number): Promise<void> {
  const small = await page.evaluate((pixels) => {
    const controls =
      'button, a[href], input, textarea, select, summary, [role^=menuitem], [role=option]';
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    return [...top.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true })) return [];
      if (control.matches('a[href]') && control.closest('p, li, h1, td')) return [];
      // The label of a box or a switch is a part of what can be pressed.
      const isBox = control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);
      const labels = isBox ? [...(control.labels ?? [])] : [];
      const boxes = [control, ...labels].map((part) => part.getBoundingClientRect());
      const width =
        Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
      const height = Math.max(...boxes.map((box) => box.height));
      // The skip link, before it has the focus.
      if (boxes.some((box) => box.width <= 1 || box.bottom < 0)) return [];
      // Half a pixel less is how browsers round.
      if (Math.min(width, height) > pixels - 0.6) return [];
      return [`${control.outerHTML.slice(0, 120)}: ${width} × ${height}`];
    });
  }, least);
  expect(small, `smaller than ${least} px on ${page.url()}`).toEqual([]);
}

/** As the operating system would ask for it; the page follows a moment later. */
async function setScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/** Of the page and its dialogs. An open menu finds its new place a moment after the window has got its new width. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const beyond = () =>
    page.evaluate(() =>
      Math.max(
        ...[document.documentElement, ...document.querySelectorAll('dialog[open]')].map(
          (part) => part.scrollWidth - part.clientWidth,
        ),
      ),
    );
  await expect
    .poll(beyond, { message: `beyond the width of ${page.url()}`, timeout: 2_000 })
    .toBeLessThanOrEqual(0);
}
