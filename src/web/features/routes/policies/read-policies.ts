import type { PolicyBook } from '#web/features/routes/policies/policy-book.ts';
import { formatNumber, shorten } from '#web/lib/format.ts';

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
const unquoted = (part: string) => part.trim().replaceAll(outer, '');

/** A name of more words is found only where it stands alone between commas or on its line. */
const NAME_WORDS = 8;

/**
 * Reads ids and names of policies: apart by white space, commas, semicolons or lines, quoted or as a list. An address
 * gives its last part; a whole name in any case gives its id.
 */
export function readPolicyEntries(text: string, book: PolicyBook): PolicyEntries {
  const entries: PolicyEntries = { ids: [], unreadable: [], foreign: [], ambiguous: [] };
  const hasNames = book.policies.some(({ name }) => name !== '');
  const isForeign = foreignCheck(book);

  /** @returns whether it was a name */
  function takeName(name: string): boolean {
    const found = hasNames && name !== '' ? book.find(name) : [];
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

  function takePart(part: string) {
    if (takeName(unquoted(part))) return;
    const words = part.split(/\s+/);
    for (let start = 0; start < words.length;) {
      let length = hasNames ? Math.min(NAME_WORDS, words.length - start) : 0;
      while (length > 0 && !takeName(unquoted(words.slice(start, start + length).join(' '))))
        length -= 1;
      if (length === 0) takeWord(words[start] ?? '');
      start += Math.max(1, length);
    }
  }

  for (const line of text.split(/[\r\n]+/))
    if (!takeName(unquoted(line))) line.split(/[,;]+/).forEach(takePart);
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
  const entries = readPolicyEntries(text, book);
  const ids = anyway ? [...entries.ids, ...entries.foreign] : entries.ids;
  const foreign = anyway ? [] : entries.foreign;
  const left = [...entries.unreadable, ...entries.ambiguous, ...foreign];
  if (ids.length + left.length === 0)
    return { ids, text: '', error: 'Enter one or more IP policy ids' };
  return { ids, text: left.join(', '), error: entriesError({ ...entries, foreign }, book) };
}

/** Why something cannot be added; empty where all can be. */
export function entriesError(entries: PolicyEntries, book: PolicyBook): string {
  const { unreadable, ambiguous, foreign } = entries;
  const sentences = [
    ...(unreadable.length > 0 ? [unreadableIdsSentence(unreadable)] : []),
    ...ambiguous.map(
      (name) =>
        `${formatNumber(book.find(name).length)} IP policies are called ${quoted([name])}: enter the id`,
    ),
    ...(foreign.length > 0 ? [foreignSentence(foreign, book)] : []),
  ];
  return sentences.join(' ');
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
