import { readList, type ListMeaning } from '#bulk/read-list.ts';
import { formatNumber, shorten } from '#web/lib/format.ts';
import { session } from '#web/session/session.ts';
import { toSafeLine } from '#web/ui/safe-line.ts';

/** What is known of policies: ids by a whole name or id, and whether an id can be one of them. */
export interface PolicyBook {
  find: (text: string) => string[];
  isKnown: (id: string) => boolean;
}

/** The field in which policies are typed. */
export interface PolicyInput {
  text: string;
  /** Ids that nobody knows: a question is open whether to add them. */
  unknown: readonly string[];
  /** Why the text was not taken. */
  error: string;
}

export const emptyInput: PolicyInput = { text: '', unknown: [], error: '' };

export const isPending = ({ text, unknown }: PolicyInput) =>
  text.trim() !== '' || unknown.length > 0;

const AROUND = /^["'`“”‘’()[\]{}<>]+|["'`“”‘’()[\]{}<>]+$/g;
const unquoted = (text: string) => text.trim().replaceAll(AROUND, '');

const policyLines: ListMeaning<string> = {
  names: {
    id: ['id', 'policyid', 'ippolicyid', 'ippolicy', 'policy', 'uri', 'url'],
    name: ['name', 'label'],
  },
  headings: [['id']],
  lists: ['ip_policies', 'ip_policy_ids', 'policies'],
  hasWords: true,
  fromCells: (cells) =>
    cells
      .flatMap((cell) => cell.split(/[\s,;]+/).map(unquoted))
      .filter(Boolean)
      .map((item) => ({ item })),
  fromFields: ({ id = '', name = '' }) =>
    id || name ? { item: id || name } : { reason: 'it has no id' },
};

/** A name may hold blanks and commas: a line that is one as a whole becomes its id. */
const namesToIds = (text: string, find: PolicyBook['find']) =>
  text
    .split(/[\r\n]+/)
    .map((line) => {
      const ids = find(unquoted(line));
      return ids.length === 1 ? ids.join('') : line;
    })
    .join('\n');

/** Only of what is clearly an address: `10.0.0.0/8` is none, and `8` is no policy. */
function lastSegment(word: string): string {
  const isAddress = /^(?:https?:\/)?\//i.test(word) || word.includes('ip_policies/');
  const [path = ''] = word.split(/[?#]/);
  return (isAddress && path.split('/').findLast((segment) => segment !== '')) || word;
}

/**
 * Reads ids and names of policies out of what was typed or pasted. Without a text nothing is wrong with the field.
 *
 * @returns the ids to add, and what stays in the field with its open question
 */
export function takeInput(before: PolicyInput, { find, isKnown }: PolicyBook) {
  const { text } = before;
  const leave = (error: string) => ({ ids: [], input: { ...before, error } });
  if (text.trim() === '') return leave('');
  if (session.containsKey(text)) return leave(HAS_KEY);
  const { items, unreadable } = readList(namesToIds(text, find), policyLines);
  const ids = new Set<string>();
  const unknown = new Set(before.unknown);
  const wrong: string[] = [];
  /** Names of several. */
  const twice: string[] = [];
  for (const { item } of items) {
    const [named, ...others] = find(item);
    const id = named ?? lastSegment(item);
    if (others.length > 0) twice.push(item);
    else if (!/^[\w-]+$/.test(id)) wrong.push(item);
    else if (!isKnown(id)) unknown.add(id);
    else ids.add(id);
  }
  const left = [...unreadable.map((line) => line.text), ...wrong, ...twice];
  const sentences = [
    unreadable[0] && `Not read: ${unreadable[0].reason}`,
    wrong.length > 0 &&
      `${quoted(wrong)} ${wrong.length === 1 ? 'does not look like an id' : 'do not look like ids'}`,
    twice.length > 0 && `Several IP policies are called ${quoted(twice)}: give the id`,
  ];
  const isEmpty = items.length + left.length === 0;
  const error = isEmpty ? 'Enter one or more IP policies' : sentences.filter(Boolean).join('. ');
  return {
    ids: [...ids],
    input: { text: isEmpty ? text : left.join(', '), unknown: [...unknown], error },
  };
}

const HAS_KEY = 'This holds your API key. Nothing was added: take it out.';

/** The one question about ids that nobody knows. */
export function unknownQuestion(unknown: readonly string[]): string {
  const [are, them] = unknown.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${quoted(unknown)} ${are} not on the list of IP policies. Add ${them} anyway?`;
}

/** `Added 5. 2 were already in the list.` */
export function addedText(added: number, repeated: number): string {
  const were = repeated === 1 ? 'was' : 'were';
  return [
    added > 0 && `Added ${formatNumber(added)}.`,
    repeated > 0 && `${formatNumber(repeated)} ${were} already in the list.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const NAMED = 3;

function quoted(texts: readonly string[]): string {
  const named = texts.slice(0, NAMED).map((text) => `‘${shorten(toSafeLine(text))}’`);
  const more = texts.length - named.length;
  return [...named, more > 0 && `${formatNumber(more)} more`].filter(Boolean).join(', ');
}
