// The load of `npm run bench:service`, a process of its own. autocannon spends more on a request than a bare server
// does on its answer, so that one would look slower than it is; this reads no more of an answer than it must.
import { connect } from 'node:net';
import { operations, requestText } from './bench-operations.mjs';
import { percentile } from './bench-numbers.mjs';

/**
 * @typedef {import('./bench-operations.mjs').Target} Target
 * @typedef {{ target: Target, operation: string, ids: string[], ms: number }} Round
 * @typedef {{ perSecond: number, p99: number, busy: number }} Measured `p99` in ms; `busy`: share of the time
 *   in which this process worked, near 1 means that it could not ask faster
 */

const CONNECTIONS = 20;

/** Goes on over all rounds: names of new bot users must never come again. */
let sent = 0;

/** All connections read into it: what came is looked at before anything else is read. */
const buffer = Buffer.allocUnsafe(64 * 1024);

process.on('message', (/** @type {Round} */ round) => {
  run(round).then(
    (measured) => process.send?.({ measured }),
    (/** @type {Error} */ error) => process.send?.({ failed: error.message }),
  );
});
process.once('disconnect', () => process.exit());

/**
 * Asks over all connections, each for the next as soon as it has the last answer, until the time is up.
 *
 * @param {Round} round
 * @returns {Promise<Measured>}
 */
async function run({ target, operation: name, ids, ms }) {
  const operation = operations.find((each) => each.name === name);
  if (!operation) throw new Error(`There is no operation ${name}`);
  const { status } = operation;
  const usage = process.cpuUsage();
  const start = performance.now();
  const until = start + ms;
  /** @type {number[]} */
  const times = [];
  await Promise.all(
    Array.from({ length: CONNECTIONS }, () =>
      askOn(target.port, status, () => {
        // Ids that lie far apart, each as often as any other.
        const id = ids[(sent * 7919) % ids.length] ?? '';
        return requestText(operation, target, id, sent++);
      }),
    ),
  );
  const { user, system } = process.cpuUsage(usage);
  const busy = (user + system) / 1000 / (performance.now() - start);
  return { perSecond: times.length / (ms / 1000), p99: percentile(times, 0.99), busy };

  /**
   * @param {number} port
   * @param {number} wanted
   * @param {() => string} nextRequest
   * @returns {Promise<void>}
   */
  function askOn(port, wanted, nextRequest) {
    return new Promise((resolve, reject) => {
      let askedAt = 0;
      let missing = 0;
      const ask = () => {
        askedAt = performance.now();
        socket.write(nextRequest(), 'latin1');
      };
      const socket = connect({
        host: '127.0.0.1',
        port,
        noDelay: true,
        onread: {
          buffer,
          callback(length) {
            try {
              missing = (missing === 0 ? answerLength(buffer, length, wanted) : missing) - length;
            } catch (error) {
              reject(error);
              return false;
            }
            if (missing > 0) return true;
            const now = performance.now();
            if (now >= until) {
              socket.end();
              return true;
            }
            times.push(now - askedAt);
            ask();
            return true;
          },
        },
      });
      socket.once('connect', ask);
      socket.once('error', reject);
      socket.once('close', () => resolve());
    });
  }
}

/**
 * Bytes of the answer that begins the buffer, its head included. The head of these answers is always in the first
 * piece.
 *
 * @param {Buffer} bytes
 * @param {number} length
 * @param {number} status
 */
function answerLength(bytes, length, status) {
  const text = bytes.toString('latin1', 0, Math.min(length, 2048));
  const end = text.indexOf('\r\n\r\n');
  const found = /\r\ncontent-length: (\d+)/i.exec(text);
  if (Number(text.slice(9, 12)) === status && end !== -1 && found)
    return end + 4 + Number(found[1]);
  throw new Error(`Not what was expected: ${text.slice(0, 500)}`);
}
