import type { Locator, Page } from 'playwright/test';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  breakdowns,
  lost,
  otherThan204,
  pauses,
  redirects,
  refusals,
  signedOut,
  silent,
  unreadables,
  type Fault,
} from './faults.ts';
import { expect, signIn, test } from './fixtures.ts';
import { proxyTest, type FaultProxy } from './fault-proxy.ts';
import type { Problems } from './problems.ts';
import { apiKey } from './service.ts';

/** The session outlives the hours for which these tests set the clock of the page forward. */
export const badAnswersTest = proxyTest.extend({
  page: async ({ page, faultProxy }, provide) => {
    faultProxy.configure({ idle_minutes: 1_440, session_hours: 24 });
    await page.clock.install();
    await provide(page);
  },
});

export interface Stage {
  page: Page;
  faultProxy: FaultProxy;
  problems: Problems;
}

/** Lets the clock of the page run ahead until something is so: pauses between attempts take no time then. */
const ahead = (page: Page, what: string, isSo: () => Promise<boolean>) =>
  expect
    .poll(
      async () => {
        await page.clock.fastForward(250);
        return isSo();
      },
      { intervals: [20], message: what },
    )
    .toBe(true);

/** @param hasDetails in a row there is no room for them: the activity panel has them */
export async function expectToSay(
  alert: Locator,
  { says, details = [] }: Pick<Fault, 'says' | 'details'>,
  hasDetails = true,
) {
  // In the middle of a sentence a reason begins with a small letter.
  for (const words of says) await expect(alert).toContainText(words, { ignoreCase: true });
  if (!hasDetails) return;
  for (const words of details) await expect(alert.getByRole('group')).toContainText(words);
}

/** A control that goes away must not take the focus with it: a keyboard would start anew. */
const expectFocusKept = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement !== document.body), {
      message: 'the focus is on a part of the page',
    })
    .toBe(true);

/** Runs a step with one bad answer, and looks for the key after it. */
export const withFault = (
  { page, faultProxy, problems }: Stage,
  operation: Endpoint,
  [name, fault]: [string, Fault],
  body: (asked: () => number) => Promise<void>,
) =>
  test.step(`${operation.method} ${operation.path}: ${name}`, async () => {
    const before = faultProxy.asked(operation).length;
    faultProxy.answer(operation, fault);
    await body(() => faultProxy.asked(operation).length - before);
    faultProxy.heal();
    await expectFocusKept(page);
    await problems.look();
  });

export async function signInAgain(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('API key', { exact: true }).fill(apiKey);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

export interface Read {
  operation: Endpoint;
  /** Where its failure is told. */
  alert: Locator;
  /** What has to be there whatever comes, and is there as soon as a read has worked. */
  stays: () => Promise<void>;
  /** Starts the first read of each fault; absent: as `again`. */
  press?: (() => Promise<void>) | undefined;
  /** The way on. */
  again: () => Promise<void>;
}

/** One read with a bad answer, up to its alert: tried again where that may help, and three times at most. */
export async function readBadly(
  { page }: Stage,
  { alert, press, again }: Read,
  fault: Fault,
  asked: () => number,
) {
  const attempts = fault.isPassing ? 3 : 1;
  await (press ?? again)();
  await ahead(page, 'the alert about a read', async () => asked() >= attempts && alert.isVisible());
  await expectToSay(alert, fault);
  expect(asked()).toBe(attempts);
}

/** Nothing goes out before the time is over, and what is asked for near its end waits for it. */
export async function expectPause(
  { page, faultProxy }: Stage,
  { alert, again }: Read,
  pauseMs: number,
  asked: () => number,
) {
  const sent = asked();
  await again();
  await expect(alert).toContainText('Not sent: the service asks to wait');
  await page.clock.fastForward(pauseMs - 9_000);
  await again();
  await expect(alert).toContainText(/Not sent: the service asks to wait \d s\./);
  await page.clock.fastForward(5_000);
  faultProxy.heal();
  await again();
  expect(asked()).toBe(sent);
  await page.clock.fastForward(5_000);
}

const { 'no right': noRight, ...refusalsOfOneWrite } = refusals;

/** Every fault of a write; the pauses last, for the clock of the page is right until then. */
export const writeFaults: Record<string, Fault> = {
  ...refusalsOfOneWrite,
  ...breakdowns,
  ...lost,
  ...redirects,
  ...unreadables,
  ...pauses,
  silent,
};

const { 'not there': _, ...refusalsOfWhatIsThere } = refusalsOfOneWrite;

/** Of a removal, which is answered without a body; what is not there is removed already. */
export const removalFaults: Record<string, Fault> = {
  ...refusalsOfWhatIsThere,
  ...breakdowns,
  ...lost,
  ...redirects,
  ...pauses,
  silent,
  ...otherThan204,
};

export interface Write {
  operation: Endpoint;
  /** Sends it. */
  press: () => Promise<void>;
  /** Where its failure is told. */
  alert: Locator;
  hasDetails?: boolean;
}

/** One write with a bad answer, up to its alert. */
export async function writeBadly(
  { page }: Stage,
  { press, alert, hasDetails }: Write,
  fault: Fault,
  asked: () => number,
) {
  await press();
  await expect.poll(asked).toBe(1);
  if (fault === silent) await page.clock.fastForward(15_000);
  await expectToSay(alert, fault, hasDetails);
  expect(asked()).toBe(1);
}

/**
 * A key that may not write is noticed by its first change; the next one is for another key, signed in at `path`.
 * @param says in place of what is said of any change
 */
export async function refuseKey(stage: Stage, write: Write, path: string, says = noRight.says) {
  const { page } = stage;
  await withFault(stage, write.operation, ['no right', noRight], async (asked) => {
    await writeBadly(stage, write, { ...noRight, says }, asked);
    await expect(
      page.getByRole('banner').getByText('Read-only key', { exact: true }),
    ).toBeVisible();
  });
  await signIn(page, path);
}

/** A refusal that asks to wait, up to the end of the wait: nothing more is sent. */
export async function waitOut(
  { page }: Stage,
  { press, alert }: Write,
  pauseMs: number,
  asked: () => number,
) {
  await press();
  await expect(alert).toContainText('Not sent: the service asks to wait');
  await page.clock.fastForward(pauseMs);
  expect(asked()).toBe(1);
}

/** The dialog comes over what is under way; afterwards that waits for the person, and nothing is sent by itself. */
export const signInAndWait = (stage: Stage, { operation, press }: Write) =>
  withFault(stage, operation, ['signed out', signedOut], async (asked) => {
    await press();
    await expect(stage.page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
    stage.faultProxy.heal();
    await signInAgain(stage.page);
    expect(asked()).toBe(1);
  });
