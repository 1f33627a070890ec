import type {
  HistoryEntry,
  HistoryOperation,
  HistoryResource,
  HistoryVersion,
} from '#contract/history.ts';
import { isId } from '#service/domain/ids.ts';

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
