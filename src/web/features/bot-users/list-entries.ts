import type { BotUser } from '#contract/bot-user.ts';
import { isAddressable } from '#contract/endpoint.ts';
import { idIn, idInAddress } from '#web/features/bot-users/id-in.ts';
import { foldCase } from '#web/features/bot-users/text-keys.ts';

/** Between quotes an entry may hold what else separates: CSV files are written so. */
const ENTRY = /[^\S\t\r\n]*"((?:[^"\r\n]|"")*)"(?=[^\S\t\r\n]*(?:[,;\t\r\n]|$))|[^,;\t\r\n]+/g;

/** The ids and names of a pasted text, each once. */
export function readEntries(text: string): string[] {
  const entries = Array.from(text.matchAll(ENTRY), ([whole, quoted]) =>
    (quoted?.replaceAll('""', '"') ?? whole.trim().replace(/^(["'])(.*)\1$/, '$2')).trim(),
  );
  return [...new Set(entries)].filter((entry) => entry !== '');
}

export type ListMatch = {
  matched: BotUser[];
  /** Ids, as far as one can see, of bot users that are not loaded. */
  notLoaded: string[];
  unknownNames: string[];
  /** Ids that the service does not know. */
  unknownIds: string[];
  ambiguous: Array<{ entry: string; rows: BotUser[] }>;
};

/**
 * Finds what each entry means: an id, the address of a bot user, a name; a name in other letter case where that is
 * only one.
 *
 * @param others read one by one; `undefined`: the service does not know the id
 */
export function matchEntries(
  entries: readonly string[],
  rows: readonly BotUser[],
  others: ReadonlyMap<string, BotUser | undefined> = new Map(),
): ListMatch {
  const byId = new Map(rows.map((bot) => [bot.id, bot]));
  const called = rowsByName(entries, rows);
  const shortest = rows.reduce((least, { id }) => Math.min(least, id.length), Infinity);
  // A name may begin as ids do, but is hardly as long.
  const looksLikeId = (entry: string) =>
    entry.length >= shortest && idIn(entry, rows.slice(0, 1)) !== undefined;
  const matched = new Map<string, BotUser>();
  const result: Omit<ListMatch, 'matched'> = {
    notLoaded: [],
    unknownNames: [],
    unknownIds: [],
    ambiguous: [],
  };

  for (const entry of entries) {
    const inAddress = idInAddress(entry);
    const id = inAddress ?? entry;
    const bot = byId.get(id) ?? others.get(id);
    const found = bot ? [bot] : called(entry);
    const [first, second] = found;
    if (second) result.ambiguous.push({ entry, rows: found });
    else if (first) matched.set(first.id, first);
    else if (inAddress === undefined && !looksLikeId(id)) result.unknownNames.push(entry);
    else if (others.has(id) || !isAddressable(id)) result.unknownIds.push(id);
    else result.notLoaded.push(id);
  }
  return { ...result, notLoaded: [...new Set(result.notLoaded)], matched: [...matched.values()] };
}

/** Bot users that are called so, else those that are in other letter case; of 100,000 only what is asked for is kept. */
function rowsByName(entries: readonly string[], rows: readonly BotUser[]) {
  const asked = new Map(entries.map((entry) => [foldCase(entry), [] as BotUser[]]));
  for (const bot of rows) asked.get(foldCase(bot.name))?.push(bot);
  return (entry: string) => {
    const alike = asked.get(foldCase(entry)) ?? [];
    const same = alike.filter(({ name }) => name === entry);
    return same.length > 0 ? same : alike;
  };
}
