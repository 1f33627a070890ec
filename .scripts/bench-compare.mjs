import { request } from 'node:http';
import { median } from './bench-numbers.mjs';
import { uncachedPage, requestParts } from './bench-operations.mjs';
import { startHelper } from './bench-processes.mjs';

/**
 * @typedef {import('./bench-operations.mjs').Operation} Operation
 * @typedef {import('./bench-storages.mjs').Filled} Filled
 * @typedef {import('./bench-load.mjs').Measured} Measured
 * @typedef {{ rounds: number, ms: number }} Pace
 */

const load = startHelper('bench-load.mjs');
const bare = startHelper('bench-bare.mjs');
const barePort = await bare.next();

/**
 * Short rounds in turn, so that what else the machine does hits both. It can only take away, and more from who has
 * more to do: of the rates, the best round counts.
 *
 * @param {Operation} operation
 * @param {Filled} filled
 * @param {Pace} pace
 */
export async function compareWithBare(operation, { target, ids }, { rounds, ms }) {
  await bare.ask(await recordAnswer(operation, target, ids[0] ?? ''));
  const measure = (/** @type {number} */ port) =>
    run({ target: { ...target, port }, operation: operation.name, ids, ms });
  const pairs = await inTurn(
    rounds,
    () => measure(target.port),
    () => measure(barePort),
  );
  const perSecond = Math.max(...pairs.map(([own]) => own.perSecond));
  const barePerSecond = Math.max(...pairs.map(([, other]) => other.perSecond));
  return {
    operation,
    perSecond,
    p99: median(pairs.map(([own]) => own.p99)),
    barePerSecond,
    ratio: perSecond / barePerSecond,
    busy: Math.max(...pairs.map(([, other]) => other.busy)),
  };
}

/**
 * @param {Filled} few
 * @param {Filled} many
 * @param {Pace} pace
 */
export async function compareSizes(few, many, { rounds, ms }) {
  const measure = (/** @type {Filled} */ { target, ids }) =>
    run({ target, operation: uncachedPage.name, ids, ms });
  const pairs = await inTurn(
    rounds,
    () => measure(few),
    () => measure(many),
  );
  const p99 = {
    few: median(pairs.map(([one]) => one.p99)),
    many: median(pairs.map(([, other]) => other.p99)),
  };
  return { ...p99, ratio: p99.many / p99.few };
}

/**
 * @param {number} rounds after one that does not count, in which the programs warm up
 * @param {() => Promise<Measured>} one
 * @param {() => Promise<Measured>} other
 */
async function inTurn(rounds, one, other) {
  await one();
  await other();
  /** @type {[Measured, Measured][]} */
  const pairs = [];
  for (let round = 0; round < rounds; round += 1) pairs.push([await one(), await other()]);
  return pairs;
}

/**
 * @param {import('./bench-load.mjs').Round} round
 * @returns {Promise<Measured>}
 */
async function run(round) {
  const { measured, failed } = await load.ask(round);
  if (failed) throw new Error(`${round.operation}: ${failed}`);
  return measured;
}

/** What Node adds to an answer by itself. */
const OF_NODE = ['date', 'connection', 'keep-alive'];

/**
 * @param {Operation} operation
 * @param {import('./bench-operations.mjs').Target} target
 * @param {string} id
 * @returns {Promise<import('./bench-bare.mjs').Answer>}
 */
function recordAnswer(operation, target, id) {
  const { method, path, headers, body } = requestParts(operation, target, id, -1);
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: target.port, method, path, headers });
    asked.once('error', reject);
    asked.once('response', (answer) => {
      const { statusCode: status = 0, rawHeaders } = answer;
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)));
      answer.once('end', () => {
        const kept = rawHeaders.filter(
          (_, index) => !OF_NODE.includes(rawHeaders[index - (index % 2)]?.toLowerCase() ?? ''),
        );
        resolve({ status, headers: kept, body: text });
      });
    });
    asked.end(body);
  });
}
