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
  // Of 100,000 names only those are kept that are asked for.
  const called = new Map(entries.map((entry) => [foldCase(entry), [] as BotUser[]]));
  for (const bot of rows) called.get(foldCase(bot.name))?.push(bot);
  const shortest = rows.reduce((least, { id }) => Math.min(least, id.length), Infinity);
  // A name may begin as ids do, but is hardly as long.
  const looksLikeId = (entry: string) =>
    entry.length >= shortest && idIn(entry, rows.slice(0, 1)) !== undefined;
  const matched = new Set<BotUser>();
  const notLoaded = new Set<string>();
  const rest: Pick<ListMatch, 'unknownNames' | 'unknownIds' | 'ambiguous'> = {
    unknownNames: [],
    unknownIds: [],
    ambiguous: [],
  };

  for (const entry of entries) {
    const inAddress = idInAddress(entry);
    const id = inAddress ?? entry;
    const bot = byId.get(id) ?? others.get(id);
    const alike = called.get(foldCase(entry)) ?? [];
    const same = alike.filter(({ name }) => name === entry);
    const found = bot ? [bot] : same.length > 0 ? same : alike;
    const [first, second] = found;
    if (second) rest.ambiguous.push({ entry, rows: found });
    else if (first) matched.add(first);
    else if (inAddress === undefined && !looksLikeId(id)) rest.unknownNames.push(entry);
    else if (others.has(id) || !isAddressable(id)) rest.unknownIds.push(id);
    else notLoaded.add(id);
  }
  return { ...rest, notLoaded: [...notLoaded], matched: [...matched] };
}
