import { createNames } from './many-rows-names.mjs';
import { createRandom } from './many-rows-random.mjs';

/** @typedef {{ id: string, name: string, active: boolean, created_at: string }} Bot */

/** In the order of the character codes, as in the service's ids. */
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const YEARS_MS = 3 * 365 * 86_400_000;
const SEED = 20_261_121;

/** Of a KSUID: when its time begins, how many of its characters hold the time, how many are chance. */
const EPOCH_S = 1_400_000_000;
const TIME_DIGITS = 6;
const CHANCE_DIGITS = 21;

/** The first characters go up by this in a second: 20 bytes, 4 of them seconds, are written in base 62. */
const STEPS_A_SECOND = 2 ** 128 / 62 ** CHANCE_DIGITS;

/**
 * Bot users in memory, made over three years, a fifth of them inactive. The same at every call with the same time.
 *
 * @param {number} count
 * @param {Date} now when the newest was made
 */
export function createAccount(count, now) {
  const random = createRandom(SEED);
  const nextName = createNames(random);
  let lastHead = 0;

  /** From old to new, so by id. @type {Bot[]} */
  const bots = [];
  for (let index = 1; index <= count; index += 1)
    add(nextName(), random.below(5) > 0, now.getTime() - YEARS_MS * (1 - index / count));

  /**
   * @param {string} name
   * @param {boolean} active
   * @param {number} at ms
   */
  function add(name, active, at) {
    const seconds = Math.floor(at / 1000);
    // Always greater than the one before, also in one second.
    lastHead = Math.max(lastHead + 1, Math.floor((seconds - EPOCH_S) * STEPS_A_SECOND));
    const chance = Array.from({ length: CHANCE_DIGITS }, () => random.oneOf(DIGITS));
    const id = `bot_${base62(lastHead)}${chance.join('')}`;
    const created_at = `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
    const bot = { id, name, active, created_at };
    bots.push(bot);
    return bot;
  }

  /** How many have a smaller id. @param {string} id */
  function countBefore(id) {
    let low = 0;
    let high = bots.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (/** @type {Bot} */ (bots[middle]).id < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** @param {string} id */
  function find(id) {
    const bot = bots[countBefore(id)];
    return bot?.id === id ? bot : undefined;
  }

  return {
    find,

    get size() {
      return bots.length;
    },

    /** From new to old. */
    all: () => bots.toReversed(),

    /**
     * A place in the list and what comes from there on, from new to old.
     *
     * @param {number} limit
     * @param {string} [beforeId] compared as a position, not looked up
     * @returns {{ bots: Bot[], end: number }} `end`: bot users up to the end of this page
     */
    page(limit, beforeId) {
      const top = beforeId === undefined ? bots.length : countBefore(beforeId);
      const bottom = Math.max(0, top - limit);
      return { bots: bots.slice(bottom, top).toReversed(), end: bots.length - bottom };
    },

    /** @param {{ name: string, active?: boolean }} input */
    create: ({ name, active = true }) => add(name, active, Date.now()),

    /**
     * @param {string} id
     * @param {{ name?: string, active?: boolean }} change
     */
    update(id, change) {
      const bot = find(id);
      if (!bot) return undefined;
      // Another object: who holds the one before still has what it was.
      const { name = bot.name, active = bot.active } = change;
      return (bots[countBefore(id)] = { ...bot, name, active });
    },

    /** @param {string} id @returns whether there was one */
    remove(id) {
      if (!find(id)) return false;
      bots.splice(countBefore(id), 1);
      return true;
    },
  };
}

/** @typedef {ReturnType<typeof createAccount>} Account */

/** @param {number} value */
function base62(value) {
  let text = '';
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62))
    text = DIGITS.charAt(rest % 62) + text;
  return text.padStart(TIME_DIGITS, '0');
}
