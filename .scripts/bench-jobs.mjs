// `npm run bench -- --jobs`: a job before a service that lets 120 requests a minute pass, while somebody works by hand in
// another tab and then loads the whole list. A counting proxy stands between the browser and the service.
import { setTimeout as sleep } from 'node:timers/promises';
import { standBefore } from './bench-proxy.mjs';
import { median, ms, printTable, verdict } from './bench-report.mjs';
import { apiKey, PAGE, readBots, runBench, startFilled } from './bench-run.mjs';

const LIMIT = 120;
const BOTS = 2000;
/** Of which a fifth is inactive already: the plan leaves them alone. */
const LOADED = 400;
const MINUTE = 60_000;
const BY_HAND_EVERY_MS = 4000;
const PRESSES_ALONE = 15;
const SHARE_AIM = 0.02;

await runBench(async () => {
  const { launchBrowser } = await import('./bench-browser.mjs');
  const service = await startFilled(BOTS, { LOG_LEVEL: 'warn', RATE_LIMIT: `${LIMIT}` });
  const { arrivals, ...proxy } = await standBefore(service.url);
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${proxy.url}/sign-in?next=%2Fbot-users`);
  await page.getByLabel('API key', { exact: true }).fill(apiKey);
  await button(page, 'Sign in').click();
  for (let loaded = PAGE; loaded < LOADED; loaded += PAGE) {
    await button(page, 'Load more').click();
    await page.getByText(`${loaded + PAGE} loaded`, { exact: true }).waitFor();
  }
  await page.getByRole('checkbox', { name: 'Select all loaded' }).check();
  await button(page, 'Set inactive').click();
  const apply = page.getByRole('button', { name: /^Apply [\d,]+ changes$/ });
  const count = Number((await apply.innerText()).replaceAll(/\D/g, ''));

  const other = await context.newPage();
  await other.goto(`${proxy.url}/bot-users`);
  const inactive = { has: other.getByRole('switch', { checked: false }) };
  const id = await other.locator('tr[data-id]', inactive).first().getAttribute('data-id');
  const row = other.locator(`tr[data-id="${id}"]`);

  /** Somebody switches a bot user, and opens and leaves it. @returns the milliseconds from the press to the response */
  async function workByHand() {
    const from = performance.now();
    const answered = other.waitForResponse((response) => response.request().method() === 'PATCH');
    await row.getByRole('switch').click();
    await answered;
    const took = performance.now() - from;
    await row.getByRole('link').first().click();
    await other.waitForURL(`**/bot-users/${id}`);
    await other.goBack();
    await row.waitFor();
    return took;
  }

  console.error(`Setting ${count} bot users inactive…`);
  const from = performance.now();
  await apply.click();
  const card = page.getByRole('region', { name: 'Bulk job' });
  const ended = card
    .getByText(/^[\d,]+ done, [\d,]+ failed[^l]*\.$/)
    .innerText({ timeout: 20 * MINUTE });
  /** @type {number[]} */
  const waits = [];
  const next = () => Promise.race([sleep(BY_HAND_EVERY_MS, true), ended.then(() => false)]);
  while (await next()) {
    waits.push(await workByHand());
    if (waits.length === 10) await button(other, 'Load all').click();
  }
  const said = await ended;
  const tookMs = performance.now() - from;
  const during = [...arrivals];

  // The minute must be free before anything else is asked.
  await sleep(MINUTE);
  /** @type {number[]} */
  const alone = [];
  while (alone.length < PRESSES_ALONE) {
    await sleep(BY_HAND_EVERY_MS);
    alone.push(await workByHand());
  }
  await browser.close();
  await sleep(MINUTE);
  const planned = (await readBots(service)).slice(0, LOADED);
  const lost = planned.filter((bot) => bot.active && bot.id !== id).length;

  const most = Math.max(...during.map(({ at }) => within(during, at)));
  const refused = during.filter(({ status }) => status === 429).length;
  /** @type {Map<string, number>} */
  const changes = new Map();
  for (const { method, path, status } of during)
    if (method === 'PATCH' && status !== 429 && !path.endsWith(`/${id}`))
      changes.set(path, (changes.get(path) ?? 0) + 1);
  const doubled = [...changes.values()].filter((times) => times > 1).length;
  const ratio = (/** @type {number} */ one, /** @type {number} */ two) =>
    `${(one / two).toFixed(1)}x`;
  const [worst, worstAlone] = [Math.max(...waits), Math.max(...alone)];
  printTable([
    ['the job says', said, ''],
    ['requests in any minute, at most', `${most}`, `<= ${LIMIT}: ${verdict(most <= LIMIT)}`],
    [
      '429',
      `${refused} of ${during.length}`,
      `< 2 %: ${verdict(refused / during.length < SHARE_AIM)}`,
    ],
    ['not done', `${lost}`, verdict(lost === 0 && changes.size === count)],
    ['sent twice', `${doubled}`, verdict(doubled === 0)],
    ['duration', `${(tookMs / MINUTE).toFixed(1)} min`, ''],
    [
      `by hand, press to response, median of ${waits.length}`,
      ms(median(waits)),
      `${ms(median(alone))} without a job: ${ratio(median(waits), median(alone))}`,
    ],
    ['by hand, worst', ms(worst), `${ms(worstAlone)} without a job: ${ratio(worst, worstAlone)}`],
  ]);
  proxy.close();
});

/** @param {import('playwright').Page} page @param {string} name */
function button(page, name) {
  return page.getByRole('button', { name, exact: true });
}

/** @param {import('./bench-proxy.mjs').Arrival[]} arrivals @param {number} until */
function within(arrivals, until) {
  return arrivals.filter(({ at }) => at > until - MINUTE && at <= until).length;
}
