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

type Schema = z.core.$ZodType;

/** JSON Schema keywords that a schema of the contract cannot say by itself. */
type Keywords = z.core.JSONSchema.BaseSchema & { description: string };

/** Schemas of the contract and their fields; what has an `id` becomes a component of the document. */
const described = z.registry<Keywords & { id?: string }>();

/** A field of the contract without a text here does not compile; an empty one leaves the field to its own schema. */
function describe<S extends z.core.$ZodObject>(
  id: string,
  schema: S,
  description: string,
  fields: { [Field in keyof S['_zod']['def']['shape']]: string | Keywords },
): void {
  described.add(schema, { id, description });
  describeFields(schema, fields);
}

function describeFields(schema: z.core.$ZodObject, fields: Record<string, string | Keywords>) {
  for (const [name, text] of Object.entries(fields)) {
    const field = schema._zod.def.shape[name];
    if (field && text !== '')
      described.add(field, typeof text === 'string' ? { description: text } : text);
  }
}

const uri = (description: string) => ({ description, format: 'uri' });

/** Would break lines of lists, logs and CSV files; spelled for regular expressions of any language. */
const UNFIT = String.raw`\u0000-\u001F\u007F-\u009F\u2028\u2029`;

describe('BotUser', BotUser, 'A named bot identity.', {
  id: 'Given by the service; opaque.',
  uri: uri('Address of this bot user.'),
  name: 'For people; unique among the bot users.',
  active: 'Whether the bot may act.',
  created_at: { description: 'When it was created, in UTC (RFC 3339).', format: 'date-time' },
});
describe('BotUserList', BotUserListAnswer, 'One page of bot users.', {
  bot_users: 'Newest first.',
  uri: uri('Address of the list.'),
  next_page_uri: uri('Address of the next page, with the limit in force; null after the last.'),
});
described.add(BotUserName, {
  id: 'BotUserName',
  description:
    `Outer white space is dropped first. What remains has 1 to ${BOT_USER_NAME_MAX} characters (code ` +
    'points), without line breaks, control characters or lone surrogates. It must not be the name of ' +
    'another bot user; case counts.',
  maxLength: BOT_USER_NAME_MAX,
  pattern: String.raw`^[^${UNFIT}]*[^\s${UNFIT}][^${UNFIT}]*$`,
});
describe('BotUserCreate', BotUserCreate, 'Other fields are refused.', {
  name: '',
  active: 'Whether the bot may act.',
});
describe('BotUserUpdate', BotUserUpdate, 'A field that is left out keeps its value.', {
  id: 'Needless; when it is sent, it must equal the id in the address.',
  name: 'The new name.',
  active: 'Whether the bot may act.',
});
describe('IpRestriction', IpRestrictionResponse, 'The IP restriction module of a route.', {
  enabled: 'Whether it is applied to traffic.',
  ip_policies: 'In the order in which they were sent, without repeats.',
});
describe(
  'IpRestrictionReplace',
  IpRestrictionReplace,
  'The whole module: what is left out takes its default, not the value it had. Other fields are refused.',
  {
    enabled: 'Whether it is applied to traffic.',
    ip_policy_ids:
      'Ids of IP policies: at most 10,000, of at most 255 characters; repeats are dropped.',
  },
);
describe('Ref', IpPolicyRef, 'Where a resource is found.', {
  id: 'Id of the resource.',
  uri: uri('Address of the resource.'),
});
describe('HistoryList', HistoryList, 'One page of changes.', {
  history: 'Newest first.',
  next_page_uri: uri('Address of the next page, with the same filters; null after the last.'),
});
describe('HistoryEntry', HistoryEntry, 'One change of one thing.', {
  id: 'Given by the service; opaque.',
  at: { description: 'When it was made, in UTC (RFC 3339).', format: 'date-time' },
  who: 'The key with its label then, null and "command" for a command; and the person, where a proxy names one.',
  operation: '',
  resource:
    'What was changed, with its name or label then; an IP restriction has the id of its route.',
  before: 'As it was; null when there was nothing, or when that is not known.',
  after: 'As it is since; null when it is gone.',
  operation_id: 'Of the request, as in the header Operation-Id.',
});
describe('HistoryVersion', HistoryVersion, 'What can be different before and after a change.', {
  name: 'Name or label; null for an IP restriction.',
  active: 'Whether a bot user is active, an IP restriction on, or a key accepted; null of others.',
  ip_policy_ids: 'Of an IP restriction.',
});
describe('Error', ErrorBody, 'Every refusal has this form.', {
  error_code: 'For programs.',
  status_code: 'The status of the response.',
  msg: 'For people; the wording may change.',
  details:
    'operation_id always, as in the header Operation-Id; besides it the names of refused fields, each ' +
    'with what is wrong.',
});
describeFields(PageQuery, {
  limit: { description: 'The most rows of the page.', default: PAGE_LIMIT_DEFAULT },
  before_id:
    'Gives what is older than the one with this id, which may be gone since. Another form of id is ' +
    'refused. Follow next_page_uri rather than building it.',
});

describeFields(HistoryQuery, {
  resource: 'Id of what was changed; of an IP restriction that of its route.',
  who: 'Id of a key, command, or a person that a proxy has named.',
  operation: 'What was done.',
  day: 'Changes of this day and of earlier ones, in UTC.',
});

const toRef = (name: string) => `#/components/schemas/${name}`;

/** @throws {Error} the schema is not among those with texts */
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
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema }: z.core.JSONSchema.BaseSchema =
      typeof property === 'object' ? property : {};
    return { name, in: 'query', required: false, description, schema };
  });
}
