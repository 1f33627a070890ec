import { historyEndpoint, type HistoryQuery } from '#contract/history.ts';
import { INVENTORY_BASE } from '#contract/inventory.ts';
import { PAGE_LIMIT_DEFAULT } from '#contract/page.ts';
import { invalid } from '#service/domain/errors.ts';
import { DAY_MS, type HistoryStore } from '#service/domain/history.ts';
import { firstIdOf, isId } from '#service/domain/ids.ts';

/** One page as it is sent. */
export async function historyPage(store: HistoryStore, publicUrl: string, query: HistoryQuery) {
  const { limit = PAGE_LIMIT_DEFAULT, before_id, day, ...filter } = query;
  if (before_id !== undefined && !isId('hist', before_id))
    throw invalid('INVALID_QUERY', { before_id: 'before_id must be the id of an entry' });
  const dayEnd = day && firstIdOf('hist', new Date(Date.parse(day) + DAY_MS));
  const [before] = [before_id, dayEnd].filter((id) => id !== undefined).toSorted();
  const rows = await store.page({ ...filter, before }, limit + 1);
  const history = rows.slice(0, limit);
  const last = history.at(-1);
  if (last === undefined || rows.length <= limit) return { history, next_page_uri: null };
  const next = new URLSearchParams({ ...query, before_id: last.id, limit: String(limit) });
  const uri = `${publicUrl}${INVENTORY_BASE}${historyEndpoint.path}?${next.toString()}`;
  return { history, next_page_uri: uri };
}
