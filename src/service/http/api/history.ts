import { historyEndpoint, type HistoryQuery } from '#contract/history.ts';
import { INVENTORY_BASE } from '#contract/inventory.ts';
import { listHistory, type HistoryStore } from '#service/domain/history.ts';

/** One page as it is sent. */
export async function historyPage(store: HistoryStore, publicUrl: string, query: HistoryQuery) {
  const { entries, limit, nextBeforeId } = await listHistory(store, query);
  if (nextBeforeId === undefined) return { history: entries, next_page_uri: null };
  const { before_id: _, ...filter } = query;
  const next = new URLSearchParams({ ...filter, before_id: nextBeforeId, limit: String(limit) });
  const uri = `${publicUrl}${INVENTORY_BASE}${historyEndpoint.path}?${next.toString()}`;
  return { history: entries, next_page_uri: uri };
}
