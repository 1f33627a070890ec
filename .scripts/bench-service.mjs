// `npm run bench:service`: requests a second and p99 of the API on both storages, beside a bare node:http server that
// sends the same bytes. `-- --quick` gives a first impression in half a minute, without the million.
import { IDS, newPage, nextRequest, operations, runLoad } from './bench-load.mjs';
import { median, ms, printTable, verdict, whole } from './bench-report.mjs';
import { PAGE, readBots, runBench, startFilled, startServer } from './bench-run.mjs';
import { startPostgres } from './postgres.mjs';

/**
 * @typedef {import('./bench-load.mjs').Operation} Operation
 * @typedef {import('./bench-load.mjs').Target} Target
 * @typedef {(botUsers: number) => Promise<import('./bench-run.mjs').Filled>} Fill
 */

const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 5 : 11;
const ROUND_MS = quick ? 200 : 400;
const USUAL = 100_000;
const FEW = 1_000;
const MANY = quick ? USUAL : 1_000_000;
const SIZE_AIM = 2;

/** Above it the load could not ask the bare server faster, and the ratio flatters. */
const BUSY_MAX = 0.95;

await runBench(async () => {
  const server = await startPostgres({ durable: true });
  if (!server) console.error('Without PostgreSQL, of which no server was found here.');
  await report('SQLite', (botUsers) => startFilled(botUsers));
  if (!server) return;
  await report('PostgreSQL', async (botUsers) => {
    const DATABASE_URL = await server.createDatabase();
    return startFilled(botUsers, { DATABASE_URL }, () => vacuum(DATABASE_URL));
  });
});

/** Else the server does so by itself, in the middle of a round. @param {string} connectionString */
async function vacuum(connectionString) {
  const { Client } = await import('pg');
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('VACUUM ANALYZE bot_users');
  await client.end();
}

/**
 * @param {string} name
 * @param {Fill} fill
 */
async function report(name, fill) {
  console.error(`Filling and measuring ${name}…`);
  const few = await fillTarget(fill, FEW);
  const usual = await fillTarget(fill, USUAL);
  const many = MANY === USUAL ? usual : await fillTarget(fill, MANY);
  const [ofFew, ofMany] = await inTurn(newPage, few, many);
  const rows = [];
  for (const operation of operations) rows.push(await besideBare(operation, usual));

  console.log(`\n${name}, ${whole(USUAL)} bot users, 20 connections`);
  printTable([['operation', 'requests/s', 'p99', 'bare/s', 'ratio', 'aim', ''], ...rows]);
  const [p99, p99OfMany] = [ofFew?.p99 ?? 0, ofMany?.p99 ?? 0];
  console.log(
    `p99 of a new page: ${ms(p99)} with ${whole(FEW)}, ${ms(p99OfMany)} with ${whole(MANY)}: x ` +
      `${(p99OfMany / p99).toFixed(2)}, aim x ${SIZE_AIM}: ${verdict(p99OfMany / p99 <= SIZE_AIM)}\n` +
      `Of ${ROUNDS} rounds of ${ROUND_MS} ms, in turn: the best rate, the median of p99.`,
  );
}

/**
 * @param {Fill} fill
 * @param {number} botUsers
 * @returns {Promise<Target>} its ids each have a whole page after them
 */
async function fillTarget(fill, botUsers) {
  const service = await fill(botUsers);
  const bots = await readBots(service);
  const step = (bots.length - PAGE) / IDS;
  const ids = Array.from({ length: IDS }, (_, index) => bots[Math.floor(index * step)]?.id ?? '');
  return { ...service, ids };
}

/**
 * Short rounds in turn, after one that does not count, so that what else the machine does hits all. It can only take
 * away, and more from who has more to do: of the rates, the best round counts.
 *
 * @param {Operation} operation
 * @param {Target[]} targets
 */
async function inTurn(operation, ...targets) {
  const results = targets.map((target) => ({
    target,
    perSecond: 0,
    busy: 0,
    p99s: /** @type {number[]} */ ([]),
  }));
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const result of results) {
      const { perSecond, busy, p99 } = await runLoad(operation, result.target, ROUND_MS);
      if (round === 0) continue;
      result.perSecond = Math.max(result.perSecond, perSecond);
      result.busy = Math.max(result.busy, busy);
      result.p99s.push(p99);
    }
  return results.map(({ p99s, ...result }) => ({ ...result, p99: median(p99s) }));
}

/**
 * @param {Operation} operation
 * @param {Target} service
 * @returns {Promise<string[]>} a row of the report
 */
async function besideBare(operation, service) {
  const { path, ...request } = nextRequest(operation, service);
  const response = await fetch(`http://127.0.0.1:${service.port}${path}`, request);
  const headers = [...response.headers].flat();
  const recorded = { status: response.status, headers, body: await response.text() };
  const bare = await startServer('.scripts/bench-bare.mjs', { RESPONSE: JSON.stringify(recorded) });
  const [own, other] = await inTurn(operation, service, { ...service, port: bare.port });
  await bare.stop();
  if (!own || !other) return [];
  const ratio = own.perSecond / other.perSecond;
  const { name, aim } = operation;
  return [
    name,
    whole(own.perSecond),
    ms(own.p99),
    whole(other.perSecond),
    ratio.toFixed(2),
    aim?.toFixed(2) ?? '',
    `${aim ? verdict(ratio >= aim) : ''}${other.busy > BUSY_MAX ? ' (bare: bounded by the load)' : ''}`,
  ];
}
