import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#client/errors.ts';
import type { BotUser, BotUserList } from '#contract/bot-user.ts';
import { editedPages, isSameBotUser, type Edit } from '#web/features/bot-users/data/edit-pages.ts';
import {
  createLocalChanges,
  type KnownChange,
} from '#web/features/bot-users/data/local-changes.ts';
import {
  botUserKeys,
  endOf,
  shareUris,
  type Page,
  type Pages,
} from '#web/features/bot-users/data/pages.ts';
import { selection } from '#web/features/bot-users/selection/selection.ts';
import { joined } from '#web/features/bot-users/view/by-page.ts';
import { createStore } from '#web/lib/emitter.ts';

/** What the last pass through everything has found in place of the pages that were loaded then. */
type Checked = { at: number; pages: number; unreadable: number };

const NEVER: Checked = { at: 0, pages: 0, unreadable: 0 };

export type BotUserCache = ReturnType<typeof createBotUserCache>;

/**
 * The loaded rows in the query cache: immutable pages of `useInfiniteQuery`. A change replaces the pages that hold its
 * rows and leaves the identity of all others alone, so whatever is derived from a page can be kept by that page.
 */
export function createBotUserCache(client: QueryClient) {
  const changes = createLocalChanges();
  const checked = createStore(NEVER);
  /** By id. Pages are only ever appended, so a row's page keeps its number. */
  const pageOf = new Map<string, number>();
  /** Pages that have not been taken in yet, and the sequence number of when they were requested. */
  const requested = new WeakMap<Page, number>();
  /** Rows made here that a later page has brought: the next page that brings nothing else is a repeated one. */
  const broughtAgain = new Set<string>();

  const listQuery = () =>
    client.getQueryCache().find<Pages>({ queryKey: botUserKeys.list(), exact: true });
  const data = () => listQuery()?.state.data;
  const isPlaced = (id: string) => pageOf.has(id) && !changes.unplaced.has(id);

  /** A local change is no read: when the list was read, and whether that failed, stays as it was. */
  function write(next: Pages) {
    const query = listQuery();
    if (!query) return;
    const { status, error, dataUpdatedAt, isInvalidated } = query.state;
    query.setData(next, { manual: true, updatedAt: dataUpdatedAt });
    if (error) query.setState({ status, error, isInvalidated });
  }

  function edit(change: Edit) {
    const before = data();
    const pages = before && editedPages(before.pages, pageOf, change);
    if (before && pages && pages !== before.pages) write({ ...before, pages: [...pages] });
  }

  function find(id: string): BotUser | undefined {
    const at = pageOf.get(id);
    return at === undefined ? undefined : data()?.pages[at]?.bot_users.find((bot) => bot.id === id);
  }

  /** Shows a row as it is known now, in the list and on its own page. */
  function show(bot: BotUser) {
    const row = changes.shown(bot);
    const before = find(bot.id);
    if (before && !isSameBotUser(before, row)) edit({ rows: new Map([[bot.id, row]]) });
    // Unlike `setQueryData` this is no read: when the data was read, and whether that failed, stays as it was.
    const detail = detailQuery(bot.id);
    if (detail?.state.data !== undefined) detail.setState({ data: row });
  }

  const detailQuery = (id: string) =>
    client.getQueryCache().find<BotUser>({ queryKey: botUserKeys.detail(id), exact: true });

  /** A page of the list as it is appended: rows that are here already are renewed in their place. */
  function append(pages: readonly Page[], page: Page): readonly Page[] {
    const at = pages.length;
    const since = requested.get(page) ?? 0;
    const rows = changes.over(page.bot_users, since);
    const top = firstPlaced(pages);
    // Where the service begins again at its top, what is new above that is left to a refresh.
    const begin = Math.max(
      0,
      rows.findIndex(({ id }) => id === top),
    );
    const added = at === 0 ? changes.createdSince(since) : [];
    const renewed = new Map<string, BotUser>();
    let isRepeated = rows.length > 0;
    for (const [index, bot] of rows.entries()) {
      const isHere = pageOf.has(bot.id);
      if (isHere) renewed.set(bot.id, bot);
      else if (index >= begin) added.push(bot);
      if ((!isHere && index >= begin) || isBroughtFirst(bot.id)) isRepeated = false;
    }
    const bot_users = added.filter(({ id }) => {
      if (pageOf.has(id)) return false;
      pageOf.set(id, at);
      return true;
    });
    const before = renewed.size > 0 ? editedPages(pages, pageOf, { rows: renewed }) : pages;
    return [...before, { ...page, bot_users, isRepeated }];
  }

  function firstPlaced(pages: readonly Page[]): string | undefined {
    for (const { bot_users } of pages) {
      const first = bot_users.find(({ id }) => isPlaced(id));
      if (first) return first.id;
    }
    return undefined;
  }

  /** A row that was made here stands in front, wherever the service has it: it tells nothing of where a page goes on. */
  function isBroughtFirst(id: string): boolean {
    if (!changes.unplaced.has(id) || broughtAgain.has(id)) return false;
    broughtAgain.add(id);
    return true;
  }

  return {
    changes,
    checked,
    data,
    /** All that is loaded, in the order of the service. */
    rows: () => joined((data()?.pages ?? []).map(({ bot_users }) => bot_users)),
    find,
    has: (id: string) => pageOf.has(id),
    /** Whether it stands at its place in the order of the service. */
    isPlaced,
    hasPlaced: () => pageOf.size > [...changes.unplaced].filter((id) => pageOf.has(id)).length,
    /** Rows that are loaded. */
    size: () => pageOf.size,
    /** Number of the page that holds a row. */
    pageOf: (id: string) => pageOf.get(id),
    /** Milliseconds, our clock: when a row was read, or was found unchanged; 0 where it is not loaded. */
    readAt(id: string): number {
      const page = data()?.pages[pageOf.get(id) ?? -1];
      return page ? Math.max(page.readAt, checked.get().at) : 0;
    },
    edit,
    show,

    /**
     * One change, no matter whether it was made here or in another tab.
     *
     * @returns the bot user as it is known now; `undefined`: it is deleted
     */
    apply(change: KnownChange, isElsewhere = false): BotUser | undefined {
      const id = change.type === 'deleted' ? change.id : change.bot.id;
      const bot = changes.record(change, pageOf.has(id));
      if (bot === undefined) {
        edit({ rows: new Map([[id, null]]) });
        selection.set([id], false);
        // Its page, which may be open with something typed in it, tells that it is gone.
        if (isElsewhere) detailQuery(id)?.setState({ status: 'error', error: deletedError() });
        else client.removeQueries({ queryKey: botUserKeys.detail(id), exact: true });
      } else if (change.type === 'created' && !pageOf.has(id) && data())
        edit({ after: new Map([[null, [bot]]]) });
      else show(bot);
      return bot;
    },

    /** Requests a page, and remembers when. */
    async read(send: () => Promise<BotUserList>): Promise<Page> {
      const sequence = changes.now();
      const readAt = Date.now();
      const { bot_users, next_page_uri, unreadable } = await send();
      shareUris(bot_users);
      const isEmpty = bot_users.length === 0 && unreadable === 0;
      const page = { bot_users, next_page_uri, unreadable, readAt, isEmpty, isRepeated: false };
      requested.set(page, sequence);
      return page;
    },
    requestedAt: (page: Page) => requested.get(page) ?? 0,

    /**
     * `structuralSharing` of the list: how what was read meets what is there. `fetchNextPage` returns the pages of
     * when it began, and the new one; those that were changed meanwhile would be lost. So only the new one is taken.
     */
    arrive(current: Pages | undefined, next: Pages): Pages {
      const [first] = next.pages;
      const last = next.pages.at(-1);
      // A write of our own.
      if (!last || !requested.has(last)) return next;
      const isAnew = current === undefined || (first !== undefined && requested.has(first));
      if (isAnew) pageOf.clear();
      // A pass through everything may have reached the end meanwhile.
      else if (endOf(current) !== undefined) return current;
      let pages: readonly Page[] = isAnew ? [] : current.pages;
      const pageParams = isAnew ? [] : [...current.pageParams];
      for (const [index, page] of next.pages.entries()) {
        const query = next.pageParams[index];
        if (query === undefined || !requested.has(page) || pageParams.includes(query)) continue;
        pages = append(pages, page);
        pageParams.push(query);
      }
      return { pages: [...pages], pageParams };
    },

    /** Everything has been read again; `lastRead`: the page at whose end the list ends as well. */
    finishCheck(at: number, unreadable: number, lastRead: Page | undefined) {
      const list = data();
      if (!list) return;
      let { pages, pageParams } = list;
      // What brought nothing, because the service repeated itself, must not stand in the way of its next page.
      const end = Math.max(
        0,
        pages.findLastIndex(({ bot_users }) => bot_users.length > 0),
      );
      const last = pages[end];
      if (lastRead && last) {
        const { next_page_uri } = lastRead;
        pages = [...pages.slice(0, end), { ...last, next_page_uri, isRepeated: false }];
        pageParams = pageParams.slice(0, end + 1);
        write({ pages, pageParams });
      }
      checked.set({ at, unreadable, pages: pages.length });
    },

    /** Rows that cannot be read: more than before were met on the way to a known one. */
    foundUnreadable(count: number) {
      const { pages, unreadable, at } = checked.get();
      const all = unreadableOf(data()?.pages ?? [], checked.get());
      if (count > all) checked.set({ at, pages, unreadable: unreadable + count - all });
    },
  };
}

export const deletedError = () =>
  new ApiError('Deleted', { kind: 'status', status: 404, fields: {} });

/** Rows that are no bot users as far as this version can tell. */
export const unreadableOf = (pages: readonly Page[], { pages: seen, unreadable }: Checked) =>
  pages.slice(seen).reduce((sum, page) => sum + page.unreadable, unreadable);
