import type { BotUser } from '#contract/bot-user.ts';
import { idIn, idInAddress } from '#web/features/bot-users/typed-id.ts';
import { foldCase } from '#web/lib/fold-case.ts';

/**
 * The ids and names of a pasted text, each once.
 *
 * @param names a line that is one of these is taken whole, whatever it holds
 */
export function readEntries(text: string, names: ReadonlySet<string> = new Set()): string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.trim());
  const entries = lines.flatMap((line) => (names.has(line) ? line : line.split(/[,;\t]/)));
  const bare = entries.map((entry) =>
    entry
      .trim()
      .replace(/^(["'])(.*)\1$/, '$2')
      .trim(),
  );
  return [...new Set(bare)].filter((entry) => entry !== '');
}

export type ListMatch = ReturnType<typeof matchEntries>;

/**
 * Finds what each entry means: an id, the address of a bot user, a name; a name in other letter case where that is
 * only one. An id that is not loaded is told from a name by what ids look like.
 */
export function matchEntries(entries: readonly string[], rows: readonly BotUser[]) {
  const byId = new Map(rows.map((bot) => [bot.id, bot]));
  // Of 100,000 names only those are kept that are asked for.
  const called = new Map(entries.map((entry) => [foldCase(entry), [] as BotUser[]]));
  for (const bot of rows) called.get(foldCase(bot.name))?.push(bot);
  const looksLikeId = (entry: string) => idIn(entry, rows.slice(0, 1)) !== undefined;
  const matched = new Set<BotUser>();
  const notLoaded = new Set<string>();
  const unknownNames: string[] = [];
  const ambiguous: string[] = [];

  for (const entry of entries) {
    const inAddress = idInAddress(entry);
    const id = inAddress ?? entry;
    const bot = byId.get(id);
    const alike = called.get(foldCase(entry)) ?? [];
    const same = alike.filter(({ name }) => name === entry);
    const [first, second] = bot ? [bot] : same.length > 0 ? same : alike;
    if (second) ambiguous.push(entry);
    else if (first) matched.add(first);
    else if (inAddress === undefined && !looksLikeId(id)) unknownNames.push(entry);
    else notLoaded.add(id);
  }
  return { matched: [...matched], notLoaded: [...notLoaded], unknownNames, ambiguous };
}
