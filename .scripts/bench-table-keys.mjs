/**
 * The keys of a word, one after the other, and what is found by then.
 *
 * @param {import('./many-rows-account.mjs').Bot[]} bots
 * @param {string} word in small letters
 * @returns {{ key: string, wanted: string, count: number, isSeen: boolean }[]} as long as anything is found; `isSeen`:
 *   the key changes the line that tells how many match
 */
export function keysOf(bots, word) {
  const keys = [];
  let found = bots.map(({ id, name }) => `${name}\n${id}`.toLowerCase());
  let before = -1; // without a filter there is no such line
  for (const [index, key] of [...word].entries()) {
    const wanted = word.slice(0, index + 1);
    found = found.filter((text) => text.includes(wanted));
    const count = found.length;
    if (count === 0) break;
    keys.push({ key, wanted, count, isSeen: count !== before });
    before = count;
  }
  return keys;
}
