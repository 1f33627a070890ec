import type { PolicyBook } from '#web/features/routes/policies/policy-book.ts';
import { formatNumber, shorten } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';

export interface PolicyEntries {
  /** In their order, repeats included. */
  ids: string[];
  /** No id and no known name. */
  unreadable: string[];
  /** Ids that look like something else than a policy: added only where the person says so. */
  foreign: string[];
  /** Names that several policies have. */
  ambiguous: string[];
}

const AROUND = '["\'`“”‘’()\\[\\]{}<>]+';
const outer = new RegExp(`^${AROUND}|${AROUND}$`, 'g');
const unquoted = (part: string) => part.replaceAll(outer, '');

/** Words of the longest name that is found. */
const NAME_WORDS_MAX = 12;

const wordKey = (word = '') => word.normalize().toLowerCase();

/** What the names begin with, each with the most words of a name that does: most words of a text begin none. */
function namesByFirstWord({ policies }: PolicyBook): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  for (const { name } of policies) {
    const words = name.match(/[^\s,;]+/g) ?? [];
    const first = wordKey(words[0]);
    if (words.length > 0)
      lengths.set(first, Math.min(NAME_WORDS_MAX, Math.max(words.length, lengths.get(first) ?? 0)));
  }
  return lengths;
}

const between = (line: string, first?: RegExpExecArray, last = first) =>
  line.slice(first?.index, last && last.index + last[0].length);

/**
 * Reads ids and names of policies: apart by white space, commas, semicolons or lines, quoted or as a list. An address
 * gives its last part; a whole name in any case gives its id.
 */
export function readPolicyEntries(text: string, book: PolicyBook): PolicyEntries {
  const entries: PolicyEntries = { ids: [], unreadable: [], foreign: [], ambiguous: [] };
  const lengths = namesByFirstWord(book);
  const isForeign = foreignCheck(book);

  /** @returns whether it was a name */
  function takeName(written: string): boolean {
    const name = written.trim();
    const found = book.find(name);
    if (found.length === 0 || found[0] === name) return false;
    if (found.length === 1) entries.ids.push(...found);
    else entries.ambiguous.push(name);
    return true;
  }

  function takeWord(word: string) {
    const id = lastSegment(unquoted(word));
    if (id === '') return;
    if (!/^[\w-]+$/.test(id)) entries.unreadable.push(id);
    else if (isForeign(id)) entries.foreign.push(id);
    else entries.ids.push(id);
  }

  for (const line of text.split(/[\r\n]+/)) {
    const words = [...line.matchAll(/[^\s,;]+/g)];
    let start = 0;
    /** A name may hold blanks and commas. */
    const isName = (length: number) => {
      const piece = between(line, words[start], words[start + length - 1]);
      return takeName(piece) || takeName(unquoted(piece));
    };
    while (start < words.length) {
      // The longest name that begins here.
      const word = words[start]?.[0] ?? '';
      const most = lengths.get(wordKey(word)) ?? lengths.get(wordKey(unquoted(word))) ?? 0;
      let length = Math.min(most, words.length - start);
      while (length > 0 && !isName(length)) length -= 1;
      if (length === 0) takeWord(word);
      start += Math.max(1, length);
    }
  }
  return entries;
}

/** Only of what is clearly an address: `10.0.0.0/8` is none, and `8` is no policy. */
function lastSegment(part: string): string {
  const [, path = ''] = /^(?:https?:\/\/[^/]*|[\w-]+)?(\/[^?#]*)/i.exec(part) ?? [];
  const isAddress = /^(https?:\/)?\//i.test(part) || part.includes('ip_policies/');
  return (isAddress && path.split('/').findLast((segment) => segment !== '')) || part;
}

/** What ids of this API begin with. */
const OTHER_KINDS = [
  ['bot_', 'a bot user'],
  ['edghts_', 'an edge'],
  ['edghtsrt_', 'a route'],
] as const;

const prefixOf = (id: string) => /^[A-Za-z]+_/.exec(id)?.[0];

/** What all known ids begin with; one id alone shows no rule. */
function commonPrefix({ policies: [first, ...others] }: PolicyBook): string | undefined {
  const prefix = first && prefixOf(first.id);
  const isCommon = others.length > 0 && others.every(({ id }) => prefixOf(id) === prefix);
  return isCommon ? prefix : undefined;
}

function foreignCheck(book: PolicyBook): (id: string) => boolean {
  const prefix = commonPrefix(book);
  return (id) =>
    book.nameOf(id) === '' &&
    (OTHER_KINDS.some(([other]) => id.startsWith(other)) ||
      (prefix !== undefined && prefixOf(id) !== prefix));
}

/** `bot_2x… looks like a bot user, not an IP policy.` */
function foreignSentence(ids: string[], book: PolicyBook): string {
  const [id = ''] = ids;
  const kind = OTHER_KINDS.find(([other]) => id.startsWith(other))?.[1];
  if (ids.length > 1) return `${quoted(ids)} do not look like IP policies.`;
  return kind === undefined
    ? `${quoted(ids)} does not begin with ${commonPrefix(book) ?? ''} like the other IP policies.`
    : `${quoted(ids)} looks like ${kind}, not an IP policy.`;
}

export interface TakenPolicies {
  /** To be added. */
  ids: string[];
  /** What stays in the field. */
  text: string;
  /** Why it stays, with what to do; empty where nothing does. */
  error: string;
}

/**
 * What a press of "Add" does with the field.
 *
 * @param anyway also the ids that look foreign: "Add anyway" was pressed
 */
export function takePolicies(text: string, book: PolicyBook, anyway = false): TakenPolicies {
  if (session.containsKey(text)) return { ids: [], text, error: HAS_KEY };
  const entries = readPolicyEntries(text, book);
  const ids = anyway ? [...entries.ids, ...entries.foreign] : entries.ids;
  const foreign = anyway ? [] : entries.foreign;
  const left = [...entries.unreadable, ...entries.ambiguous, ...foreign];
  if (ids.length + left.length === 0)
    return { ids, text: '', error: 'Enter one or more IP policy ids' };
  return { ids, text: left.join(', '), error: entriesError({ ...entries, foreign }, book) };
}

const HAS_KEY = 'This holds your API key. Nothing was added: take it out.';

/** Why not all of a text could be added; empty where all could. */
export const policiesError = (text: string, book: PolicyBook): string =>
  session.containsKey(text) ? HAS_KEY : entriesError(readPolicyEntries(text, book), book);

function entriesError(entries: PolicyEntries, book: PolicyBook): string {
  const { unreadable, ambiguous, foreign } = entries;
  const sentences = [
    ...(unreadable.length > 0 ? [unreadableIdsSentence(unreadable)] : []),
    ...ambiguous.map(
      (name) =>
        `${formatNumber(book.find(name).length)} IP policies are called ${quoted([name])}: enter the id`,
    ),
    ...(foreign.length > 0 ? [foreignSentence(foreign, book)] : []),
  ];
  return sentences.join('. ');
}

/** `Added 5. 2 were already in the list.` */
export function addedIdsSentence(added: number, repeated: number): string {
  const words = [
    ...(added > 0 ? [`Added ${formatNumber(added)}.`] : []),
    ...(repeated > 0
      ? [`${formatNumber(repeated)} ${repeated === 1 ? 'was' : 'were'} already in the list.`]
      : []),
  ];
  return words.join(' ');
}

const NAMED = 3;

function quoted(texts: string[]): string {
  const named = texts.slice(0, NAMED).map((text) => `‘${shorten(text)}’`);
  const more = texts.length - named.length;
  return [...named, ...(more > 0 ? [`${formatNumber(more)} more`] : [])].join(', ');
}

/** `‘{x}’ does not look like an id` */
export const unreadableIdsSentence = (unreadable: string[]) =>
  unreadable.length === 1
    ? `${quoted(unreadable)} does not look like an id`
    : `${quoted(unreadable)} do not look like ids`;
