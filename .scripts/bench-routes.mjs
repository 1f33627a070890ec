// `npm run bench -- --routes`: the board of routes and the editor of policies in a real browser, before a stand-in that
// responds at once. Beside each time stands that of a bare page, which asks or shows the same. `--rounds=30` of what is
// repeated.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { standBefore } from './bench-proxy.mjs';
import { attempt, median, ms, printTable, verdict, whole } from './bench-report.mjs';
import { apiKey, runBench, startFilled } from './bench-run.mjs';

const { values: flags } = parseArgs({ options: { rounds: { type: 'string', default: '30' } } });
const ROUNDS = Number(flags.rounds);
const ROUTES = 300;
const LINES = 10_000;
const FEW = 10;
const POLICIES = [FEW, 500, 5000];
const PRESS_AIM_MS = 50;
const PLAN_AIM_MS = 1000;
const REST_MS = 150;

const EDGE = 'edghts_bench';
const ADD_FIELD = 'Add IP policy ids';
const FILTER = 'Filter IP policies';
const policyId = (/** @type {number} */ index) => `ipp_${String(index).padStart(6, '0')}`;
const modulePath = (/** @type {string} */ route) =>
  `/edges/https/${EDGE}/routes/${route}/ip_restriction`;

const json = (/** @type {unknown} */ value) => ({
  type: 'application/json',
  body: JSON.stringify(value),
});

const shared = Array.from({ length: ROUTES }, (_, index) => ({
  label: `shop/route ${index}`,
  edge_id: EDGE,
  id: `edghtsrt_3_${index}`,
}));

/** What is measured, with nothing around it. */
const BARE = `<!doctype html><title>Bare</title><main><label for=add>${ADD_FIELD}</label><input id=add>
  <input type=checkbox role=switch aria-label="Enforce IP restriction" checked></main>`;

/** A route has as many policies as its id says. @param {string} path */
function standIn(path) {
  if (path === '/bare') return { type: 'text/html', body: BARE };
  if (path === '/inventory/routes') return json({ routes: shared });
  const [, count] = /\/routes\/edghtsrt_(\d+)_\d+\/ip_restriction$/.exec(path) ?? [];
  if (count === undefined) return undefined;
  const ids = Array.from({ length: Number(count) }, (_, index) => policyId(index));
  return json({ enabled: true, ip_policies: ids.map((id) => ({ id, uri: `/ip_policies/${id}` })) });
}

/** Runs in the page: counts how often the list of routes is written. */
const countWrites = `{
  const { setItem } = Storage.prototype;
  globalThis.writes = 0;
  Storage.prototype.setItem = function (name, value) {
    if (name.startsWith('gatehouse.routes')) globalThis.writes += 1;
    return setItem.call(this, name, value);
  };
}`;

await runBench(async () => {
  // What it needs may have been installed just now.
  const { askProbe, launchBrowser, probe } = await import('./bench-browser.mjs');
  const service = await startFilled(10, { LOG_LEVEL: 'warn' });
  const proxy = await standBefore(service.url, standIn);
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(10_000);
  await context.addInitScript({ content: probe });

  /** @param {string} path */
  async function open(path) {
    const page = await context.newPage();
    await page.goto(proxy.url + path);
    return { page, ask: askProbe(page) };
  }
  /** @typedef {Awaited<ReturnType<typeof open>>} Tab */

  /** Types a letter that changes nothing but the field. @param {Tab} tab @param {string} name */
  async function key({ page, ask }, name, before = '') {
    await page.bringToFront();
    const field = page.getByLabel(name, { exact: true });
    await field.fill(before);
    await field.focus();
    await sleep(REST_MS);
    await ask('arm', 'keydown', 'typed', name, `${before}p`);
    await page.keyboard.press('p');
    return ask('taken');
  }

  /** @param {Tab} tab @param {import('playwright').Locator} control @param {[selector: string, text?: string]} leadsTo */
  async function press({ page, ask }, control, ...leadsTo) {
    await page.bringToFront();
    await control.hover();
    await sleep(REST_MS);
    await ask('arm', 'pointerup', 'shows', ...leadsTo);
    await page.mouse.down();
    await page.mouse.up();
    return ask('taken');
  }

  /** @param {Tab} tab */
  async function toggle(tab) {
    const control = tab.page.getByRole('switch', { name: 'Enforce IP restriction' });
    const isOn = await control.isChecked();
    return press(tab, control, `[role=switch]${isOn ? ':not(:checked)' : ':checked'}`);
  }

  /** Takes the first policy off, and puts it back. @param {Tab} tab */
  async function removeFirst(tab) {
    const first = tab.page.getByRole('list', { name: 'IP policies' }).getByRole('button').first();
    const took = await press(tab, first, '[data-index="0"]', 'Removed');
    await first.click();
    return took;
  }

  /** @param {Tab} tab @param {number} count of ids that are new */
  async function paste({ page, ask }, count) {
    await page.bringToFront();
    const ids = Array.from({ length: count }, (_, index) => `ipp_new_${index}`);
    const field = page.getByLabel(ADD_FIELD, { exact: true });
    await field.fill(ids.join(' '));
    await sleep(REST_MS);
    await ask('arm', 'keydown', 'shows', 'main', `Added ${whole(count)}.`);
    await field.press('Enter');
    return ask('taken');
  }

  const signIn = await open('/sign-in?next=%2Factivity');
  await signIn.page.getByLabel('API key', { exact: true }).fill(apiKey);
  await signIn.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await signIn.page.waitForURL((url) => !url.pathname.startsWith('/sign-in'));
  const bare = await open('/bare');
  /** @type {string[]} */
  const failures = [];
  /** @type {string[][]} */
  const rows = [['', 'page', 'bare page', 'ratio', 'aim']];

  /** @param {string} text @param {number} page @param {number} [beside] @param {number} [aim] */
  const addTime = (text, page, beside, aim) =>
    rows.push([
      text,
      ms(page),
      beside === undefined ? '' : ms(beside),
      beside === undefined ? '' : `${(page / beside).toFixed(1)}x`,
      aim === undefined ? '' : `<= ${aim} ms: ${verdict(page <= aim)}`,
    ]);
  /** @param {string} text @param {number} value */
  const addCount = (text, value) => rows.push([text, whole(value), '', '', '']);

  console.error(`Reading ${ROUTES} routes…`);
  const board = await open('/routes');
  await attempt(failures, 'the board', async () => {
    const { page, ask } = board;
    const check = page.getByRole('button', { name: /^Check (all|300 routes)$/ });
    await check.waitFor();
    await page.evaluate(countWrites);
    const asked = proxy.arrivals.length;
    await ask('arm', 'pointerup', 'shows', 'main', `Checked ${ROUTES} routes.`);
    await check.click();
    const took = await ask('taken');
    addCount('requests for it', proxy.arrivals.length - asked);
    addCount('writes of the list for it', await page.evaluate('globalThis.writes'));
    const paths = shared.map(({ id }) => `/api${modulePath(id)}`);
    addTime(`${ROUTES} routes: press to painted`, took, await bare.page.evaluate(fetchAll, paths));
    addCount('elements of the board', await ask('countElements'));
    return {};
  });

  console.error(`Planning ${whole(LINES)} lines…`);
  await attempt(failures, 'the plan of many lines', async () => {
    const { page, ask } = board;
    await page.bringToFront();
    await page.getByRole('button', { name: 'Add routes…', exact: true }).click();
    const text = Array.from(
      { length: LINES },
      (_, index) => `shop/new ${index},${EDGE},edghtsrt_new_${index}`,
    );
    const field = page.getByLabel('Routes, one per line', { exact: true });
    await field.waitFor();
    await ask('arm', 'input', 'shows', '[role=dialog] button', `Add ${whole(LINES)} routes`);
    // Typed in by the browser's own hand, thousands of lines alone would take a minute.
    await field.evaluate((element, value) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
      set?.call(element, value);
      element.dispatchEvent(new Event('input', { bubbles: true }));
    }, text.join('\n'));
    addTime(
      `${whole(LINES)} lines: text to painted plan`,
      await ask('taken'),
      undefined,
      PLAN_AIM_MS,
    );
    return {};
  });

  for (const count of POLICIES) {
    const what = `${whole(count)} policies`;
    console.error(`Editing ${what}…`);
    await attempt(failures, what, async () => {
      const tab = await open(`/edges/${EDGE}/routes/edghtsrt_${count}_0/ip-restriction`);
      await tab.page.getByRole('list', { name: 'IP policies' }).waitFor();
      const elements = await tab.ask('countElements');
      /** @type {Record<string, number[]>} */
      const times = {};
      /** @param {string} figure @param {Promise<number>} taken */
      const note = async (figure, taken) => void (times[figure] ??= []).push(await taken);
      // In turn, so that what else the machine does hits both.
      for (let round = 0; round < ROUNDS; round += 1) {
        await note('key', key(tab, ADD_FIELD));
        await note('bareKey', key(bare, ADD_FIELD));
        await note('toggle', toggle(tab));
        await note('bareToggle', toggle(bare));
        await note('remove', removeFirst(tab));
        if (count > FEW) await note('filter', key(tab, FILTER, 'i'));
      }
      const of = (/** @type {string} */ figure) => median(times[figure] ?? []);
      addTime(`${what}: key to painted`, of('key'), of('bareKey'), PRESS_AIM_MS);
      addTime(`${what}: switch to painted`, of('toggle'), of('bareToggle'), PRESS_AIM_MS);
      addTime(`${what}: removal to painted`, of('remove'), of('bareToggle'), PRESS_AIM_MS);
      if (times.filter) addTime(`${what}: filter key to painted`, of('filter'), of('bareKey'));
      addTime(`${what}: as many more, Enter to painted`, await paste(tab, count));
      addCount(`${what}: elements`, elements);
      await tab.page.close({ runBeforeUnload: false });
      return {};
    });
  }
  await browser.close();
  printTable(rows);
  for (const failure of failures) console.log(failure);
  proxy.close();
});

/** Runs in the bare page: as many at once as the app. @param {string[]} paths */
async function fetchAll(paths) {
  const { limits } = await (await fetch('/config.json')).json();
  const from = performance.now();
  const waiting = paths.values();
  const work = async () => {
    for (const path of waiting) await (await fetch(path)).json();
  };
  await Promise.all(Array.from({ length: limits.requests_at_once }, work));
  return performance.now() - from;
}
