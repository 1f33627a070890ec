/**
 * The keys of a word that each leave fewer rows than the one before, with what is typed by then: only after these the
 * line that tells how many match is another.
 *
 * @param {import('./many-rows-account.mjs').Bot[]} bots
 * @param {string} word in small letters
 * @returns {{ key: string, wanted: string, count: number }[]} up to the first key that leaves as many, or none
 */
export function narrowingKeys(bots, word) {
  const keys = [];
  let left = bots.map(({ id, name }) => `${name}\n${id}`.toLowerCase());
  for (const [index, key] of [...word].entries()) {
    const wanted = word.slice(0, index + 1);
    const matching = left.filter((text) => text.includes(wanted));
    if (matching.length === left.length || matching.length === 0) break;
    keys.push({ key, wanted, count: matching.length });
    left = matching;
  }
  return keys;
}
