/**
 * @typedef {import('./many-rows-account.mjs').Account} Account
 * @typedef {import('./many-rows-account.mjs').Bot} Bot
 * @typedef {'list' | 'create' | 'get' | 'update' | 'remove'} Operation
 * @typedef {{ operation: Operation, id: string, query: URLSearchParams }} Asked
 * @typedef {{ status: number, headers?: Record<string, string>, body?: object }} Answer
 */

/**
 * How pages are cut.
 *
 * @typedef {object} Pages
 * @property {number} overlap rows of a page that come again at the start of the next one
 * @property {{ after: number, come: 'second page' | 'empty pages' } | undefined} endless once this many rows have come,
 *   pages never end: the second one comes again, or empty ones, each at another address
 */

const LIST = '/bot_users';
const PAGE_MAX = 100;

/** @type {Record<string, Operation>} */
const ofList = { GET: 'list', POST: 'create' };
/** @type {Record<string, Operation>} */
const ofOne = { GET: 'get', PATCH: 'update', DELETE: 'remove' };

/**
 * @param {string} [method]
 * @param {string} [address] path and query
 * @returns {Asked | undefined} undefined for what is no operation on bot users
 */
export function readRequest(method = '', address = '') {
  const { pathname, searchParams: query } = new URL(address, 'http://any');
  const [, id = ''] = /^\/bot_users\/([^/]+)$/.exec(pathname) ?? [];
  const operations = id === '' ? ofList : ofOne;
  const operation = id !== '' || pathname === LIST ? operations[method] : undefined;
  return operation && { operation, id, query };
}

/**
 * The rules: what is answered by an account.
 *
 * @param {Account} account
 * @param {Pages} pages read at every answer
 * @param {string} base absolute address of the API
 */
export function createAnswers(account, pages, base) {
  const uri = base + LIST;
  let emptyPages = 0;

  const toWire = (/** @type {Bot} */ bot) => ({ ...bot, uri: `${uri}/${bot.id}` });

  /**
   * @param {Bot | undefined} bot
   * @returns {Answer}
   */
  const found = (bot) => (bot ? { status: 200, body: toWire(bot) } : notFound);

  /**
   * @param {URLSearchParams} query
   * @returns {Answer}
   */
  function list(query) {
    const limit = Number(query.get('limit') ?? PAGE_MAX);
    const { bots, end } = account.page(limit, query.get('before_id') ?? undefined);
    const next = nextBeforeId(bots, end, limit);
    const next_page_uri = next === undefined ? null : `${uri}?before_id=${next}&limit=${limit}`;
    return { status: 200, body: { bot_users: bots.map(toWire), uri, next_page_uri } };
  }

  /**
   * @param {Bot[]} bots of the page
   * @param {number} end rows up to its end
   * @param {number} limit
   */
  function nextBeforeId(bots, end, limit) {
    const { overlap, endless } = pages;
    if (endless && end >= endless.after) {
      if (endless.come === 'second page') return account.page(limit).bots.at(-1)?.id;
      emptyPages += 1;
      return `bot_${String(emptyPages).padStart(27, '0')}`;
    }
    return end < account.size ? bots.at(-1 - overlap)?.id : undefined;
  }

  /**
   * @param {Asked} asked
   * @param {object} input
   * @returns {Answer}
   */
  return ({ operation, id, query }, input) => {
    if (operation === 'list') return list(query);
    if (operation === 'get') return found(account.find(id));
    if (operation === 'update') return found(account.update(id, input));
    if (operation === 'remove') return account.remove(id) ? { status: 204 } : notFound;
    return { status: 201, body: toWire(account.create({ name: '', ...input })) };
  };
}

/**
 * In the form of the embedded service.
 *
 * @param {number} status
 * @param {Record<string, string>} [headers]
 * @returns {Answer}
 */
export function refusal(status, headers = {}) {
  const details = { operation_id: 'op_of_the_stand_in' };
  const body = {
    error_code: 'STAND_IN',
    status_code: status,
    msg: 'Refused by the stand-in',
    details,
  };
  return { status, headers, body };
}

export const notFound = refusal(404);
