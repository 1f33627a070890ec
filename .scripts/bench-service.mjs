// `npm run bench:service`: requests a second and p99 of the API on both storages, beside a bare node:http server that
// answers the same bytes. `-- --quick` gives a first impression in half a minute, without the million.
import { compareSizes, compareWithBare } from './bench-compare.mjs';
import { operations } from './bench-operations.mjs';
import { runBench } from './bench-run.mjs';
import { fill, postgres, sqlite } from './bench-storages.mjs';
import { count, ms, printOperations } from './bench-print.mjs';

const quick = process.argv.includes('--quick');
const pace = quick ? { rounds: 5, ms: 200 } : { rounds: 11, ms: 400 };
const BOT_USERS = 100_000;
const FEW = 1_000;
const MANY = quick ? BOT_USERS : 1_000_000;
const SIZE_AIM = 2;

await runBench(main);

async function main() {
  const server = await postgres();
  if (!server) console.error('Without PostgreSQL, of which no server was found here.');
  const storages = server ? [sqlite, server] : [sqlite];
  console.error('Filling…');
  // Side by side, as nothing is measured yet.
  const filled = await Promise.all(storages.map(fillAll));
  for (const [index, { name }] of storages.entries()) {
    const { few, usual, many } = filled[index] ?? {};
    if (few && usual && many) await report(name, few, usual, many);
  }
  console.log(
    `\n${pace.rounds} rounds of ${pace.ms} ms, in turn with the bare server: the best rate, the median of p99.`,
  );
}

/** @param {import('./bench-storages.mjs').Storage} storage */
async function fillAll(storage) {
  const few = await fill(storage, FEW);
  const usual = await fill(storage, BOT_USERS);
  return { few, usual, many: MANY === BOT_USERS ? usual : await fill(storage, MANY) };
}

/**
 * @param {string} name
 * @param {import('./bench-storages.mjs').Filled} few
 * @param {import('./bench-storages.mjs').Filled} usual
 * @param {import('./bench-storages.mjs').Filled} many
 */
async function report(name, few, usual, many) {
  console.error(`Measuring ${name}…`);
  const sizes = await compareSizes(few, many, pace);
  const rows = [];
  for (const operation of operations) rows.push(await compareWithBare(operation, usual, pace));
  printOperations(`${name}, ${count(usual)} bot users, 20 connections`, rows);
  const verdict = sizes.ratio <= SIZE_AIM ? 'met' : 'NOT MET';
  console.log(
    `p99 of an uncached page: ${ms(sizes.few)} with ${count(few)}, ${ms(sizes.many)} with ${count(many)}: ` +
      `x ${sizes.ratio.toFixed(2)}, aim x ${SIZE_AIM.toFixed(2)}: ${verdict}`,
  );
}
