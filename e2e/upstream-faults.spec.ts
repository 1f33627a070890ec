import type { OutgoingHttpHeaders, RequestListener } from 'node:http';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { ipRestrictionEndpoints } from '#contract/ip-restriction.ts';
import { expectNoAxeFindings } from './checks.ts';
import {
  alertAbout,
  button,
  enforceSwitch,
  keyField,
  link,
  nameField,
  receipt,
  reviewAndApply,
  section,
  submitKey,
  switchOf,
} from './controls.ts';
import { demoScene } from './demo-routes.ts';
import { expect, signIn, uniqueName } from './fixtures.ts';
import type { Problems } from './problems.ts';
import { apiKey } from './service.ts';
import { stubTest, upstreamTest as test, watchTraffic } from './upstream.ts';

test('the page outlives an upstream that goes away and comes back', async ({
  page,
  problems,
  call,
  upstream,
}) => {
  problems.allow(502);
  const traffic = watchTraffic(page);
  const loaded = uniqueName('loaded');
  const typed = uniqueName('typed');
  await call(botUserEndpoints.create, { body: { name: loaded } });
  await signIn(page);
  await expect(switchOf(page, loaded)).toBeChecked();

  await upstream.stop();
  await button(page, 'Load more').click();
  const later = alertAbout(page, 'The next page could not be loaded.');
  await expect(later).toContainText('The service answered 502. Your data is not affected.');
  await expect(later).toContainText('“The service behind this dashboard cannot be reached');
  await switchOf(page, loaded).click();
  const unchanged = alertAbout(page, 'Not changed.');
  await expect(unchanged).toContainText('The service answered 502.');
  await expect(switchOf(page, loaded)).toBeChecked();

  await link(page, 'New bot user').click();
  await nameField(page).fill(typed);
  await button(page, 'Create bot user').click();
  const unknown = alertAbout(page, `We cannot tell whether ${typed} was created.`);
  await expect(unknown).toContainText('The service answered 502.');
  await unknown.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(unknown).toContainText('Could not look: The service answered 502.');
  await expect(nameField(page)).toHaveValue(typed);

  await upstream.start();
  await unknown.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(unknown).toContainText('It was not found.');
  await unknown.getByRole('button', { name: 'Create again', exact: true }).click();
  await expect(page.getByRole('rowheader', { name: typed, exact: true })).toBeVisible();
  await unchanged.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(switchOf(page, loaded)).not.toBeChecked();
  // The rows are those from before, with the new one in front; loading goes on where it had stopped.
  await expect(page.getByText('101 loaded. Loading stopped after an error.')).toBeVisible();
  await later.getByRole('button', { name: 'Try again', exact: true }).click();
  await expect(page.getByText('201 loaded, newest first. The service has more.')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(traffic.loads()).toBe(1);
});

test('what was changed of a route is kept while the upstream is away', async ({
  page,
  problems,
  call,
  service,
  upstream,
}) => {
  problems.allow(502);
  const { route, params, path, policies } = await demoScene(service, call);
  const body = { enabled: true, ip_policy_ids: policies.slice(0, 2) };
  await call(ipRestrictionEndpoints.replace, { params, body });
  await signIn(page, path);
  await enforceSwitch(page).uncheck();

  await upstream.stop();
  await button(page, 'Review changes').click();
  await expect(alertAbout(page, 'Not reviewed.')).toContainText('your changes are still here');
  await expect(enforceSwitch(page)).not.toBeChecked();
  await section(page, 'Bot users').click();
  await page
    .getByRole('alertdialog', { name: 'Discard unsaved changes?', exact: true })
    .getByRole('button', { name: 'Keep editing', exact: true })
    .click();

  await upstream.start();
  await reviewAndApply(page, 'IP restriction turns off.');
  await expect(receipt(page)).toContainText(`IP restriction applied to ${route.label}.`);
  const stored = await call(ipRestrictionEndpoints.get, { params });
  expect(stored).toMatchObject({ enabled: false });
});

test.describe('an upstream that lets six requests a minute pass', () => {
  test.use({ upstreamSettings: { RATE_LIMIT: '6' } });

  test('the wait that it asks for is named beside what is loaded, and counted at the sign-in', async ({
    page,
    problems,
  }) => {
    problems.allow(429);
    await signIn(page, '/bot-users?q=ci-deployer'); // one request for the list, after the one of `upstream` for its routes
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    for (let sent = 2; sent < 6; sent++) {
      const answered = page.waitForResponse('**/api/bot_users?**');
      await button(page, 'Refresh').click();
      await answered;
      await expect(button(page, 'Refresh')).not.toHaveAttribute('aria-disabled');
    }
    await button(page, 'Refresh').click();
    const alert = alertAbout(page, 'Bot users could not be read again.');
    await expect(alert).toContainText(/The service asks to wait \d+ s\./);
    await expect(page.getByText(/Nothing is sent for another \d+ s\./)).toBeVisible();
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    await expectNoAxeFindings(page);

    await button(page, 'Account menu').click();
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
    await submitKey(page, apiKey);
    await expect(alertAbout(page, 'Too many attempts')).toContainText(
      /The service asks to wait \d+ s\./,
    );
    let requests = 0;
    page.on('request', () => requests++);
    await keyField(page).press('Enter');
    const wait = page.getByText(/^You can try again in \d+ s\.$/);
    const seconds = async () => Number(/\d+/.exec(await wait.innerText())?.[0]);
    const before = await seconds();
    expect(before).toBeLessThanOrEqual(60);
    await expect.poll(seconds).toBeLessThan(before);
    expect(requests, 'requests while it waits').toBe(0);
    await expect(keyField(page)).toHaveValue(apiKey);
  });
});

/** As a server says it that is something else, with what such servers bring along. */
const webPage =
  (status: number, headers: OutgoingHttpHeaders = {}): RequestListener =>
  (_request, response) =>
    response
      .writeHead(status, {
        'content-type': 'text/html',
        'set-cookie': 'session=1',
        'access-control-allow-origin': '*',
        ...headers,
      })
      .end('<!doctype html><title>Elsewhere</title><h1>Log in to the intranet</h1>');

/** What comes in place of the API, what the browser logs, and what a person reads at the sign-in. */
const strangers: Array<{
  what: string;
  answer: RequestListener;
  logged: Parameters<Problems['allow']>;
  title: string;
  text: string;
}> = [
  {
    what: 'redirects',
    answer: webPage(302, { location: '/login' }),
    logged: [502],
    title: 'The service has a problem',
    text: 'It says: “The service behind this dashboard redirects, which is not followed',
  },
  {
    what: 'answers with a web page',
    answer: webPage(200),
    logged: [],
    title: 'This does not look like the management API',
    text: 'answered, but not with a list of bot users.',
  },
  {
    what: 'has nothing there but a web page',
    answer: webPage(404),
    logged: [404],
    title: 'This does not look like the management API',
    text: 'answered 404 with a web page',
  },
  {
    what: 'asks for a password of its own',
    answer: webPage(401, { 'www-authenticate': 'Basic realm="intranet"' }),
    logged: [401],
    title: 'This does not look like the management API',
    text: 'answered 401 with a web page',
  },
  {
    what: 'breaks off in the middle',
    answer: (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"bot_users":[', () => response.destroy());
    },
    logged: ['no answer'],
    title: 'The service could not be reached',
    text: 'broke off. Try again.',
  },
];

for (const { what, answer, logged, title, text } of strangers)
  stubTest(`an upstream that ${what} is named at the sign-in`, async ({ page, problems, stub }) => {
    problems.allow(...logged);
    stub.answer = answer;
    const traffic = watchTraffic(page);
    await page.goto('/sign-in');
    await submitKey(page, apiKey);
    const alert = alertAbout(page, title);
    await expect(alert).toContainText(text);
    await expect(alert).not.toContainText('<');
    await expect(keyField(page)).toHaveValue(apiKey);
    await expect(page.getByText('Log in to the intranet')).toHaveCount(0);
    await expect(page).toHaveURL('/sign-in');
    expect(await traffic.foreignHeaders()).toEqual([]);
  });
