/**
 * What is measured. `aim` is the least share of what a bare server answers; the numbers are those of the issue.
 *
 * @typedef {object} Operation
 * @property {string} name
 * @property {number} [aim]
 * @property {number} status of a good answer
 * @property {'GET' | 'PATCH' | 'POST'} method
 * @property {(id: string, count: number) => string} path below the API's base; `count`: of requests before it
 * @property {(count: number) => object} [body]
 */

/** Bot users of a page. */
export const PAGE = 100;

/** Different ids that are asked for, spread over all bot users. */
export const IDS_MAX = 1_000;

/** @type {Operation} */
const newestPage = {
  name: 'newest page',
  aim: 0.5,
  status: 200,
  method: 'GET',
  path: () => `/bot_users?limit=${PAGE}`,
};

/**
 * Pages of 91 to 100: ten times as many different ones as there are ids, which is more than a service can keep
 * answers to. So each is read anew.
 *
 * @type {Operation}
 */
export const uncachedPage = {
  name: 'uncached page',
  status: 200,
  method: 'GET',
  path: (id, count) =>
    `/bot_users?limit=${PAGE - Math.abs(Math.floor(count / IDS_MAX) % 10)}&before_id=${id}`,
};

/** @type {Operation[]} */
export const operations = [
  newestPage,
  {
    ...newestPage,
    name: 'random page',
    path: (id) => `/bot_users?limit=${PAGE}&before_id=${id}`,
  },
  uncachedPage,
  { name: 'get', aim: 0.5, status: 200, method: 'GET', path: (id) => `/bot_users/${id}` },
  {
    name: 'patch',
    aim: 0.45,
    status: 200,
    method: 'PATCH',
    path: (id) => `/bot_users/${id}`,
    // Another value each time that an id's turn comes: a change to what is there already could be answered for less.
    body: (count) => ({ active: Math.floor(count / IDS_MAX) % 2 === 0 }),
  },
  {
    name: 'create',
    aim: 0.45,
    status: 201,
    method: 'POST',
    path: () => '/bot_users',
    // Digits from behind: names in order would all go to the end of the index.
    body: (count) => ({ name: `${[...String(count)].toReversed().join('')}-bench`, active: true }),
  },
];

/**
 * Where and as whom to ask.
 *
 * @typedef {{ port: number, headers: Record<string, string> }} Target
 */

/**
 * @param {Operation} operation
 * @param {Target} target
 * @param {string} id
 * @param {number} count of requests before it
 */
export function requestParts({ method, path, body }, { port, headers }, id, count) {
  const text = body ? JSON.stringify(body(count)) : '';
  return {
    method,
    path: `/api${path(id, count)}`,
    headers: {
      Host: `127.0.0.1:${port}`,
      ...headers,
      ...(body && { 'Content-Type': 'application/json', 'Content-Length': String(text.length) }),
    },
    body: text,
  };
}

/** As it goes over the wire. */
export function requestText(/** @type {Parameters<typeof requestParts>} */ ...of) {
  const { method, path, headers, body } = requestParts(...of);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
