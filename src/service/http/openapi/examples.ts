import type * as z from 'zod/mini';
import { BotUser, BotUserCreate, BotUserListAnswer, BotUserUpdate } from '#contract/bot-user.ts';
import { HistoryList } from '#contract/history.ts';
import { IpRestrictionReplace, IpRestrictionResponse } from '#contract/ip-restriction.ts';
import { API_BASE } from '#contract/wire.ts';

const BASE = `https://gatehouse.example.com${API_BASE}`;
const POLICY = 'ipp_38Kd1aGhJ5kMnPq8RsTv3WxYzBc';
const BOT = {
  id: 'bot_38Kd0vXyB1nQeTz7LmWc2RhUfPa',
  uri: `${BASE}/bot_users/bot_38Kd0vXyB1nQeTz7LmWc2RhUfPa`,
  name: 'deploy',
  active: true,
  created_at: '2026-01-15T09:30:00Z',
};

/** An example of each body of the contract. */
export const EXAMPLES = new Map<z.core.$ZodType, object>([
  [BotUser, BOT],
  [BotUserListAnswer, { bot_users: [BOT], uri: `${BASE}/bot_users`, next_page_uri: null }],
  [BotUserCreate, { name: BOT.name }],
  [BotUserUpdate, { active: false }],
  [
    IpRestrictionResponse,
    { enabled: true, ip_policies: [{ id: POLICY, uri: `${BASE}/ip_policies/${POLICY}` }] },
  ],
  [IpRestrictionReplace, { enabled: true, ip_policy_ids: [POLICY] }],
  [
    HistoryList,
    {
      history: [
        {
          id: 'hist_38Kd2cDeF7gHjKm9NpQr4StUvWx',
          at: '2026-01-16T14:05:00Z',
          who: { key_id: 'key_38Kcz9AbC3dEfGh5JkLm7NpQrSt', label: 'ci', person: null },
          operation: 'update',
          resource: { type: 'bot_user', id: BOT.id, edge_id: null, name: BOT.name },
          before: { name: BOT.name, active: true, ip_policy_ids: null },
          after: { name: BOT.name, active: false, ip_policy_ids: null },
          operation_id: 'op_5f0c61d2a97e4b38b6d4c1e80f3a2795',
        },
      ],
      next_page_uri: null,
    },
  ],
]);
