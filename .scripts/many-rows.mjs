// A management API in memory with as many bot users as wanted, for journeys and for `npm run bench`: it answers at
// once, takes every key, and behaves as badly as it is told.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from './many-rows-account.mjs';
import { createAnswers, notFound, readRequest, refusal } from './many-rows-answers.mjs';

/**
 * @typedef {import('./many-rows-answers.mjs').Asked} Asked
 * @typedef {import('./many-rows-answers.mjs').Operation} Operation
 * @typedef {import('node:http').IncomingMessage} IncomingMessage
 * @typedef {{ delayMs: number } & import('./many-rows-answers.mjs').Pages} Conduct `delayMs`: before every answer
 */

/** @returns {Conduct} */
const good = () => ({ delayMs: 0, overlap: 0, endless: undefined });

/**
 * Listens on a free port.
 *
 * @param {number} count of bot users
 * @param {Date} [now] when the newest was made; the same time gives the same bot users
 */
export async function startManyRows(count, now = new Date()) {
  const conduct = good();
  /** @type {Asked[]} */
  const asked = [];
  /** @type {{ operation: Operation, status: number, headers: Record<string, string> }[]} */
  const refusals = [];
  const hold = { until: Promise.resolve(), end: () => {} };
  let underWay = 0;
  let mostAtOnce = 0;

  const server = createServer((request, response) => {
    response.once('close', () => (underWay -= 1));
    mostAtOnce = Math.max(mostAtOnce, (underWay += 1));
    answerTo(request).then(
      ({ status, headers, body }) => {
        response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
        response.end(body && JSON.stringify(body));
      },
      () => response.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  let account = createAccount(count, now);
  let answer = createAnswers(account, conduct, url);

  /** @param {IncomingMessage} request */
  async function answerTo(request) {
    const { method, headers } = request;
    const read = readRequest(method, request.url);
    if (!read) return notFound;
    asked.push(read);
    const input = hasBody(method) ? Object(await json(request)) : {};
    if (conduct.delayMs > 0) await sleep(conduct.delayMs);
    await hold.until;
    const refused = refusals.findIndex(({ operation }) => operation === read.operation);
    const [next] = refused === -1 ? [] : refusals.splice(refused, 1);
    if (next) return refusal(next.status, next.headers);
    if (!headers.authorization) return refusal(401);
    return answer(read, input);
  }

  const standIn = {
    url,
    conduct,

    /** What others do in it at the same time. */
    get account() {
      return account;
    },

    /**
     * The operations asked for so far, from first to last.
     *
     * @param {Operation} wanted
     */
    asked: (wanted) => asked.filter(({ operation }) => operation === wanted),

    /** Requests that were under way at the same time, at most. */
    get mostAtOnce() {
      return mostAtOnce;
    },

    /**
     * Refuses the next requests of an operation.
     *
     * @param {Operation} operation
     * @param {number} status
     * @param {{ times?: number, headers?: Record<string, string> }} [more]
     */
    refuse(operation, status, { times = 1, headers = {} } = {}) {
      for (let time = 0; time < times; time += 1) refusals.push({ operation, status, headers });
    },

    /** Answers nothing until `release`. */
    hold() {
      hold.until = new Promise((resolve) => (hold.end = resolve));
    },

    release: () => hold.end(),

    /**
     * Everything as at the start.
     *
     * @param {number} of bot users
     */
    reset(of) {
      account = createAccount(of, now);
      Object.assign(conduct, good());
      answer = createAnswers(account, conduct, url);
      refusals.length = 0;
      asked.length = 0;
      mostAtOnce = 0;
      hold.end();
    },

    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return standIn;
}

/** @typedef {Awaited<ReturnType<typeof startManyRows>>} ManyRows */

/** @param {string} [method] */
const hasBody = (method) => method === 'POST' || method === 'PATCH';
