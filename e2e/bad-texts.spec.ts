import { botUserEndpoints } from '#contract/bot-user.ts';
import { badAnswersTest as test, readBadly, withFault } from './bad-answers.ts';
import { alertAbout, button, filterField, section } from './controls.ts';
import { refused, type Fault } from './faults.ts';
import { expect, signIn } from './fixtures.ts';
import { apiKey } from './service.ts';

/** A refusal that says a text wherever it can say something, and how the text may be shown. */
const refusal = (text: string, shown: string): { fault: Fault; shown: string } => {
  const details = { operation_id: text, [text]: text, name: text };
  const headers = () => ({ 'x-request-id': encodeURIComponent(text.slice(0, 1000)) });
  const fault = refused(400, text, { msg: text, details, headers });
  return { fault: { ...fault, says: [], details: [] }, shown };
};

const HIDDEN = '••••';
const texts = {
  'the key': refusal(`No key ${apiKey} here`, `No key ${HIDDEN} here`),
  'the key in capitals': refusal(`KEY=${apiKey.toUpperCase()};`, `KEY=${HIDDEN};`),
  'the key in an address': refusal(encodeURIComponent(`{"key":"${apiKey}"}`), HIDDEN),
  'the key in base64': refusal(`Basic ${btoa(`admin:${apiKey}`)}`, `Basic`),
  'the header of the key': refusal(`Authorization: Bearer ${apiKey}`, `Bearer ${HIDDEN}`),
  'the begin of the key': refusal(`Revoked: ${apiKey.slice(0, 13)}…`, `Revoked: ${HIDDEN}…`),
  'the end of the key': refusal(`Revoked: …${apiKey.slice(-13)}`, `Revoked: …${HIDDEN}`),
  'the key past the end': refusal(`${'-'.repeat(290)}${apiKey}`, '-'.repeat(290)),
  '100 kB': refusal('All is lost. '.repeat(8_000), 'All is lost. All is lost.'),
  markup: refusal('<img src=x onerror=alert(1)><a href="//x.test">Sign in</a>', '<img src=x on'),
  'turned text': refusal('invoice\u202Efdp.exe\u202C', 'invoice⟨U+202E⟩fdp.exe⟨U+202C⟩'),
  'characters of a terminal': refusal('\u001B[2J\u0007gone', '⟨U+001B⟩[2J⟨U+0007⟩gone'),
};

test('what an error says is shown as text, without the key and without end', async ({
  page,
  context,
  faultProxy,
  problems,
}) => {
  await context.grantPermissions(['clipboard-write']);
  const stage = { page, faultProxy, problems };
  const operation = botUserEndpoints.list;
  const alert = alertAbout(page, 'Bot users could not be loaded');
  const again = () => alert.getByRole('button', { name: 'Try again', exact: true }).click();
  const stays = () => expect(alert).toHaveCount(0);
  await signIn(page, '/routes');
  let press = () => section(page, 'Bot users').click();

  for (const [what, { fault, shown }] of Object.entries(texts))
    await withFault(stage, operation, [what, fault], async (asked) => {
      await readBadly(stage, { operation, alert, stays, press, again }, fault, asked);
      press = again;
      await expect(alert).toContainText(shown);
      expect((await alert.innerText()).length).toBeLessThan(2_000);
      await expect(alert.locator('img, a, script')).toHaveCount(0);
      await alert.locator('details').evaluate((details) => details.setAttribute('open', ''));
      await alert.getByRole('button', { name: 'Copy details', exact: true }).click();
      await expect(alert.getByText('Copied', { exact: true })).toBeVisible();
    });
  await again();
  await expect(page.getByRole('table', { name: 'Bot users' })).toBeVisible();
});

const manyRows: Fault = {
  answer: ({ response }) => {
    const bot_users = Array.from({ length: 5_000 }, (_, row) => ({
      id: `bot_${row}`,
      uri: `/bot_users/bot_${row}`,
      name: `many-${row}`,
      active: true,
      created_at: '2026-01-01T00:00:00Z',
    }));
    const body = { bot_users, uri: '/bot_users', next_page_uri: null };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  },
  says: [],
  outcome: 'done',
};

test('5,000 rows at once are taken and searched', async ({ page, faultProxy, problems }) => {
  const operation = botUserEndpoints.list;
  await signIn(page, '/bot-users?q=many-4999');
  await expect(page.getByText('matches “many-4999”')).toBeVisible();
  await withFault({ page, faultProxy, problems }, operation, ['5,000 rows', manyRows], async () => {
    await button(page, 'Refresh').click();
    await expect(page.getByText('All 5,000 loaded.').first()).toBeVisible();
    await expect(page.getByRole('rowheader')).toHaveText(['many-4999']);
    await filterField(page).fill('many-12');
    // Of many rows only those on the screen are in the document.
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '112');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
