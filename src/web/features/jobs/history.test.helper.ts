import type { HistoryEntry, HistoryVersion } from '#contract/history.ts';

export const version = (
  name: string | null,
  active: boolean | null,
  ip_policy_ids: string[] | null = null,
): HistoryVersion => ({ name, active, ip_policy_ids });

/** A bot user that was set inactive; a test puts over it what it is about. */
export const entry = (id: number, fields: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: `h_${id}`,
  at: '2026-03-01T12:00:00Z',
  who: { key_id: 'key_1', label: 'ci', person: null },
  operation: 'update',
  resource: { type: 'bot_user', id: 'bot_1', edge_id: null, name: 'deploy' },
  before: version('deploy', true),
  after: version('deploy', false),
  operation_id: `op_${id}`,
  ...fields,
});
