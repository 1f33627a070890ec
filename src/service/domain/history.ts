import type {
  HistoryEntry,
  HistoryOperation,
  HistoryQuery,
  HistoryResource,
  HistoryVersion,
} from '#contract/history.ts';
import { PAGE_LIMIT_DEFAULT } from '#contract/page.ts';
import { invalid } from '#service/domain/errors.ts';
import { firstIdOf, isId } from '#service/domain/ids.ts';

export type { HistoryEntry, HistoryOperation, HistoryResource, HistoryVersion };

/** Who makes a change, as the history keeps it. */
export interface Author {
  /** Of a key, or `COMMAND`. */
  key_id: string;
  key_label: string;
  /** Named by a proxy that signs people in. */
  person: string | null;
  operation_id: string;
  /** Of an entry; it tells when the change was made. */
  newEntryId: () => string;
}

/** In place of a key's id and label. */
export const COMMAND = 'command';

/** Whether it stands for a key, one of an upstream as well, or for commands: a person has another name. */
export const isKey = (who = '') => who === COMMAND || isId('key', who) || /^[\da-f]{12}$/.test(who);

/** What an entry of a change says that was made elsewhere: what was there before is not known. */
export interface Change {
  operation: HistoryOperation;
  resource_type: HistoryResource;
  resource_id: string;
  edge_id?: string;
  name: string;
  new_name?: string | null;
  new_active?: boolean | null;
  new_policy_ids?: string[];
}

/** What an entry must fit; `before` is an id. */
type HistoryFilter = Partial<
  Record<'resource' | 'who' | 'operation' | 'before', string | undefined>
>;

export interface HistoryStore {
  /** Keeps a change that was made elsewhere. */
  append(author: Author, change: Change): Promise<void>;
  /** Newest first. */
  page(filter: HistoryFilter, limit: number): Promise<HistoryEntry[]>;
  /** @returns how many were removed, the oldest first and at most `most` */
  removeBefore(id: string, most: number): Promise<number>;
}

export const DAY_MS = 86_400_000;

/** @returns one page and, when older entries remain, the cursor of the next one */
export async function listHistory(store: HistoryStore, query: HistoryQuery) {
  const { limit = PAGE_LIMIT_DEFAULT, before_id, day, ...filter } = query;
  if (before_id !== undefined && !isId('hist', before_id))
    throw invalid('INVALID_QUERY', { before_id: 'before_id must be the id of an entry' });
  const dayEnd = day && firstIdOf('hist', new Date(Date.parse(day) + DAY_MS));
  const [before] = [before_id, dayEnd].filter((id) => id !== undefined).toSorted();
  const rows = await store.page({ ...filter, before }, limit + 1);
  const entries = rows.slice(0, limit);
  return { entries, limit, nextBeforeId: rows.length > limit ? entries.at(-1)?.id : undefined };
}
