export interface Entry {
  /** Unique among all. */
  id: string;
  /** What is shown. */
  text: string;
  kind: 'Page' | 'Command' | 'Bot user' | 'Route' | 'Address';
  /** What choosing it does, where the text alone does not say. */
  does?: string;
  /** Other words that it is found by. */
  words?: string;
  run: () => void;
  /** The palette is there until something else takes its place. */
  stays?: true;
}

export interface Found {
  entries: Entry[];
  /** What else there is to say, as a sentence. */
  note?: string | undefined;
}

export interface Sources {
  /** What the text itself addresses. */
  addressed: Entry[];
  /** Always the same. */
  fixed: Entry[];
  /** Found by the text already. */
  matching: Entry[];
  /** What can be done with any text. */
  offers: Entry[];
}

/** What fits a text, the best first: what it addresses, then what it names, then what can be done with it. */
export function arrange(text: string, { addressed, fixed, matching, offers }: Sources): Entry[] {
  const ranked = [
    ...fixed.map((entry) => ({ entry, rank: rankOf(text, entry) })),
    // They may match by what is not shown, an id say.
    ...matching.map((entry) => ({ entry, rank: Math.min(rankOf(text, entry), BY_WORDS) })),
  ]
    .filter(({ rank }) => rank < Infinity)
    .toSorted((one, other) => one.rank - other.rank);
  return [...addressed, ...ranked.map(({ entry }) => entry), ...offers];
}

const BY_WORDS = 3;

/** 0: it begins with the text. 1: one of its words does. 2: the text is in it. 3: its words fit those of the text. */
export function rankOf(text: string, { text: shown, words = '' }: Entry): number {
  const [wanted, name] = [text.trim().toLowerCase(), shown.toLowerCase()];
  if (name.startsWith(wanted)) return 0;
  if (wordsOf(name).some((_, at, all) => all.slice(at).join(' ').startsWith(wanted))) return 1;
  if (name.includes(wanted)) return 2;
  const known = wordsOf(`${name} ${words.toLowerCase()}`);
  const fits = wordsOf(wanted).every((word) => known.some((each) => each.startsWith(word)));
  return fits ? BY_WORDS : Infinity;
}

const wordsOf = (text: string) => text.split(/[\s:-]+/).filter(Boolean);
