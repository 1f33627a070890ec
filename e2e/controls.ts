import type { Page } from 'playwright/test';

// What several journeys press and read, by the names of the UI contract.

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** In the navigation of the bar. */
export const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

export const keyField = (page: Page) => page.getByLabel('API key', { exact: true });

/** Without waiting for what comes of it. */
export async function submitKey(page: Page, key: string) {
  await keyField(page).fill(key);
  await button(page, 'Sign in').click();
}

export const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });

export const filterField = (page: Page) =>
  page.getByRole('searchbox', { name: 'Filter loaded bot users', exact: true });

export const switchOf = (page: Page, name: string) =>
  page.getByRole('switch', { name: `Active: ${name}`, exact: true });

export const enforceSwitch = (page: Page) =>
  page.getByRole('switch', { name: 'Enforce IP restriction', exact: true });

export const receipt = (page: Page) =>
  page.getByRole('status', { name: 'Last change', exact: true });

export const alertAbout = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text });

export const policyList = (page: Page) => page.getByRole('list', { name: 'IP policies' });

export async function addPolicies(page: Page, ids: string) {
  await page.getByRole('textbox', { name: 'Add IP policy ids' }).fill(ids);
  await button(page, 'Add').click();
}

export const reviewDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Review changes', exact: true });

export const conflictDialog = (page: Page) =>
  page.getByRole('alertdialog', { name: 'This route changed while you were editing' });

export const openReview = (page: Page) => button(page, 'Review changes').click();

export const applyReview = (page: Page) =>
  reviewDialog(page).getByRole('button', { name: 'Apply changes', exact: true }).click();

/** Reviews what was changed of a route's IP restriction, and applies it. */
export async function reviewAndApply(page: Page, warning: string) {
  await openReview(page);
  await reviewDialog(page).getByText(warning).waitFor();
  await applyReview(page);
}
