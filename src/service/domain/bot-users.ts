import { UNFIT_IN_NAME, type BotUser, type BotUserUpdate } from '#contract/bot-user.ts';
import { PAGE_LIMIT_DEFAULT, type PageQuery } from '#contract/page.ts';
import { errorText, invalid, ServiceError } from '#service/domain/errors.ts';
import type { Author } from '#service/domain/history.ts';
import { isId, timeOf } from '#service/domain/ids.ts';
import { toTimestamp } from '#service/domain/text.ts';

/** As it is stored: its name is unique in the account. */
export type BotUserRecord = Pick<BotUser, 'id' | 'name' | 'active' | 'created_at'>;

/** An absent field keeps its value. */
type BotUserChange = Omit<BotUserUpdate, 'id'>;

/** What the rules need of a storage; `src/service/storage` has the implementations. */
export interface BotUserStore {
  /** @throws {ServiceError} `nameTaken` */
  insert(record: BotUserRecord, author: Author): Promise<void>;
  find(id: string): Promise<BotUserRecord | undefined>;
  /** Greatest id first, at most `limit`, all smaller than `beforeId` when it is given. */
  page(limit: number, beforeId?: string): Promise<BotUserRecord[]>;
  /** @returns the record as it is now; throws as `insert` */
  update(id: string, change: BotUserChange, author: Author): Promise<BotUserRecord | undefined>;
  /** @returns whether there was one */
  remove(id: string, author: Author): Promise<boolean>;
}

/** @param newId of a bot user that is made now */
export function createBotUsers(store: BotUserStore, newId: () => Promise<string>) {
  return {
    async create(input: { name: string; active: boolean }, author: Author): Promise<BotUserRecord> {
      refuseUnfitName(input.name);
      const id = await newId();
      const record = { id, ...input, created_at: toTimestamp(timeOf(id)) };
      await store.insert(record, author);
      return record;
    },

    /** @returns one page, newest first, and the cursor of the next one when older bot users remain */
    async list({ limit = PAGE_LIMIT_DEFAULT, before_id }: PageQuery) {
      // Compared as a position, not looked up: a reader may hold the id of a bot user deleted since.
      if (before_id !== undefined && !isId('bot', before_id))
        throw invalid('INVALID_QUERY', { before_id: 'before_id must be the id of a bot user' });
      // One row more than asked shows whether a page follows.
      const rows = await store.page(limit + 1, before_id);
      const items = rows.slice(0, limit);
      return { items, limit, nextBeforeId: rows.length > limit ? items.at(-1)?.id : undefined };
    },

    async get(id: string): Promise<BotUserRecord> {
      return found(isId('bot', id) ? await store.find(id) : undefined);
    },

    /** @param change its `id`, when there is one, must repeat the first argument */
    async update(id: string, { id: repeated = id, ...change }: BotUserUpdate, author: Author) {
      if (repeated !== id)
        throw invalid('INVALID_BODY', { id: 'id must equal the id in the address' });
      if (change.name !== undefined) refuseUnfitName(change.name);
      return found(isId('bot', id) ? await store.update(id, change, author) : undefined);
    },

    async remove(id: string, author: Author): Promise<void> {
      found((isId('bot', id) && (await store.remove(id, author))) || undefined);
    },
  };
}

export type BotUsers = ReturnType<typeof createBotUsers>;

/** The contract has bounded the length. */
function refuseUnfitName(name: string): void {
  if (UNFIT_IN_NAME.test(name))
    throw invalid('INVALID_BODY', {
      name: 'Name must not contain line breaks, control characters or broken characters',
    });
}

export const nameTaken = () =>
  new ServiceError('NAME_TAKEN', { fields: { name: errorText('NAME_TAKEN') } });

function found<T>(record: T | undefined): T {
  if (record === undefined) throw new ServiceError('BOT_USER_NOT_FOUND');
  return record;
}
