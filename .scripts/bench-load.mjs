// The load of `npm run bench:service`. autocannon spends more on a request than a bare server does on its response, so
// that one would look slower than it is; this reads no more of a response than it must.
import { connect } from 'node:net';
import { percentile } from './bench-report.mjs';
import { PAGE } from './bench-run.mjs';

/**
 * What is measured. `aim` is the least share of what a bare server does.
 *
 * @typedef {object} Operation
 * @property {string} name
 * @property {number} [aim]
 * @property {number} [status] of a good response, if not 200
 * @property {'GET' | 'PATCH' | 'POST'} [method]
 * @property {(id: string, count: number) => string} path below that of all bot users; `count`: of requests before it
 * @property {(count: number) => object} [body]
 *
 * @typedef {{ port: number, headers: Record<string, string>, ids: string[] }} Target
 */

/** Different ids that are asked for, spread over all bot users. */
export const IDS = 1_000;

/**
 * A page anywhere in the list, never the same twice, so that none comes from a cache: a cursor is a place, and need not
 * be the id of anybody.
 *
 * @type {Operation}
 */
export const newPage = {
  name: 'new page',
  path: (id, count) =>
    `?limit=${PAGE}&before_id=${id.slice(0, -8)}${String(count).padStart(8, '0')}`,
};

/** @type {Operation[]} */
export const operations = [
  { name: 'list', aim: 0.5, path: () => `?limit=${PAGE}` },
  { name: 'page', path: (id) => `?limit=${PAGE}&before_id=${id}` },
  newPage,
  { name: 'get', aim: 0.5, path: (id) => `/${id}` },
  {
    name: 'patch',
    aim: 0.45,
    method: 'PATCH',
    path: (id) => `/${id}`,
    // Another value on each turn of an id: a change to the current value could cost less.
    body: (count) => ({ active: Math.floor(count / IDS) % 2 === 0 }),
  },
  {
    name: 'create',
    aim: 0.45,
    status: 201,
    method: 'POST',
    path: () => '',
    // Digits from behind: names in order would all go to the end of the index.
    body: (count) => ({ name: `${[...`${count}`].toReversed().join('')}-bench`, active: true }),
  },
];

const CONNECTIONS = 20;

/** Counts over all rounds: names of new bot users must not repeat. */
let sent = 0;

/**
 * The next request. Consecutive ids are far apart, and all are used equally often.
 *
 * @param {Operation} operation
 * @param {Target} target
 */
export function nextRequest({ method = 'GET', path, body }, { headers, ids }) {
  const id = ids[(sent * 7919) % IDS] ?? '';
  const text = body && JSON.stringify(body(sent));
  const below = path(id, sent);
  sent += 1;
  return {
    method,
    path: `/api/bot_users${below}`,
    headers: { ...headers, ...(text && { 'Content-Type': 'application/json' }) },
    ...(text && { body: text }),
  };
}

/** Shared by all connections: each chunk is parsed before the next is read. */
const buffer = Buffer.allocUnsafe(64 * 1024);

/**
 * Asks over all connections, each for the next as soon as it has the last response, until the time is up.
 *
 * @param {Operation} operation
 * @param {Target} target
 * @param {number} ms
 * @returns `p99` in ms; `busy`: share of the time in which this process worked, near 1 it could not ask faster
 */
export async function runLoad(operation, target, ms) {
  const usage = process.cpuUsage();
  const start = performance.now();
  /** @type {number[]} */
  const times = [];
  await Promise.all(
    Array.from({ length: CONNECTIONS }, () => askUntil(operation, target, start + ms, times)),
  );
  const { user, system } = process.cpuUsage(usage);
  const busy = (user + system) / 1000 / (performance.now() - start);
  return { perSecond: times.length / (ms / 1000), p99: percentile(times, 0.99), busy };
}

/**
 * @param {Operation} operation
 * @param {Target} target
 * @param {number} until
 * @param {number[]} times ms of each request
 * @returns {Promise<void>}
 */
function askUntil(operation, target, until, times) {
  return new Promise((resolve, reject) => {
    let askedAt = 0;
    let missing = 0;
    const ask = () => {
      askedAt = performance.now();
      socket.write(requestText(operation, target), 'latin1');
    };
    const callback = (/** @type {number} */ length) => {
      missing = (missing || responseLength(length, operation)) - length;
      if (Number.isNaN(missing)) {
        reject(new Error(`${operation.name}: ${buffer.toString('latin1', 0, 500)}`));
        return false;
      }
      if (missing > 0) return true;
      const now = performance.now();
      if (now >= until) socket.end();
      else {
        times.push(now - askedAt);
        ask();
      }
      return true;
    };
    const address = { host: '127.0.0.1', port: target.port, noDelay: true };
    const socket = connect({ ...address, onread: { buffer, callback } });
    socket.once('connect', ask);
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
}

/** As it goes over the wire. @param {Operation} operation @param {Target} target */
function requestText(operation, target) {
  const { method, path, headers, body = '' } = nextRequest(operation, target);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (body) lines.push(`Content-Length: ${body.length}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\n${lines.join('')}\r\n${body}`;
}

/**
 * Bytes of the response that begins the buffer, its head included; `NaN`: not what was expected. The head of these
 * responses is always in the first piece.
 *
 * @param {number} length of what came
 * @param {Operation} operation
 */
function responseLength(length, { status = 200 }) {
  const text = buffer.toString('latin1', 0, Math.min(length, 2048));
  const end = text.indexOf('\r\n\r\n');
  const found = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
  return Number(text.slice(9, 12)) === status && end !== -1 ? end + 4 + Number(found) : NaN;
}
