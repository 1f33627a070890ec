import * as z from 'zod/mini';
import {
  BOT_USER_NAME_MAX,
  BotUser,
  BotUserCreate,
  BotUserListAnswer,
  BotUserName,
  BotUserUpdate,
} from '#contract/bot-user.ts';
import { ErrorBody } from '#contract/error-body.ts';
import { HistoryEntry, HistoryList, HistoryQuery, HistoryVersion } from '#contract/history.ts';
import {
  IpPolicyRef,
  IpRestrictionReplace,
  IpRestrictionResponse,
} from '#contract/ip-restriction.ts';
import { PAGE_LIMIT_DEFAULT, PageQuery } from '#contract/page.ts';
import { API_BASE } from '#contract/wire.ts';

type Schema = z.core.$ZodType;

/** What a schema of the contract cannot say by itself; one that has an `id` becomes a component of the document. */
const described = z.registry<z.core.JSONSchema.BaseSchema & { id?: string }>();

const COMPONENTS = {
  BotUser,
  BotUserList: BotUserListAnswer,
  BotUserCreate,
  BotUserUpdate,
  IpRestriction: IpRestrictionResponse,
  IpRestrictionReplace,
  Ref: IpPolicyRef,
  HistoryList,
  HistoryEntry,
  HistoryVersion,
  Error: ErrorBody,
};

const BASE = `https://gatehouse.example.com${API_BASE}`;
const POLICY = 'ipp_38Kd1aGhJ5kMnPq8RsTv3WxYzBc';
const BOT = {
  id: 'bot_38Kd0vXyB1nQeTz7LmWc2RhUfPa',
  uri: `${BASE}/bot_users/bot_38Kd0vXyB1nQeTz7LmWc2RhUfPa`,
  name: 'deploy',
  active: true,
  created_at: '2026-01-15T09:30:00Z',
};

/** Of each component that is a body. */
const EXAMPLES: { [Name in keyof typeof COMPONENTS]?: object } = {
  BotUser: BOT,
  BotUserList: { bot_users: [BOT], uri: `${BASE}/bot_users`, next_page_uri: null },
  BotUserCreate: { name: BOT.name },
  BotUserUpdate: { active: false },
  IpRestriction: {
    enabled: true,
    ip_policies: [{ id: POLICY, uri: `${BASE}/ip_policies/${POLICY}` }],
  },
  IpRestrictionReplace: { enabled: true, ip_policy_ids: [POLICY] },
  HistoryList: {
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
};

for (const [id, schema] of Object.entries(COMPONENTS)) {
  const example = EXAMPLES[id as keyof typeof COMPONENTS];
  described.add(schema, { id, ...(example && { examples: [example] }) });
}

/** Would break lines of lists, logs and CSV files; spelled for regular expressions of any language. */
const UNFIT = String.raw`\u0000-\u001F\u007F-\u009F\u2028\u2029`;
described.add(BotUserName, {
  id: 'BotUserName',
  description:
    `Outer white space is dropped first. What remains has 1 to ${BOT_USER_NAME_MAX} characters (code ` +
    'points), without line breaks, control characters or lone surrogates. It must not be the name of ' +
    'another bot user; case counts.',
  maxLength: BOT_USER_NAME_MAX,
  pattern: String.raw`^[^${UNFIT}]*[^\s${UNFIT}][^${UNFIT}]*$`,
});
for (const time of [BotUser.shape.created_at, HistoryEntry.shape.at])
  described.add(time, { format: 'date-time' });
described.add(PageQuery.shape.limit, { default: PAGE_LIMIT_DEFAULT });
described.add(PageQuery.shape.before_id, {
  description: 'Gives what is older than the one with this id, which may be gone since.',
});
described.add(HistoryQuery.shape.resource, {
  description: 'Id of what was changed; of an IP restriction that of its route.',
});
described.add(HistoryQuery.shape.who, {
  description: 'Id of a key, command, or a person that a proxy has named.',
});
described.add(HistoryQuery.shape.day, {
  description: 'Changes of this day and of earlier ones, in UTC.',
});

const toRef = (name: string) => `#/components/schemas/${name}`;

/** @throws {Error} the schema is no component */
export function refOf(schema: Schema): { $ref: string } {
  const id = described.get(schema)?.id;
  if (id === undefined) throw new Error('A schema of the contract has no name in the document');
  return { $ref: toRef(id) };
}

/** `io: 'input'`, for a field with a default need not be sent. */
export function componentSchemas(): Record<string, object> {
  const options = { io: 'input', uri: toRef, metadata: described } as const;
  const { schemas } = z.toJSONSchema(described, options);
  const components = Object.entries(schemas).map(([name, json]) => {
    const { $schema: _, $id: __, ...schema } = json;
    return [name, schema];
  });
  return Object.fromEntries(components);
}

/** `io: 'output'`: the schema of a parameter describes the parsed value. */
export function queryParameters(query: Schema): object[] {
  const { properties = {} } = z.toJSONSchema(query, {
    io: 'output',
    metadata: described,
    unrepresentable: 'any', // an endpoint without a query
  });
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
}
