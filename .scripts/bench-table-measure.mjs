import { setTimeout as sleep } from 'node:timers/promises';
import { median } from './bench-numbers.mjs';
import { keysOf } from './bench-table-keys.mjs';

/** @typedef {import('./bench-table-browser.mjs').List} List */
/** @typedef {import('./many-rows-account.mjs').Bot} Bot */

/**
 * What is measured of a page. Times in ms, `heap` and `heapLater` in bytes.
 *
 * @typedef {'load' | 'heap' | 'heapLater' | 'elements' | 'frame' | 'slowFrames' | 'toggle' | 'work' | 'key'
 *   | 'slowestKey' | 'firstSort' | 'sort' | 'open' | 'back'} Figure
 * @typedef {{ [Name in Figure]?: number }} Figures
 */

/** Until a change has been answered and everything is at rest. */
const REST_MS = 300;
const LOAD_MS_MAX = 300_000;
const WORDS = [
  'grafana-scraper-eu-',
  'terraform-plan-prod-1',
  'cert-renewer-us-east',
  'smoke-tests-ap-2',
];

/** @param {List} list @param {number} rows */
export async function load(list, rows) {
  const of = [rows.toLocaleString('en')];
  await list.ask('arm', { event: 'click', name: 'loaded', of, giveUpMs: LOAD_MS_MAX });
  await list.page.getByRole('button', { name: 'Load all', exact: true }).click();
  const time = await list.ask('taken');
  await rest(list);
  return { load: time, heap: await list.heap(), elements: await list.ask('countElements') };
}

/** Two seconds down and one up, which is shorter than 1,000 rows. @param {List} list */
export async function scroll(list) {
  const before = await list.ask('rowInView');
  const frames = list.ask('watchFrames', 3_000);
  await list.wheel(2_000, 1);
  await list.wheel(1_000, -1);
  const { longest, slow } = await frames;
  const after = await list.ask('rowInView');
  if (before.id === after.id) throw new Error('The wheel moves nothing');
  await rest(list);
  return { frame: longest, slowFrames: slow, elements: await list.ask('countElements') };
}

/** One press. @param {List} list */
export async function toggle(list) {
  const { id, on, control } = await list.ask('rowInView');
  await list.ask('arm', { event: 'pointerup', name: 'switched', of: [id, !on] });
  const before = await list.worked();
  await list.press(control);
  const time = await list.ask('taken');
  await rest(list);
  return { time, work: (await list.worked()) - before };
}

/** Words, key by key. @param {List} list @param {Bot[]} bots */
export async function filter(list, bots) {
  const field = list.page.getByRole('searchbox', { name: 'Filter loaded bot users', exact: true });
  const times = [];
  for (const word of WORDS) {
    await field.focus();
    for (const { key, wanted, count, isSeen } of keysOf(bots, word)) {
      const of = [count.toLocaleString('en'), wanted];
      await list.ask('arm', { event: 'keydown', name: 'matched', of });
      await list.key(key);
      const time = await list.ask('taken');
      if (isSeen) times.push(time);
      await sleep(50);
    }
    await list.ask('arm', { event: 'input', name: 'unfiltered' });
    await field.fill('');
    await list.ask('taken');
    await rest(list);
  }
  return { key: median(times), slowestKey: Math.max(...times) };
}

/** Ascending, descending, off, and so on. @param {List} list @param {number} presses */
export async function sort(list, presses) {
  const { page } = list;
  await page.evaluate('scrollTo(0, 0)');
  await rest(list);
  const button = page.getByRole('columnheader', { name: 'Name' }).getByRole('button');
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
  const times = [];
  for (let press = 0; press < presses; press += 1) {
    const of = [await list.ask('firstId')];
    await list.ask('arm', { event: 'pointerup', name: 'sorted', of });
    await list.press({ x: x + width / 2, y: y + height / 2 });
    times.push(await list.ask('taken'));
    await rest(list);
  }
  return { firstSort: times[0] ?? 0, sort: median(times.slice(1)) };
}

/** To a row far down, and back to it. @param {List} list @param {number} rounds after one that fetches the code */
export async function openAndBack(list, rounds) {
  await list.wheel(1_000, 1);
  const opened = [];
  const returned = [];
  for (let round = 0; round <= rounds; round += 1) {
    await rest(list);
    const { id, label, link } = await list.ask('rowInView');
    await list.ask('arm', { event: 'pointerup', name: 'opened', of: [label] });
    await list.press(link);
    opened.push(await list.ask('taken'));
    await rest(list);
    returned.push(await list.ask('goBack', { name: 'returned', of: [id] }));
  }
  return { open: median(opened.slice(1)), back: median(returned.slice(1)) };
}

/** @param {List} list */
export const rest = ({ slowness }) => sleep(REST_MS * slowness);
