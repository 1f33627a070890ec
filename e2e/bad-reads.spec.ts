import { mergeTests, type Locator } from 'playwright/test';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import {
  badAnswersTest as test,
  expectPause,
  expectToSay,
  readBadly,
  signInAgain,
  withFault,
  type Read,
  type Stage,
} from './bad-answers.ts';
import {
  alertAbout,
  button,
  countLine,
  enforceSwitch,
  nameField,
  openReview,
  reviewDialog,
  section,
} from './controls.ts';
import { routeTest as demoRouteTest } from './demo-routes.ts';
import {
  breakdowns,
  lost,
  pauses,
  refusals,
  signedOut,
  silent,
  slow,
  unreadables,
  type Fault,
} from './faults.ts';
import { expect, signIn, signInByForm, uniqueName } from './fixtures.ts';

const routeTest = mergeTests(test, demoRouteTest);

const oneOfEachKind: Record<string, Fault> = {
  'a refusal': refusals['a refusal'],
  'away for 37 s': pauses['away for 37 s'],
  'a gateway’s page': breakdowns['a gateway’s page'],
  'cut in the middle': lost['cut in the middle'],
  'other fields': unreadables['other fields'],
};

const tryAgain = (alert: Locator) => () =>
  alert.getByRole('button', { name: 'Try again', exact: true }).click();

/** One of each kind of bad response to a read over what is loaded: that stays, and the way on leads to the next good answer. */
async function survive(stage: Stage, read: Read) {
  for (const [name, fault] of Object.entries(oneOfEachKind))
    await withFault(stage, read.operation, [name, fault], async (asked) => {
      await readBadly(stage, read, fault, asked);
      await read.stays();
      if (fault.pauseMs !== undefined) await expectPause(stage, read, fault.pauseMs, asked);
      else {
        stage.faultProxy.heal();
        await read.again();
      }
      await expect(read.alert).toHaveCount(0);
      await read.stays();
    });
}

/** One bad answer after the other, each met by the way on from the one before, and at last a good one. */
async function failInTurn(stage: Stage, which: Record<string, Fault>, read: Read) {
  let { press } = read;
  for (const [name, fault] of Object.entries(which)) {
    await withFault(stage, read.operation, [name, fault], async (asked) => {
      await readBadly(stage, { ...read, press }, fault, asked);
      await read.stays();
      await stage.page.clock.fastForward(fault.pauseMs ?? 0);
    });
    press = read.again;
  }
  await read.again();
  await expect(read.alert).toHaveCount(0);
}

/** A read without an answer is given up after 15 s, one with a late answer is not. */
async function outwait(stage: Stage, read: Read) {
  const { page, faultProxy } = stage;
  const start = read.press ?? read.again;
  await withFault(stage, read.operation, ['silent', silent], async (asked) => {
    await start();
    await expect.poll(asked).toBe(1);
    await page.clock.fastForward(14_000);
    await expect(read.alert).toHaveCount(0);
    await page.clock.fastForward(1_000);
    await expectToSay(read.alert, silent);
    expect(asked()).toBe(1);
    faultProxy.heal();
    await read.again();
    await read.stays();
  });
  await withFault(stage, read.operation, ['slow', slow], async (asked) => {
    await start();
    await expect.poll(asked).toBe(1);
    await page.clock.fastForward(3_000);
    faultProxy.release();
    await read.stays();
    await expect(read.alert).toHaveCount(0);
    expect(asked()).toBe(1);
  });
}

/** The page stays under the dialog, and the read goes on by itself after it. */
async function signInAndGoOn(stage: Stage, read: Read) {
  await withFault(stage, read.operation, ['signed out', signedOut], async () => {
    await (read.press ?? read.again)();
    await expect(stage.page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
    stage.faultProxy.heal();
    await signInAgain(stage.page);
    await read.stays();
    await expect(read.alert).toHaveCount(0);
  });
}

test('a list that cannot be read again keeps its rows', async ({
  page,
  faultProxy,
  problems,
  call,
}) => {
  const stage = { page, faultProxy, problems };
  const { name } = await call(botUserEndpoints.create, { body: { name: uniqueName('stays') } });
  await signIn(page, `/bot-users?q=${name}`);
  const row = page.getByRole('rowheader', { name, exact: true });
  await expect(row).toBeVisible();
  const alert = alertAbout(page, 'Bot users could not be read again.');
  const read: Read = {
    operation: botUserEndpoints.list,
    alert,
    stays: () => expect(row).toBeVisible(),
    press: () => button(page, 'Refresh').click(),
    again: tryAgain(alert),
  };
  await survive(stage, read);
  await outwait(stage, read);
  await signInAndGoOn(stage, read);
});

test('a list that never came, and its next page, can be asked for again', async ({
  page,
  faultProxy,
  problems,
}) => {
  const stage = { page, faultProxy, problems };
  const operation = botUserEndpoints.list;
  const table = page.getByRole('table', { name: 'Bot users' });
  await signIn(page, '/routes');
  const first = alertAbout(page, 'Bot users could not be loaded');
  await failInTurn(stage, oneOfEachKind, {
    operation,
    alert: first,
    stays: () => expect(page.getByRole('heading', { level: 1, name: 'Bot users' })).toBeVisible(),
    press: () => section(page, 'Bot users').click(),
    again: tryAgain(first),
  });
  await expect(table).toBeVisible();

  const next = alertAbout(page, 'The next page could not be loaded.');
  await failInTurn(stage, oneOfEachKind, {
    operation,
    alert: next,
    stays: () => expect(table).toBeVisible(),
    press: () => button(page, 'Load more').click(),
    again: tryAgain(next),
  });
  await expect(countLine(page)).toHaveText('200 loaded, newest first. The service has more.');
});

test('a bot user that cannot be loaded can be asked for again', async ({
  page,
  faultProxy,
  problems,
  call,
}) => {
  const { id, name } = await call(botUserEndpoints.create, { body: { name: uniqueName('read') } });
  const stage = { page, faultProxy, problems };
  const alert = alertAbout(page, 'This bot user could not be loaded');
  await failInTurn(stage, oneOfEachKind, {
    operation: botUserEndpoints.get,
    alert,
    stays: () => expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible(),
    press: () => signInByForm(page, `/bot-users/${id}`),
    again: tryAgain(alert),
  });
  await expect(nameField(page)).toHaveValue(name);
});

routeTest(
  'a route’s module that cannot be read can be asked for again',
  async ({ page, faultProxy, problems, scene }) => {
    await scene.set(true, scene.policies.slice(0, 1));
    const stage = { page, faultProxy, problems };
    const operation = ipRestrictionEndpoints.get;
    const heading = page.getByRole('heading', { level: 1, name: /^IP restriction for / });
    const first = alertAbout(page, 'The IP restriction could not be read');
    await failInTurn(stage, oneOfEachKind, {
      operation,
      alert: first,
      stays: () => expect(heading).toBeVisible(),
      press: () => signInByForm(page, scene.path),
      again: tryAgain(first),
    });
    await expect(enforceSwitch(page)).toBeChecked();

    const reload: Read = {
      operation,
      alert: alertAbout(page, 'Not read again.'),
      stays: () => expect(enforceSwitch(page)).toBeChecked(),
      again: () => button(page, 'Reload').click(),
    };
    await failInTurn(stage, oneOfEachKind, reload);
    await outwait(stage, reload);
    await signInAndGoOn(stage, reload);

    await enforceSwitch(page).uncheck();
    await failInTurn(stage, oneOfEachKind, {
      operation,
      alert: alertAbout(page, 'Not reviewed.'),
      stays: () => expect(enforceSwitch(page)).not.toBeChecked(),
      again: () => openReview(page),
    });
    await expect(reviewDialog(page)).toContainText('IP restriction turns off.');
  },
);
